"""Laws of families of octal games are true if finitely many linear sentences are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from mexplore.discover.families.codes.law import CodeLaw, Run, WordLaw
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.formulas import (
    Names,
    Question,
    Script,
    all_of,
    any_of,
    form,
    in_cell,
    none_of,
)
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.discover.families.theorems.proving import Outcome, ask_all
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.parameters.codes import CodeFamily, Removals
from mexplore.rules.parameters.family import MARK


class SumsOfRuns(TheoremByCases[CodeFamily, CodeLaw]):
    """Let a family of octal games be given, for integers k = (k_1, ..., k_r): digits, each at so
    many places as a linear form in k says, one after another. Its *removals* are triples of a digit
    and linear forms lo, hi in k; from a heap of n a move takes j tokens, lo <= j <= hi, and may
    leave nothing (bit 0 of the digit; then j = n), one heap n - j >= 1 (bit 1), or two heaps
    a, b >= 1 with a + b = n - j (bit 2). All have lo >= 1 but one for splitting alone, whose
    lo = hi = 0 and whose digit is 4. Let t be a linear form that no hi exceeds.

    A *law* on a cell C (linear constraints in k) is two lists of runs, each of a length, a linear
    form in k, and a value, a number; and a number Q. The first run of the first list has length 1
    and value 0. n0 is the sum of the lengths of the first list, p of the second. The *window* is
    the first list and Q times the second one: run R of it has the interval [A, B], where A is the
    sum of the lengths before it and B = A + length - 1; it is empty where the length is 0.

    **Hypotheses.** Each says that for all integers k in C, and n, its negation is false:

    * (L) all lengths are >= 0, and each digit stands at >= 0 places; for every removal but
      splitting alone lo >= 1, hi >= lo - 1 and t >= hi.
    * (P) p >= 1. (B) n0 + Q p >= 2 (n0 + p) + t.
    * *An option of value w* is seen at n, if one of these holds, with runs S and T of the window
      but the first, not empty, of values v_S and v_T, and removals with lo <= hi:
      lo <= n <= hi, bit 0, w = 0;
      A_S + lo <= n <= B_S + hi, bit 1, w = v_S;
      A_S + A_T + lo <= n <= B_S + B_T + hi, bit 2, w = v_S xor v_T.
    * (X) for n in a run of value v, no option of value v is seen at n.
    * (M) for n in a run of value v, and every w < v, an option of value w is seen at n.
    * (U), only where a run is marked: let the *cycle* be the runs of the second list, neighbours of
      one value made one, the last and the first too. It has two runs or more, all lengths are
      >= 1, and no other run of the cycle has the value and the length of the marked one.

    **Theorem.** Then for every k in C the values G(0), G(1), ... are those of the first list,
    and from n0 on those of the second one for ever; G(n + p) = G(n) for all n >= n0. Where a run
    is marked, p is the least period: no other p' >= 1 that is a period from some n on is smaller.

    **Proof.** Fix k in C. By (L) the runs of the window that are not empty divide the n with
    0 <= n < N = n0 + Q p among them, in this order; the first one is {0}.

    *Sums.* If S, T and [lo, hi] are not empty, the sums a + b + j with a in S, b in T and
    lo <= j <= hi are all integers from A_S + A_T + lo to B_S + B_T + hi, as each of three terms
    can be increased by 1 until it is largest. In the same way a + j takes all values from A_S + lo
    to B_S + hi.

    *The window*, by induction on n < N: let G(m) be the value of its run for all m < n, and n in a
    run of value v. The heaps of an option are smaller than n (j >= 1, or two heaps >= 1 with the
    sum n) and at least 1: each lies in a run that is not the first, nor empty. By *sums* an
    option of value w is seen at n exactly if there is one: what is seen are heaps a, b in runs of
    the window with a + b + j = n, a <= n - 1 and b <= n - 1, whose values are known by induction.
    So by (X) no option has the value v and by (M) every smaller value is that of an option:
    G(n) = v.

    *For ever* (Guy and Smith 1956). So G(n + p) = G(n) for n0 <= n < N - p, and by (B) for all n,
    n0 <= n, with n + p < 2 (n0 + p) + t. Let m >= 2 (n0 + p) + t, n = m - p, and let
    G(i + p) = G(i) be known for n0 <= i < n. As n >= t + 1 (n0, p >= 1), no move from n or m leaves
    nothing. One heap n - j >= 2 n0 + p >= n0 is an option of n exactly if n - j + p is one of m,
    with the same value. Of two heaps a >= b >= 1, a + b = m - j, the first is at least n0 + p: so
    (a - p, b) is an option of n with the same value, a - p < n being at least n0. Of a + b = n - j,
    a >= b >= 1, the first is at least n0, so (a + p, b) is an option of m with the same value. So
    the options have the same values: G(m) = G(n).

    *Least.* Let p'' be the least period (from whatever n on); it divides every other one, and p.
    Far out the values are those of a cyclic word of length p, which a turn by p'' maps onto itself.
    By (U) the runs of the cycle are its largest blocks of one value: none is empty, and the blocks
    next to one have another value. A turn that keeps the word maps such blocks to blocks of the
    same value and length, hence the marked one to itself, and its first place to itself: p divides
    p''. ∎

    **The family** is split into cases as in `discover.families.theorems.digits`: what the steps
    take for granted is shown, there are members, every cell has a point in the domain of its case,
    and no point of the domain of a case is in none of its cells, so that every member has a law.
    """

    name: ClassVar[str] = "sums of runs"
    source: ClassVar[str] = (
        "R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge Philos. Soc. "
        "52 (1956) 514-526, for one code; proof in full in discover/families/codes/theorem.py"
    )
    statement: ClassVar[str] = (
        "If runs of values, with lengths linear in the names, satisfy finitely many sentences of "
        "linear integer arithmetic, as sums of runs are intervals, then they are the values of "
        "every member of a family of octal games in their cell, and go on periodically."
    )
    about: ClassVar[tuple[str, ...]] = (CodeLaw.name,)

    conditions: ClassVar[Mapping[str, str]] = {
        "L": "lengths of runs are at least 0, and moves take the numbers they should",
        "P": "the period is at least 1",
        "B": "the window is as long as the theorem of Guy and Smith asks for",
        "X": "no move leads from a run to its own value",
        "M": "some move leads from a run to each smaller value",
        "U": "one run alone has its value and length: the period is the least",
    }

    def outcome(
        self,
        rule: CodeFamily,
        case: Case,
        law: WordLaw,
        solvers: Sequence[Solver],
        deadline: float | None = None,
    ) -> Outcome:
        try:
            law.refuse_misfits()
        except ValueError as error:
            return Outcome(failed=str(error))
        cycle = law.cycle()
        if law.mark is not None and not (len(cycle) > 1 and 0 <= law.mark < len(cycle)):
            return Outcome(failed="it is not true that the mark is a run of a cycle of two or more")
        if any(not s.places.with_names(case.family).is_linear for s in rule.segments):
            return Outcome(failed="the places of digits are not linear in the case")
        return ask_all(self.script(rule, case, law), law.parameters, solvers, deadline)

    def script(self, rule: CodeFamily, case: Case, law: WordLaw) -> Script:
        return _Conditions(rule, case, law).script()


class _Conditions:
    """What is asked of one law; n is x0, parameters are k0, k1, ..."""

    def __init__(self, rule: CodeFamily, case: Case, law: WordLaw) -> None:
        self.law = law
        family = case.family
        self.removals = [
            Removals(each.digit, each.least.with_names(family), each.most.with_names(family))
            for each in rule.removals()
        ]
        self.splitting = int(rule.zeroth != 0)  # the first removal is that of splitting alone
        self.places = [segment.places.with_names(family) for segment in rule.segments]
        self.largest = rule.largest_take.with_names(family)
        self.names: Names = {**{name: f"k{i}" for i, name in enumerate(law.parameters)}, MARK: "x0"}
        self.n = Polynomial.name(MARK)  # no name of a user
        self.runs = [(a, a + run.length - 1, run.value) for a, run in law.runs()]

    def script(self) -> Script:
        cell = in_cell(self.law.cell, self.names)
        return Script(tuple(self.names.values()), (), cell, tuple(self.questions()))

    def questions(self) -> Iterator[Question]:
        """All of them, in the order of the theorem."""
        law = self.law
        for i, run in enumerate((*law.first, *law.again)):
            yield self._not(f"(L) run {i}", run.length)
        for i, entry in enumerate(self.places):
            yield self._not(f"(L) digit {i}", entry)
        for i, (_, least, most) in enumerate(self.removals):
            if i >= self.splitting:
                for entry in (least - 1, most - least + 1, self.largest - most):
                    yield self._not(f"(L) removal {i}", entry)
        n0, p = law.the_preperiod, law.the_period
        yield self._not("(P) period", p - 1)
        yield self._not("(B) window", n0 + law.copies * p - 2 * (n0 + p) - self.largest)
        seen = {w: any_of(self._options(w)) for w in range(max(v for *_, v in self.runs) + 1)}
        for i, (first, last, value) in enumerate(self.runs):
            here = self._between(first, last)
            yield Question(f"(X) run {i}", all_of((here, seen[value])))
            for w in range(value):
                yield Question(f"(M) run {i}, value {w}", all_of((here, none_of([seen[w]]))))
        if law.mark is not None:
            yield from self._least(law.cycle(), law.mark)

    def _least(self, cycle: list[Run], mark: int) -> Iterator[Question]:
        """(U) The marked run of the cycle has its value and length alone."""
        for i, run in enumerate(cycle):
            yield self._not(f"(U) length {i}", run.length - 1)
            if i != mark and run.value == cycle[mark].value:
                difference = run.length - cycle[mark].length
                yield Question(f"(U) run {i}", f"(= {form(difference, self.names)} 0)")

    def _not(self, name: str, number: Polynomial) -> Question:
        """Whether a number that has to be >= 0 is not."""
        return Question(name, f"(< {form(number, self.names)} 0)")

    def _between(self, low: Polynomial, high: Polynomial) -> str:
        """low <= n <= high."""
        n = self.n
        return all_of(f"(>= {form(each, self.names)} 0)" for each in (n - low, high - n))

    def _options(self, w: int) -> Iterator[str]:
        """The ways in which an option of value w is seen at n."""
        heaps = self.runs[1:]
        for digit, least, most in self.removals:
            some = [most - least]
            if digit & 1 and w == 0:
                yield self._seen(some, least, most)
            for i, (a, b, v) in enumerate(heaps):
                if digit & 2 and v == w:
                    yield self._seen([*some, b - a], a + least, b + most)
                for c, d, u in heaps[i:] if digit & 4 else ():
                    if v ^ u == w:
                        yield self._seen([*some, b - a, d - c], a + c + least, b + d + most)

    def _seen(self, lengths: list[Polynomial], low: Polynomial, high: Polynomial) -> str:
        """n is from low to high, and none of the intervals is empty."""
        some = (f"(>= {form(e, self.names)} 0)" for e in lengths if not _surely(e))
        return all_of((self._between(low, high), *some))


def _surely(number: Polynomial) -> bool:
    """Whether a constant is >= 0."""
    return number.is_constant and number.constant >= 0

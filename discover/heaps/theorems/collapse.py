"""Subtraction sets with the Grundy sequence of their first members: proofs and disproofs."""

from __future__ import annotations

from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.theorems.finite_window import FiniteWindow
from mexplore.discover.heaps.theorems.multiples import MultiplesAndFew
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Disproof, Inapplicable, Theorem
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.sets.multiples import Multiples

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    import numpy.typing as npt

    from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
    from mexplore.rules.rule import Rule

    Column = npt.NDArray[np.int64]

LONGEST_LAW = 50_000_000  # preperiod and period together, which have to fit the memory
LONGEST_SUGGESTED = 64  # period that is suggested without a detector
MOST_WORK = 10**8  # members that are enumerated
MOST_COMPARED = 10**10  # values: the budget ends before
FIRST_HEADS = 8  # heads of 1 to 8 members are tried, and of the members up to these multiples:
HEADS_UPTO = (1, 2, 4, 16, 64)
MOST_MEMBERS = 20_000  # members that are searched for the first failure
FURTHEST_DENSE = 1_000_000


class Collapse(Theorem["Subtraction", "Periodic"]):
    """**Statement.** Let S be the union of the disjoint sets A and B of positive integers, and let
    f = G_A, the Grundy sequence of A, satisfy f(n + p) = f(n) + s for all n >= n0, p >= 1, s >= 0.
    Then G_S(n) = f(n) for all n **if and only if** f(m) != f(m + b) for all b in B and m >= 0. It
    suffices to check m < n0 + p. If it fails, G_S and f agree below the least m + b with
    f(m) = f(m + b), and differ there.

    **Proof.** Let n* be the least number m + b with b in B, m >= 0 and f(m) = f(m + b), or infinity
    if there is none. For n < n* let G_S = f be known below n. The options n - a, a in A, have the
    values f(n - a), of which f(n) is the mex. The options n - b, b in B, have values f(n - b) other
    than f(n), as n < n*; adding such values to a set does not change its mex if that is f(n). So
    G_S(n) = f(n). If n* is finite, some option of n* has the value f(n* - b) = f(n*); a position
    never has the value of its option, so G_S(n*) differs from f(n*).
    If m >= n0 + p, then f(m) = f(m + b) exactly if f(m - p) = f(m - p + b): m < n0 + p suffices. ∎

    **Finitely many b suffice.** *s = 0.* For b >= n0 the values f(m + b) depend on b mod p only; so
    it suffices to check the residues of the members of B from n0 on, which must be known exactly,
    and each b < n0 by itself. *s > 0.* Let mn and mx be the least and the largest of f(n0), ...,
    f(n0 + p - 1), and hi the largest of f(0), ..., f(n0 - 1). Let f(m) = f(m + b). If n0 <= m < n0
    + p, then f(m) <= mx and f(m + b) >= mn + s*floor(b/p), so floor(b/p) <= (mx - mn)/s and b <
    p*(floor((mx - mn)/s) + 1). If m < n0 and b >= n0, then f(m) <= hi and f(m + b) >= mn +
    s*floor((b - n0)/p), so hi >= mn and b < n0 + p*(floor((hi - mn)/s) + 1). So only the b below
    max(p*(floor((mx - mn)/s) + 1), n0 + p*max(0, floor((hi - mn)/s) + 1)) can violate the
    condition, the second number being left out if n0 = 0. All of these are checked.

    Here A consists of the members of S up to some number and, if S contains all multiples of some
    k, of these; the law of f is proved by the window of finite sets, or by that of multiples and a
    few others. The residues of B are exact, and each of them is attained: from polynomials, from
    the orbit of powers, from Dirichlet's theorem for primes. So the theorem refutes as well as it
    proves: subtract(12, powers(4)) has the period 260 of its members below 4^4 up to 4^10, the
    same period of those below 4^16 from 1048578 up to 4^16, and breaks it there, where 0 is an
    option and has the same value. Every check is linear in preperiod and period, so that only the
    memory limits them; the budget ends it, too.

    **Period from n = 0 on.** For n0 = s = 0 the conditions on A and on B together say that f(r) !=
    f((r - a) mod p) for all r and all a in S, where f(0), ..., f(p - 1) are G(0), ..., G(p - 1):
    only the residues of S modulo p enter, and A may be the members below p. Powers of 2 have the
    period 3, powers of an even k the period k + 1, 1 with the primes the period 4. Such claims
    with short periods are suggested here.
    """

    name: ClassVar[str] = "collapse"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/collapse.py"
    statement: ClassVar[str] = (
        "Let A be a part of the subtraction set S and f its Grundy sequence, f(n + p) = f(n) + s "
        "for all n >= n0. Then S has the same Grundy sequence if and only if f(m) != f(m + b) for "
        "all other members b of S and all 0 <= m < n0 + p; for s = 0 residues of b modulo p "
        "decide, for s > 0 finitely many b."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)

    def hypotheses(self, rule: Rule) -> Subtraction | Inapplicable:
        if not isinstance(rule, Subtraction):
            return Inapplicable("the rule is not a subtraction set")
        if rule.finite:
            return Inapplicable("the subtraction set is finite")
        if rule.missing is not None:
            return Inapplicable("the set has all numbers but a few: there is nothing to leave out")
        if all(isinstance(part, Multiples) for part in rule.named) and len(rule.named) == 1:
            return Inapplicable("the set has all multiples of a number and a few: a window decides")
        return rule

    def bound_of(self, shape: Subtraction, claim: Periodic) -> int | Inapplicable:
        return self.bound_before(shape, claim, None)

    def bound_before(
        self, shape: Subtraction, claim: Periodic, deadline: float | None
    ) -> int | Inapplicable:
        try:
            return self._bound(shape, claim, _Clock(deadline))
        except _OutOfTime:
            return Inapplicable("the budget ended before all members of the set were compared")

    def _bound(self, shape: Subtraction, claim: Periodic, clock: _Clock) -> int | Inapplicable:
        size = claim.preperiod + claim.period
        if size > LONGEST_LAW:
            return Inapplicable(f"preperiod and period are too long: {size} > {LONGEST_LAW}")
        bound = size + claim.period
        values = grundy_values(shape, bound)
        if claim.first_failure(Evidence(values)) is not None:
            return bound  # the claim fails below the bound, so nothing else matters
        from mexplore.discover.heaps.patterns.periodic import PeriodicForm

        law = PeriodicForm(claim, values[:size])
        head = _head_with(shape, law, clock)
        if head is None:
            return Inapplicable("no set of first members is seen to have this law")
        others = _Others(shape, head, law, clock)
        clashes = others.clashes_with_saltus() if claim.saltus else others.clashes_by_residue()
        if isinstance(clashes, Inapplicable):
            return clashes
        return others.disproof(clashes) if clashes else bound

    def checked(self, shape: Subtraction, claim: Periodic) -> Sequence[tuple[str, str]]:
        if claim.preperiod or claim.saltus:
            return ()
        residues = sorted(shape.residues(claim.period))
        return (
            ("the period", f"p = {claim.period}"),
            ("residues modulo p of all members of the set", ", ".join(map(str, residues))),
            ("G(r) != G((r - s) mod p) for every r and s", f"{claim.period * len(residues)} pairs"),
        )

    def claims_of(self, shape: Subtraction) -> Iterable[Periodic]:
        """The period from n = 0 on with the least p, if it is short."""
        from mexplore.discover.heaps.patterns.periodic import Periodic

        first = grundy_by_definition(shape, LONGEST_SUGGESTED)
        for p in range(1, LONGEST_SUGGESTED + 1):
            if not _clashes(first[:p], shape.residues(p)):
                yield Periodic(0, p, 0)
                return


def _clashes(values: list[int], residues: frozenset[int]) -> bool:
    """Whether f(r) = f((r - s) mod p) for some r and some residue s, p = len(values).

    >>> _clashes([0, 1, 2], frozenset({1, 2})), _clashes([0, 1, 0], frozenset({1, 2}))
    (False, True)
    """
    p = len(values)  # an index below 0 counts from the end: modulo p
    return any(values[r] == values[r - s] for r in range(p) for s in residues)


def last_member_needed(rule: Subtraction, claim: Periodic) -> int:
    """The last member of a first part of the set whose Grundy sequence has the law, which collapse
    proves of the set; the period where no such part is seen."""
    from mexplore.discover.heaps.patterns.periodic import PeriodicForm

    first = grundy_values(rule, claim.preperiod + claim.period)
    head = _head_with(rule, PeriodicForm(claim, first), _Clock(None))
    return claim.period if head is None else head.last


class _OutOfTime(Exception):
    """The deadline has passed."""


@dataclass(frozen=True)
class _Clock:
    """A deadline by `working_seconds`, if there is one."""

    deadline: float | None

    def look(self) -> None:
        """Raise if the deadline has passed."""
        if self.deadline is not None and working_seconds() > self.deadline:
            raise _OutOfTime


def _head_with(shape: Subtraction, law: PeriodicForm, clock: _Clock) -> _Head | None:
    """The first part of the set whose Grundy sequence has the law."""
    for head in _heads(shape, law.law):
        clock.look()
        if _has_law(head, law):
            return head
    return None


@dataclass(frozen=True)
class _Head:
    """A part A of a set: its members up to ``last``, and all multiples of ``step`` if not 0."""

    rule: Subtraction
    last: int
    step: int

    def __contains__(self, s: int) -> bool:
        return s <= self.last or (self.step > 0 and s % self.step == 0)


def _heads(shape: Subtraction, claim: Periodic) -> Iterator[_Head]:
    """Parts of the set, smaller ones first, that may have the law by themselves: with saltus 0
    finite ones, otherwise with all multiples of some k."""
    size = claim.preperiod + claim.period
    classes = [part.eventual_classes() for part in shape.named]
    steps = [c.m for c in classes if c is not None and 0 in c.classes and c.start == 1]
    for step in steps if claim.saltus else [0]:
        members = [s for s in shape.upto(HEADS_UPTO[-1] * size) if not step or s % step]
        counts = {*range(0 if step else 1, FIRST_HEADS + 1)}
        counts |= {sum(1 for s in members if s <= c * size) for c in HEADS_UPTO}
        for count in sorted(c for c in counts if (c or step) and c <= len(members)):
            first = members[:count]
            named = [Multiples(step)] if step else []
            yield _Head(Subtraction.of(first, named), first[-1] if first else 0, step)
    if not claim.saltus:
        # If the set is sparse, members far beyond preperiod and period may be needed too.
        scarce = list(islice(shape.upto(MOST_WORK // size), FIRST_HEADS))
        yield from (_Head(Subtraction.of(scarce[:i]), s, 0) for i, s in enumerate(scarce, start=1))


def _has_law(head: _Head, law: PeriodicForm) -> bool:
    """Whether the Grundy sequence of the part is that of the law, for all n."""
    theorem = MultiplesAndFew() if head.step else FiniteWindow()
    bound = theorem.bound(head.rule, law.law)
    if isinstance(bound, Inapplicable) or bound * (len(head.rule.members) + 1) > MOST_COMPARED:
        return False
    stop = max(bound, len(law.values))
    quick = min(stop, 2 * len(law.values))  # most parts fail early
    for end in (quick, stop):
        if (grundy_values(head.rule, end) != law.prefix(end)).any():
            return False
    return law.law.first_failure(Evidence(law.prefix(stop))) is None


@dataclass(frozen=True)
class _Others:
    """B, the members of the set outside the head, together with the law f of the head."""

    shape: Subtraction
    head: _Head
    law: PeriodicForm
    clock: _Clock = field(default_factory=lambda: _Clock(None))

    def clashes_by_residue(self) -> list[int] | Inapplicable:
        """Saltus 0: the b below n0 and the residues of the larger ones for which f(m) = f(m + b)
        for some m, as numbers from n0 on with these residues; each represents some b in B."""
        n0, p = self.law.law.preperiod, self.law.law.period
        residues = self.shape.residues_beyond(max(self.head.last, n0 - 1), p)
        if len(residues) * (n0 + p) > MOST_COMPARED:
            return Inapplicable("the residues of the set modulo the period are too many to check")
        small = [b for b in self.shape.upto(n0 - 1) if b not in self.head]
        large = [n0 + (r - n0) % p for r in residues]
        return [b for b in [*small, *large] if self.first_equal(b) is not None]

    def clashes_with_saltus(self) -> list[int] | Inapplicable:
        """Saltus > 0: all b of B for which f(m) = f(m + b) for some m."""
        limit = self.last_harmful() - 1
        if limit > MOST_WORK or limit * len(self.law.values) > MOST_COMPARED:
            return Inapplicable(f"too many members have to be looked at: those up to {limit}")
        others = (b for b in self.shape.upto(limit) if b not in self.head)
        return [b for b in others if self.first_equal(b) is not None]

    def last_harmful(self) -> int:
        """A number from which on no b can have f(m) = f(m + b), if s > 0."""
        n0, p, s = self.law.law.preperiod, self.law.law.period, self.law.law.saltus
        cycle = [int(v) for v in self.law.values[n0 : n0 + p]]
        limit = p * ((max(cycle) - min(cycle)) // s + 1)
        if n0:
            high = int(self.law.values[:n0].max())
            limit = max(limit, n0 + p * max(0, (high - min(cycle)) // s + 1))
        return limit

    def first_equal(self, b: int) -> int | None:
        """The least m with f(m) = f(m + b)."""
        import numpy as np

        self.clock.look()

        n0, p, s = self.law.law.preperiod, self.law.law.period, self.law.law.saltus
        values = self.law.values[: n0 + p].astype(np.int64)
        m = np.arange(n0 + p)
        if s == 0 and b >= n0:
            later: Column = values[n0 + (m + (b - n0) % p) % p]
        else:
            cycles = np.maximum(m + b - n0, 0) // p
            later = values[m + b - cycles * p] + s * cycles
        equal = np.flatnonzero(values == later)
        return int(equal[0]) if len(equal) else None

    def disproof(self, clashes: list[int]) -> Disproof:
        """The disproof of the law, with the n at which it fails if that is found."""
        law, harmful = self.law.law, set(clashes)
        n0, p = law.preperiod, law.period
        best: tuple[int, int] | None = None
        for b in self._in_order():
            if best is not None and b >= best[0]:
                break
            like = b if law.saltus or b < n0 else n0 + (b - n0) % p
            if like not in harmful or b in self.head:
                continue
            m = self.first_equal(b)
            assert m is not None
            best = min(best or (m + b, b), (m + b, b))
        if best is None:
            return Disproof(f"a member of the set that is {clashes[0] % p} modulo {p} breaks it")
        n, b = best
        value = self.law.at(n)
        return Disproof(
            f"by the law G({n}) = {value} = G({n - b}), and {n - b} is an option of {n}",
            at=n,
            exact=True,
        )

    def _in_order(self) -> Iterator[int]:
        """Members of the set in increasing order, as many as can be listed."""
        if any(part.dense for part in self.shape.named):
            return self.shape.upto(FURTHEST_DENSE)
        return islice(self.shape.upto(10**300), MOST_MEMBERS)

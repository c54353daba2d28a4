"""Laws that automata can read, for moves that automata can read: decided outright."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import lcm
from typing import ClassVar

from discover.automata.budget import Budget, Undecided
from discover.automata.laws import Law
from discover.automata.options import Note, refused
from discover.automata.prover import Decision, Proved, Refuted
from discover.coq.law import CoqLaw
from discover.coq.progressions import classes_law
from discover.evidence.evidence import Evidence
from discover.pattern import Pattern
from discover.patterns.automatic.pattern import Automatic
from discover.patterns.periodic import Periodic
from discover.patterns.ruler.pattern import Ruler
from discover.patterns.split import SplitPeriodic
from discover.theorem import Disproof, Inapplicable, Theorem
from rules.computing.grundy import Computation
from rules.moves import Leaving, Move, Splitting, Unlisted
from rules.rule import Rule

MOST_FIRST = 1 << 13  # first values that a law may need
MOST_MODULUS = 1 << 9
MOST_SECONDS = 120.0  # where no time is set
TESTED = 256  # so many terms beyond three times the bound are computed before anything is decided


@dataclass(frozen=True)
class Listed:
    """A rule with its moves as relations."""

    rule: Rule
    moves: tuple[Move, ...]


class DecidedByAutomata(Theorem[Listed, Pattern]):
    """**Statement.** Let the moves of a rule be finitely many kinds of these: remove k tokens, k
    in a set {a} or {a, a + d, a + 2d, ...}, and leave exactly i nonempty heaps (of any sizes,
    pairwise unequal, not all equal, or all equal); or leave one heap of m tokens for every m with
    floor((a*n + b)/c) <= m <= floor((a'*n + b')/c') and 0 <= m < n. Let every heap that is left be
    smaller than n. Let F give every n >= 0 a value F(n) >= 0, and let O be the set of all (n, v)
    such that v is the xor of F over the heaps of some option of n. If

    (0) the graph of F is that of a function: for every n there is exactly one v,
    (a) (n, F(n)) is in O for no n, and
    (b) (n, v) is in O for all n and all v < F(n),

    then F = G. If (a) or (b) fails, and n is the least number at which one of them does, then
    F(n') = G(n') for all n' < n and F(n) != G(n).

    **Proof.** By (a) and (b), F(n) is the mex of the v with (n, v) in O. Induction: if F and G
    agree below n, the values v with (n, v) in O are those of the options of n, all of whose heaps
    are smaller than n, and G(n) is their mex. Hence F(n) = G(n) exactly if (a) and (b) hold at n.

    *The check is finite.* Let the graph of F be such that for every residue r modulo some p the
    (q, v) with v = F(p*q + r) are those that a finite automaton accepts, reading the bits of q
    and v together, least significant first. Such relations are closed under and, or, not; under
    'there is a number ...' (let the automaton guess its bits, and follow all guesses at once;
    zeros at the end do not matter, as every number may be followed by them); and they include the
    solutions of linear equations and inequalities with integer coefficients (the state is what is
    left of the constant). J. R. Buechi 1960. Bitwise xor relates the bits of one place at a time,
    so that with two relations R, S the set of all (a + b, x xor y), (a, x) in R, (b, y) in S, is
    of this kind too: guess the bits of a and x, those of b and y follow, and keep the carry; and
    a != b is the condition that two bits differ somewhere. Residues add likewise, with a first
    carry where their sum reaches p. Repeating this gives the values of i heaps, with each of the
    four conditions (all equal: i*a tokens, value F(a) for odd i and 0 for even i; not all equal:
    two of the heaps are unequal, the others are any; pairwise unequal: three heaps guessed at
    once). Removing k shifts q by a constant for each residue; removing a, a + d, ... with d a
    divisor of p shifts it by a constant or more. So O is accepted by an automaton for each
    residue, and so are the sets of exceptions to (0), (a) and (b). These are empty exactly if no
    accepting state can be reached, and otherwise the least number in them is read off the
    automaton. ∎

    Nothing is assumed of F: its first values are computed, but were they wrong, (a) or (b) would
    fail. So the claim holds outright where the check ends well; the bound is the number of terms
    that show that its preperiod and period are least. Where the budget of states or seconds ends
    before the check does, nothing is said.
    """

    name: ClassVar[str] = "automata"
    source: ClassVar[str] = (
        "J. R. Buechi, Weak second-order arithmetic and finite automata, Z. Math. Logik Grundlagen "
        "Math. 6 (1960) 66-92, for the decision; the theorem with proof in full in "
        "discover/theorems/decided_by_automata.py"
    )
    statement: ClassVar[str] = (
        "If F(n) is a function of n, if no option of n has the value F(n), and if every smaller "
        "value is that of some option, the options being valued by F, then F(n) = G(n) for all n. "
        "For laws that are linear, or the ruler function, on residue classes and moves that are "
        "sums, bounds and residues, finite automata that read n and the values in base 2 decide "
        "each of the three for all n."
    )
    heavy: ClassVar[bool] = True
    about: ClassVar[tuple[type[Pattern], ...]] = (Periodic, SplitPeriodic, Ruler, Automatic)

    def hypotheses(self, rule: Rule) -> Listed | Inapplicable:
        moves = rule.relations()
        if isinstance(moves, Unlisted):
            return Inapplicable(moves.reason)
        reason = next((why for why in map(refused, moves) if why), None)
        return Inapplicable(reason) if reason else Listed(rule, moves)

    def coq(self, shape: Listed, claim: Pattern) -> CoqLaw | Inapplicable:
        """Of periods of subtraction sets: the library of Coq proofs has no automata."""
        subtraction = shape.rule.as_subtraction()
        if subtraction is None or not isinstance(claim, Periodic):
            return super().coq(shape, claim)
        return classes_law(subtraction, claim)

    def bound_of(self, shape: Listed, claim: Pattern) -> int | Inapplicable:
        return self.bound_before(shape, claim, None)

    def bound_before(
        self, shape: Listed, claim: Pattern, deadline: float | None
    ) -> int | Inapplicable:
        one_heap = all(isinstance(m, Leaving) or m.heaps < 2 for m in shape.moves)
        if one_heap and isinstance(claim, Automatic):
            return Inapplicable("moves to one heap and laws of this kind are the window product's")
        until = time.monotonic() + MOST_SECONDS if deadline is None else deadline
        return question(shape, claim).answer(until)

    def account(self, shape: Listed, claim: Pattern) -> Sequence[str]:
        asked = question(shape, claim)
        moves = (f"  move: {move}" for move in shape.moves)
        return (
            *moves,
            *(f"  automaton, {states} states: {words}" for words, states in asked.log),
        )


@lru_cache(maxsize=64)
def question(shape: Listed, claim: Pattern) -> Question:
    """The question whether a claim is true of a rule, which keeps its answer."""
    return Question(shape, claim)


@dataclass(eq=False)
class Question:
    """Whether the law that a claim and the first values make is the Grundy function."""

    shape: Listed
    claim: Pattern
    log: list[Note] = field(default_factory=list)
    _answer: int | Inapplicable | None = None

    def answer(self, deadline: float | None) -> int | Inapplicable:
        """The bound, or why there is none. What the seconds did not suffice for is asked again."""
        if self._answer is None:
            try:
                self._answer = self._decided(deadline)
            except Undecided as undecided:
                if not undecided.for_good:
                    return Inapplicable(undecided.reason)
                self._answer = Inapplicable(undecided.reason)
        return self._answer

    def _decided(self, deadline: float | None) -> int | Inapplicable:
        law = self.law(deadline)
        if isinstance(law, Inapplicable):
            return law
        refined = self._refined(law)
        if isinstance(refined, Inapplicable):
            return refined
        self.log.clear()
        decision = Decision(refined, self.shape.moves, self.log)
        verdict = decision.verdict(Budget(deadline=deadline))
        if isinstance(verdict, Refuted):
            return Disproof(f"the claim is false: {verdict}", at=verdict.n, exact=True)
        assert isinstance(verdict, Proved)
        return law.decided_by

    def law(self, deadline: float | None = None) -> Law | Inapplicable:
        """The claim with the first values that it needs, after it was held against three times
        as many terms: most of what is false is refuted by these."""
        computation = Computation(self.shape.rule)
        law: Law | None = None
        stop = TESTED
        while law is None:
            evidence = Evidence(_computed(computation, stop, deadline))
            if (failure := self.claim.first_failure(evidence)) is not None:
                return _false_at(failure)
            form = self.claim.closed_form(evidence)
            law = form.by_residues() if form else None
            if form and law is None:
                return Inapplicable("the law is not linear on residue classes")
            if stop > MOST_FIRST and law is None:
                return Inapplicable(f"the law needs more than {MOST_FIRST} first values")
            stop *= 2
        evidence = Evidence(_computed(computation, 3 * law.decided_by + TESTED, deadline))
        failure = self.claim.first_failure(evidence)
        return law if failure is None else _false_at(failure)

    def _refined(self, law: Law) -> Law | Inapplicable:
        """The law by residues modulo a number that the steps of the moves divide."""
        steps = [m.step for m in self.shape.moves if isinstance(m, Splitting) and m.step]
        modulus = lcm(law.modulus, *steps)
        if modulus > MOST_MODULUS:
            return Inapplicable(f"residues modulo {modulus} are too many: {MOST_MODULUS} at most")
        refined = law.refined(modulus // law.modulus)
        return refined or Inapplicable(f"the law is not given by residues modulo {modulus}")


def _computed(computation: Computation, stop: int, deadline: float | None):  # type: ignore[no-untyped-def]
    values = computation.extend(stop, deadline)
    if len(values) < stop:
        raise Undecided("undecided within the time given", for_good=False)
    return values


def _false_at(n: int) -> Disproof:
    return Disproof(f"the claim is false: it fails at n = {n}", at=n, exact=True)

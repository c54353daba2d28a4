"""Whether a claim is the Grundy function of a rule whose moves automata can read."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from math import lcm

from mexplore.discover.automata.laws import Law
from mexplore.discover.automata.operations import Budget, Undecided
from mexplore.discover.automata.options import Note
from mexplore.discover.automata.prover import Decision, Holds, Refuted
from mexplore.discover.heaps.theorems.decided_by_automata.listed import Listed
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import Disproof, Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Computation
from mexplore.rules.moves.relations import Splitting

MOST_FIRST = 1 << 13  # first values that a law may need
MOST_MODULUS = 1 << 9
TESTED = 256  # terms beyond three times the bound, computed before anything is decided


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
        """The bound, or why there is none. A question that ran out of time is tried again the next
        time."""
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
        refined = self.refined(law)
        if isinstance(refined, Inapplicable):
            return refined
        self.log.clear()
        decision = Decision(refined, self.shape.moves, self.log)
        verdict = decision.verdict(Budget(deadline=deadline))
        if isinstance(verdict, Refuted):
            return Disproof(f"the claim is false: {verdict}", at=verdict.n, exact=True)
        assert isinstance(verdict, Holds)
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

    def refined(self, law: Law) -> Law | Inapplicable:
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

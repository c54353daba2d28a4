"""The judges that the detector of laws with parameters asks: the theorem `digits` and a solver, or
members where no solver is installed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mexplore.discover.families.fitting.judge import Coverage, Verdict
from mexplore.discover.families.fitting.points import box
from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.theorems.coverage import outside_script
from mexplore.discover.families.theorems.proving import prove_law
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.constraint import Cell, all_hold

LARGEST = 22  # of the parameters of members that are looked at without a solver
MOST, TERMS = 12, 90  # members of a law, and values of each


@dataclass(frozen=True)
class SolverJudge:
    """A `discover.families.fitting.judge.Judge` by one solver. The elements are those that the law
    names: that they are the elements of the family is seen when the claim about it is proved."""

    solver: Solver

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        """Whether the law is true for all parameters in its cell."""
        elements = tuple(move.element for move in law.moves)
        outcome = prove_law(law, elements, [self.solver], working_seconds() + seconds)
        found = dict(outcome.counterexample) or None
        return Verdict(outcome.proved, found, outcome.conditions, outcome.failed)

    def cover(
        self, names: Sequence[str], domain: Cell, cells: Sequence[Cell], seconds: float
    ) -> Coverage:
        """Whether every point of the domain is in one of the cells."""
        script = outside_script(names, domain, cells)
        answer = self.solver.answer(script, working_seconds() + seconds)
        if answer.verdict == "unsat":
            return Coverage(True)
        point = {name: answer.solution.get(f"k{i}", 0) for i, name in enumerate(names)}
        return Coverage(False, point if answer.solution else None)


class ByMembers:
    """Laws are held against small members, and cells against small points: what passes holds so
    far, and nothing is proved."""

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        until = working_seconds() + seconds
        names = law.parameters
        points = box(law.cell, names, [LARGEST] * len(names))
        for point in points[:: -max(1, len(points) // MOST)]:
            values = dict(zip(names, map(int, point), strict=True))
            terms = by_definition([move.element.at(values) for move in law.moves], TERMS)
            if any(value_at(law, values, n) != term for n, term in enumerate(terms)):
                return Verdict(False, values, reason="a value is another one")
            if working_seconds() > until:
                return Verdict(False, reason="the time is up")
        return Verdict(len(points) > 0)

    def cover(
        self, names: Sequence[str], domain: Cell, cells: Sequence[Cell], seconds: float
    ) -> Coverage:
        del seconds
        for point in box(domain, names, [LARGEST] * len(names)):
            values = dict(zip(names, map(int, point), strict=True))
            if not any(all_hold(cell, values) for cell in cells):
                return Coverage(False, values)
        return Coverage(True)

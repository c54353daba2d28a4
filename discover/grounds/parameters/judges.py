"""The judges of the detector: a solver, or members where no solver is installed."""

from __future__ import annotations

import time
from collections.abc import Sequence

from discover.fitting.judge import Coverage, Verdict
from discover.fitting.points import box
from discover.patterns.parameters.digits import value_at
from discover.patterns.parameters.law import DigitLaw
from discover.patterns.parameters.members import by_definition
from discover.solvers.formulas import all_of, holds, none_of
from discover.solvers.script import question
from discover.solvers.solver import Solver
from discover.theorems.parameters.proving import prove_law
from rules.parameters.constraint import Cell, all_hold

LARGEST = 22  # of the parameters of members that are looked at
MOST, TERMS = 12, 90  # members of a law, and values of each


class BySolver:
    """Every condition of the theorem is decided by a solver."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        elements = tuple(move.element for move in law.moves)
        found = prove_law(law, elements, [self.solver], time.monotonic() + seconds)
        where = dict(found.counterexample) or None
        return Verdict(found.proved, where, found.conditions, found.failed)

    def cover(
        self, names: Sequence[str], domain: Cell, cells: Sequence[Cell], seconds: float
    ) -> Coverage:
        own = {name: f"k{i}" for i, name in enumerate(names)}
        inside = (all_of(holds(constraint, own) for constraint in cell) for cell in cells)
        where = all_of(holds(constraint, own) for constraint in domain)
        outside = question(tuple(own.values()), where, none_of(inside))
        found = self.solver.answer(outside, time.monotonic() + seconds)
        if found.verdict != "sat":
            return Coverage(found.verdict == "unsat")
        return Coverage(False, {name: found.solution[own[name]] for name in names})


class ByMembers:
    """Laws are held against small members, and cells against small points: what passes holds so
    far, and nothing is proved."""

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        until = time.monotonic() + seconds
        names = law.parameters
        points = box(law.cell, names, [LARGEST] * len(names))
        for point in points[:: -max(1, len(points) // MOST)]:
            values = dict(zip(names, map(int, point), strict=True))
            terms = by_definition([move.element.at(values) for move in law.moves], TERMS)
            if any(value_at(law, values, n) != term for n, term in enumerate(terms)):
                return Verdict(False, values, reason="a value is another one")
            if time.monotonic() > until:
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

"""A judge that looks at members only: enough to see how the detector works with a judge."""

from __future__ import annotations

import time
from collections.abc import Sequence

from mexplore.discover.families.fitting.judge import Coverage, Verdict
from mexplore.discover.families.fitting.members import box, points_of
from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.parameters.constraint import Cell, all_hold
from mexplore.rules.rule import grundy_by_definition

LARGEST = 22
TERMS = 60


class ByMembers:
    """Holds laws against members by the definition of G, and cells against a box of points."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.asked = 0

    def prove(self, law: DigitLaw, seconds: float) -> Verdict:
        del seconds
        self.asked += 1
        time.sleep(self.seconds)
        for point in box(law.cell, law.parameters, [LARGEST] * len(law.parameters))[-9:]:
            values = dict(zip(law.parameters, map(int, point), strict=True))
            rule = Subtraction.of(sorted({move.element.at(values) for move in law.moves}))
            terms = grundy_by_definition(rule, TERMS)
            if any(value_at(law, values, n) != terms[n] for n in range(TERMS)):
                return Verdict(proved=False, parameters=values)
        return Verdict(proved=True)

    def cover(
        self, names: Sequence[str], domain: Cell, cells: Sequence[Cell], seconds: float
    ) -> Coverage:
        del seconds
        for values in points_of(domain, names, LARGEST):
            if not any(all_hold(cell, values) for cell in cells):
                return Coverage(complete=False, outside=values)
        return Coverage(complete=True)

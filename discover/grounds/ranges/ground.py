"""The ground of families of ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discover.grounds.parameters.by_cases import Kind
from discover.grounds.parameters.ground_by_cases import GroundByCases
from discover.patterns.ranges.pattern import RangeLaw
from rules.parameters.family import FamilyOfRules
from rules.parameters.ranges import RangeFamily


class FamiliesOfRanges(GroundByCases[RangeFamily]):
    """Rules whose moves are ranges with names in their ends, for all values of the names."""

    name: ClassVar[str] = "families of ranges"
    family: ClassVar[type[FamilyOfRules]] = RangeFamily

    def claims(self) -> Sequence[type[RangeLaw]]:
        return (RangeLaw,)

    def kind(self) -> Kind:
        from discover.grounds.ranges.study import RANGES

        return RANGES

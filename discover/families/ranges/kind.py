"""The kind of families of ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mexplore.discover.families.by_cases import Kind
from mexplore.discover.families.kind_by_cases import KindByCases
from mexplore.discover.families.ranges.patterns.pattern import RangeLaw
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.ranges import RangeFamily


class FamiliesOfRanges(KindByCases[RangeFamily]):
    """Rules whose moves are ranges with names in their ends, for all values of the names."""

    name: ClassVar[str] = "families of ranges"
    family: ClassVar[type[FamilyOfRules]] = RangeFamily

    def claims(self) -> Sequence[type[RangeLaw]]:
        return (RangeLaw,)

    def kind(self) -> Kind:
        from mexplore.discover.families.ranges.study import RANGES

        return RANGES

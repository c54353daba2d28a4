"""What a theorem about families of ranges is: it proves laws for all members, by solvers."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.families.ranges.patterns.pattern import RangeLaw
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.rules.parameters.ranges import RangeFamily


class RangeTheorem(TheoremByCases[RangeFamily, RangeLaw]):
    """One theorem about laws of ranges."""

    about: ClassVar[tuple[str, ...]] = (RangeLaw.name,)

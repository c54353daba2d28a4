"""The claim about a family whose moves are ranges: a split, and laws for its cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.ranges.patterns import writing
from mexplore.discover.families.ranges.patterns.law import ValueLaw


@dataclass(frozen=True)
class RangeLaw(LawsByCases):
    """Each `ValueLaw` is true for all members of its case and cell, and every member has one."""

    name: ClassVar[str] = "law of ranges"

    @staticmethod
    def read_law(given: dict[str, Any]) -> ValueLaw:
        return writing.read_law(given)

    @staticmethod
    def write_law(law: ValueLaw) -> dict[str, Any]:
        return writing.write_law(law)

"""The claim about a family of codes: a split, and laws for its cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from mexplore.discover.families.codes.patterns import law
from mexplore.discover.families.patterns.by_cases import LawsByCases


@dataclass(frozen=True)
class CodeLaw(LawsByCases):
    """Each `WordLaw` is true for all members of its case and cell, and every member has one."""

    name: ClassVar[str] = "law of codes"

    @staticmethod
    def read_law(given: dict[str, Any]) -> law.WordLaw:
        return law.read_law(given)

    @staticmethod
    def write_law(law_: law.WordLaw) -> dict[str, Any]:
        return law.write_law(law_)

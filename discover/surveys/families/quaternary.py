"""Quaternary games of k digits: one heap is left, or none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mexplore.discover.surveys.codes import Codes


@dataclass(frozen=True)
class Quaternary(Codes):
    """``quaternary(3)``: the codes 0.d1d2d3 with digits 0 to 3.

    >>> Quaternary(3).size, Quaternary(3).at(0b110001).rule
    (64, '0.301')
    """

    examples: ClassVar[tuple[str, ...]] = ("quaternary(2)", "quaternary(4)")
    meaning: ClassVar[str] = "quaternary(4): the codes 0.d1d2d3d4, digits 0 to 3"
    name: ClassVar[str] = "quaternary"
    base: ClassVar[int] = 4
    leads: ClassVar[tuple[int, ...]] = (0,)

    @classmethod
    def _refuse_lead(cls, text: str, lead: int | None) -> None:
        """Only d0 = 0 is allowed: with another d0 a game need not end."""
        if lead:
            from mexplore.rules.errors import RuleSyntaxError

            problem = f"with d0 = {lead} a game need not end"
            raise RuleSyntaxError(text, text.index("lead"), problem, "leave it out")

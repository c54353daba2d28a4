"""Subtraction sets of all numbers but a few."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mexplore.discover.surveys.sets import Sets


@dataclass(frozen=True)
class AllBut(Sets):
    """``all-but(max=8, size<=3)``: all numbers may be removed but those of F, at most 3 of the
    numbers 1 to 8.

    >>> AllBut(8, 3).size, AllBut(8, 3).at(8).rule
    (92, 'subtract(all but 1, 2)')
    """

    examples: ClassVar[tuple[str, ...]] = ("all-but(max=6)", "all-but(max=9, size<=2)")
    meaning: ClassVar[str] = "all-but(max=8, size<=3): all numbers but those of F, of 1 to 8"
    name: ClassVar[str] = "all-but"
    letter: ClassVar[str] = "F"

    def rule_of(self, listed: str) -> str:
        return f"subtract(all but {listed})"

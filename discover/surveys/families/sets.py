"""Families of rules that are given by a set of numbers."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.surveys.family import Sets
from mexplore.rules.dataclass import dataclass


@dataclass(frozen=True)
class Subtract(Sets):
    """``subtract(max=12, size<=4)``: every set S of at most 4 of the numbers 1 to 12.

    >>> family = Subtract(22, 4)
    >>> family.size, family.at(22).rule, family.at(22).parameters["S"]
    (9108, 'subtract(1, 2)', [1, 2])
    """

    examples: ClassVar[tuple[str, ...]] = ("subtract(max=7)", "subtract(max=9, size<=3)")
    meaning: ClassVar[str] = "subtract(max=12, size<=4): sets S of up to 4 of the numbers 1 to 12"
    name: ClassVar[str] = "subtract"
    letter: ClassVar[str] = "S"


@dataclass(frozen=True)
class Divide(Sets):
    """``divide(max=12, size<=3)``: every set D of at most 3 of the divisors 2 to 12.

    >>> Divide(12, 3).size, Divide(12, 3).at(11).rule
    (231, 'divide(2, 3)')
    """

    examples: ClassVar[tuple[str, ...]] = ("divide(max=6)", "divide(max=9, size<=2)")
    meaning: ClassVar[str] = "divide(max=12, size<=3): sets D of up to 3 of the divisors 2 to 12"
    name: ClassVar[str] = "divide"
    letter: ClassVar[str] = "D"
    least: ClassVar[int] = 2


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

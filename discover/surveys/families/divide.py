"""Division games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mexplore.discover.surveys.sets import Sets


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

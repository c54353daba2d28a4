"""Finite subtraction sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mexplore.discover.surveys.sets import Sets


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

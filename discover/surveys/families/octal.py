"""Octal games of k digits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mexplore.discover.surveys.codes import Codes


@dataclass(frozen=True)
class Octal(Codes):
    """``octal(3)``: the codes 0.d1d2d3 and 4.d1d2d3; ``octal(3, lead=0)`` only the first.

    >>> octal = Octal(2)
    >>> octal.size, octal.at(0o77).rule, octal.at(64).parameters
    (128, '0.77', {'d0': 4, 'd1': 0, 'd2': 0})
    """

    examples: ClassVar[tuple[str, ...]] = ("octal(3)", "octal(2, lead=4)")
    meaning: ClassVar[str] = "octal(3): the codes 0.d1d2d3 and 4.d1d2d3; octal(3, lead=0)"
    name: ClassVar[str] = "octal"
    base: ClassVar[int] = 8
    leads: ClassVar[tuple[int, ...]] = (0, 4)

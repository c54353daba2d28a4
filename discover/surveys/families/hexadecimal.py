"""Hexadecimal games of k digits: up to three heaps are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mexplore.discover.surveys.codes import Codes


@dataclass(frozen=True)
class Hexadecimal(Codes):
    """``hexadecimal(2)``: the codes 0.d1d2 with digits 0 to F; ``lead=8`` gives 8.d1d2.

    >>> Hexadecimal(2).size, Hexadecimal(2).at(0x3F).rule
    (256, '0.3F')
    """

    examples: ClassVar[tuple[str, ...]] = ("hexadecimal(1)", "hexadecimal(1, lead=8)")
    meaning: ClassVar[str] = "hexadecimal(2): the codes 0.d1d2, digits 0 to F"
    name: ClassVar[str] = "hexadecimal"
    base: ClassVar[int] = 16
    leads: ClassVar[tuple[int, ...]] = (0,)

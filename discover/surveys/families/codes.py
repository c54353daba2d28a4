"""Families of take-and-break codes, by the base of their digits."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.surveys.family import Codes
from mexplore.rules.dataclass import dataclass


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

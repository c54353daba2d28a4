"""Octal games whose digits repeat forever."""

from __future__ import annotations

from typing import ClassVar, Self

from mexplore.discover.surveys.family import Family, Holes, Member, Parameter, read_arguments
from mexplore.rules.dataclass import dataclass

MOST_DIGITS = 40


@dataclass(frozen=True)
class Repeating(Family):
    """``repeating(2)``: the codes 0.[d1d2]; ``repeating(2, head=1)``: 0.d1[d2d3]. Different digits
    are different rules, as the digits d1 d2 d3 ... that they stand for differ.

    >>> Repeating(2, 1).size, Repeating(2, 1).at(0o703).rule
    (512, '0.7[03]')
    """

    examples: ClassVar[tuple[str, ...]] = ("repeating(2)", "repeating(1, head=1)")
    meaning: ClassVar[str] = "repeating(2): the codes 0.[d1d2]; repeating(2, head=1): 0.d1[d2d3]"

    length: int
    head: int = 0

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        del holes
        known = (
            Parameter("digits", 1, MOST_DIGITS),
            Parameter("head", 0, MOST_DIGITS, optional=True),
        )
        given = read_arguments(text, "repeating", known)
        return None if given is None else cls(given["digits"], given.get("head", 0))

    def __str__(self) -> str:
        return f"repeating({self.length}{f', head={self.head}' if self.head else ''})"

    @property
    def title(self) -> str:
        return "repeating"

    @property
    def size(self) -> int:
        return int(8 ** (self.head + self.length))

    def at(self, place: int) -> Member:
        count = self.head + self.length
        digits = [place // 8**i % 8 for i in reversed(range(count))]
        written = "".join(map(str, digits))
        text = f"0.{written[: self.head]}[{written[self.head :]}]"
        return Member(text, {f"d{i}": d for i, d in enumerate(digits, 1)})

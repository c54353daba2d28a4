"""Interval games between fractions of the heap."""

from __future__ import annotations

from typing import ClassVar, Self

from mexplore.discover.surveys.family import Family, Holes, Member, Parameter, read_arguments
from mexplore.rules.dataclass import dataclass

LARGEST = 1000
_ROUNDED = ("n // {}", "ceil(n/{})")


@dataclass(frozen=True)
class Intervals(Family):
    """``intervals(max=5)``: leave(low .. high), low being 0, floor(n/c) or ceil(n/c), high being
    n - 1, floor(n/d) or ceil(n/d), 2 <= d < c <= 5: 2*5^2 - 2*5 + 1 rules.

    With c = d both ends may meet, and the interval holds a number or none, so they are left out.

    >>> Intervals(5).size, Intervals(5).at(9).rule, Intervals(5).at(40).parameters
    (41, 'leave(n // 2 .. n - 1)', {'c': 5, 'd': 4, 'up': 3})
    """

    examples: ClassVar[tuple[str, ...]] = ("intervals(max=3)", "intervals(max=5)")
    meaning: ClassVar[str] = "intervals(max=5): leave(n // c .. n // d), c and d up to 5"

    largest: int

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        del holes
        given = read_arguments(text, "intervals", (Parameter("max", 2, LARGEST),))
        return None if given is None else cls(given["max"])

    def __str__(self) -> str:
        return f"intervals(max={self.largest})"

    @property
    def title(self) -> str:
        return "intervals"

    @property
    def size(self) -> int:
        return 2 * self.largest**2 - 2 * self.largest + 1

    def at(self, place: int) -> Member:
        """Those with low = 0 first, then by c: of each c both roundings, with n - 1 as high, then
        by d with both roundings: 2 (1 + 2 (c - 2)) of them."""
        if place < 2 * self.largest - 1:
            return _member(0, 0, place)
        place -= 2 * self.largest - 1
        c = 2
        while place >= 2 * (2 * c - 3):
            place -= 2 * (2 * c - 3)
            c += 1
        up, rest = divmod(place, 2 * c - 3)
        return _member(c, up, rest)


def _member(c: int, up: int, rest: int) -> Member:
    """The rule with the low end n/c, rounded up or down (0, if c is), and the high end n - 1, or
    n/d with d = 2 + (rest - 1) // 2."""
    low = _ROUNDED[up].format(c) if c else "0"
    if rest == 0:
        return Member(f"leave({low} .. n - 1)", {"c": c, "d": 1, "up": up})
    d, other = divmod(rest - 1, 2)
    high = _ROUNDED[other].format(d + 2)
    return Member(f"leave({low} .. {high})", {"c": c, "d": d + 2, "up": 2 * up + other})

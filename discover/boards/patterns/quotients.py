"""How often floors of quotients of x and y have a value: Euclid's games."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from math import isqrt

from mexplore.discover.boards.patterns.regions import Region
from mexplore.discover.numerics.integers import floor_sum
from mexplore.rules.arithmetic.numbers import Surd, square_root


def quotient_squares(value: int, region: Region) -> int:
    """How many squares have floor(max(x, y)/min(x, y)) = value, which is 0 where x or y is.

    >>> quotient_squares(2, Region.box(6, 6))  # 1 and 2, 2 and 4, 2 and 5
    6
    """
    if value == 0:
        return region.on_the_edges
    twice = _on_diagonal(region) if value == 1 else 0
    return _both(_Multiple(value), _Multiple(value + 1), region) - twice


def euclid_squares(value: int, region: Region) -> int:
    """How many squares have floor(|x/y - y/x|) = value, which is 0 where x or y is.

    Above the diagonal y/x - x/y >= v says that y/x >= (v + sqrt(v^2 + 4))/2.

    >>> euclid_squares(1, Region.box(6, 6)), euclid_squares(1, Region.box(10**18, 10**18)) % 1000
    (6, 240)
    """
    found = _both(_Root(value), _Root(value + 1), region)
    return found if value else found - _on_diagonal(region) + region.on_the_edges


def _on_diagonal(region: Region) -> int:
    return max(region.along_diagonal(0) - 1, 0)


def _both(low: _Line, high: _Line, region: Region) -> int:
    """The squares with low(x) <= y < high(x), x >= 1, and those with the coordinates exchanged."""
    return sum(_under(high, part) - _under(low, part) for part in (region, region.mirrored))


class _Line:
    """x -> ceil(alpha*x), alpha >= 1."""

    def at(self, x: int) -> int:
        raise NotImplementedError

    def sum_below(self, stop: int) -> int:
        """The sum over 1 <= x < stop."""
        raise NotImplementedError


class _Multiple(_Line):
    def __init__(self, times: int) -> None:
        self.times = times

    def at(self, x: int) -> int:
        return self.times * x

    def sum_below(self, stop: int) -> int:
        return self.times * (stop * (stop - 1) // 2)


class _Root(_Line):
    def __init__(self, v: int) -> None:
        self.v = v

    def at(self, x: int) -> int:
        y = (self.v * x + isqrt(x * x * (self.v * self.v + 4))) // 2
        return y if y * y - self.v * x * y - x * x >= 0 else y + 1

    def sum_below(self, stop: int) -> int:
        alpha = (square_root(Fraction(self.v * self.v + 4)) + self.v) / 2
        if not isinstance(alpha, Surd):  # v = 0
            return stop * (stop - 1) // 2
        return floor_sum(alpha, stop) + stop - 1 if stop > 1 else 0


def _under(line: _Line, region: Region) -> int:
    """How many squares of the region have x >= 1 and y < line(x): the line rises, and the end of
    the column falls, so that the line is the lower one up to where they meet."""
    width, height, total = region
    if width <= 1:
        return 0

    def beyond(x: int) -> bool:
        return line.at(x) >= min(height, total - x)

    meet = bisect_left(range(1, width), True, key=beyond) + 1
    rest = region.area - Region(meet, height, total).area
    return line.sum_below(meet) + rest

"""Sums over a region x < W, y < H, x + y < S, with a vector that leads on from each square."""

from __future__ import annotations

from typing import NamedTuple


class Region(NamedTuple):
    """The squares x, y >= 0 with x < width, y < height and x + y < total."""

    width: int
    height: int
    total: int

    @classmethod
    def box(cls, width: int, height: int) -> Region:
        """The squares with x < width, y < height."""
        return cls(width, height, width + height)

    def along_row(self, y: int) -> int:
        """How many x there are on row y."""
        return max(min(self.width, self.total - y), 0) if y < self.height else 0

    @property
    def mirrored(self) -> Region:
        """The coordinates exchanged."""
        return Region(self.height, self.width, self.total)


def copies(region: Region, square: tuple[int, int], vector: tuple[int, int]) -> int:
    """How many l >= 0 have square + l*vector in the region; both coordinates of the vector >= 1."""
    (x, y), (a, b) = square, vector
    return max(
        min(_up(region.width - x, a), _up(region.height - y, b), _up(region.total - x - y, a + b)),
        0,
    )


def _up(above: int, below: int) -> int:
    return -(-above // below)


def copies_along(
    region: Region, square: tuple[int, int], vector: tuple[int, int], step: int
) -> int:
    """The sum of `copies` over the squares (x + i*step, y), i >= 0, where the step is a multiple of
    a and of a + b. Each of the three numbers in the minimum is then a line in i: the second one is
    constant, the first falls faster than the third."""
    (x, y), (a, b) = square, vector
    first, third = _up(region.width - x, a), _up(region.total - x - y, a + b)
    fast, slow = step // a, step // (a + b)
    constant = _up(region.height - y, b)
    if min(first, constant, third) <= 0:
        return 0
    # i < end: all three are positive; i < flat: the second is the least; then the third is, as
    # long as i < turn, and then the first.
    end = min(_up(first, fast), _up(third, slow))
    flat = min(_at_least(first, fast, constant), _at_least(third, slow, constant), end)
    turn = min(max(_at_least(first - third, fast - slow, 0), flat), end)
    return constant * flat + _line(third, slow, flat, turn) + _line(first, fast, turn, end)


def _at_least(start: int, fall: int, least: int) -> int:
    """How many i >= 0 have start - fall*i >= least."""
    return (start - least) // fall + 1 if start >= least else 0


def _line(start: int, fall: int, low: int, high: int) -> int:
    """The sum of start - fall*i over low <= i < high."""
    count = high - low
    return count * start - fall * (count * (low + high - 1) // 2)

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

    @property
    def area(self) -> int:
        """How many squares there are: of the triangle x + y < S those beyond a side are left out,
        and those beyond both sides, which were left out twice, are added.

        >>> Region(3, 2, 10).area, Region(10, 10, 4).area, Region(3, 2, 3).area
        (6, 10, 5)
        """
        width, height, total = self
        if min(self) <= 0:
            return 0
        corners = (total, total - width, total - height, total - width - height)
        whole, right, above, both = (max(n, 0) * (max(n, 0) + 1) // 2 for n in corners)
        return whole - right - above + both

    @property
    def on_the_edges(self) -> int:
        """How many squares have x = 0 or y = 0."""
        return self.area - Region(self.width - 1, self.height - 1, self.total - 2).area

    def along_diagonal(self, distance: int) -> int:
        """How many n >= 0 have the square (n, n + distance) in the region, distance >= 0."""
        return max(min(self.width, self.height - distance, (self.total - distance + 1) // 2), 0)


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


def triangles(side: int, fall: int, count: int) -> int:
    """The sum of T(side - fall*i) over 0 <= i < count, T(n) = n*(n + 1)/2 for n > 0, else 0.

    >>> triangles(5, 2, 10)  # 15 + 6 + 1
    22
    """
    if side <= 0:
        return 0
    if fall:
        count = min(count, _up(side, fall))
    # The sums of 1, i and i^2.
    ones, i, squares = count, count * (count - 1) // 2, count * (count - 1) * (2 * count - 1) // 6
    return (side * (side + 1) * ones - fall * (2 * side + 1) * i + fall * fall * squares) // 2

"""Where a value is along a line, and regions in which squares of a value are counted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mexplore.rules.dataclass import dataclass

FURTHEST = 1 << 14  # bits of a number that is looked for


class Places(ABC):
    """A set of numbers n >= 0, finite or not."""

    @abstractmethod
    def below(self, stop: int) -> int:
        """How many of them are less than ``stop``."""

    def between(self, low: int, high: int) -> int:
        """How many of them are in low <= n < high."""
        return self.below(max(high, 0)) - self.below(max(low, 0)) if low < high else 0

    def nth(self, k: int) -> int | None:
        """The k-th of them, k = 1, 2, ...; None where there are fewer, or it is out of reach."""
        high = 1
        while self.below(high) < k:
            high *= high + 1
            if high.bit_length() > FURTHEST:
                return None
        low = 0  # below(low) < k <= below(high)
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (middle, high) if self.below(middle) < k else (low, middle)
        return low

    def listed(self, low: int, high: int, stride: int = 1) -> Iterator[int]:
        """Those in low <= n < high that differ from low by a multiple of ``stride``, in order."""
        k = self.below(low) + 1
        for number in range(k, k + self.between(low, high)):
            n = self.nth(number)
            if n is not None and (n - low) % stride == 0:
                yield n


@dataclass(frozen=True)
class Intervals(Places):
    """The numbers of disjoint intervals low <= n < high in increasing order; in the last one a high
    of None says that it has no end.

    >>> numbers = Intervals.of([(20, None), (3, 5), (4, 6)])
    >>> numbers, numbers.below(22), numbers.nth(4), list(numbers.listed(3, 30, stride=9))
    (Intervals(ends=((3, 6), (20, None))), 5, 20, [3, 21])
    """

    ends: tuple[tuple[int, int | None], ...]

    @classmethod
    def of(cls, given: Iterable[tuple[int, int | None]]) -> Intervals:
        """The union of intervals that may overlap, be empty, or begin below 0."""
        found: list[tuple[int, int | None]] = []
        starts = ((max(low, 0), high) for low, high in given)
        for low, high in sorted(starts, key=lambda interval: interval[0]):
            if high is not None and high <= low:
                continue
            if found and (last := found[-1][1]) is None:
                break
            if found and last is not None and low <= last:
                found[-1] = (found[-1][0], None if high is None else max(last, high))
            else:
                found.append((low, high))
        return cls(tuple(found))

    @classmethod
    def single(cls, numbers: Iterable[int]) -> Intervals:
        """These numbers; negative ones are left out."""
        return cls.of((n, n + 1) for n in numbers if n >= 0)

    def below(self, stop: int) -> int:
        return sum(
            (stop if high is None else min(high, stop)) - low
            for low, high in self.ends
            if low < stop
        )

    def nth(self, k: int) -> int | None:
        for low, high in self.ends:
            if high is None or k <= high - low:
                return low + k - 1
            k -= high - low
        return None

    def listed(self, low: int, high: int, stride: int = 1) -> Iterator[int]:
        for first, end in self.ends:
            start = max(low, first)
            start += (low - start) % stride
            yield from range(start, high if end is None else min(end, high), stride)


@dataclass(frozen=True)
class Counted(Places):
    """Numbers that are known by how many there are below any number.

    >>> squares = Counted(lambda stop: len([n for n in range(stop) if n * n < stop]))
    >>> squares.nth(4)
    9
    """

    count: Callable[[int], int]

    def below(self, stop: int) -> int:
        return self.count(stop)


@dataclass(frozen=True)
class Stepping(Places):
    """The n with a(n) = value, where a(n + period) = a(n) + saltus, saltus >= 0, from
    len(first) - period on.

    >>> numbers = Stepping((5, 0, 1), 2, 0, value=1)  # 5 0 1 0 1 0 1
    >>> numbers.below(6), numbers.nth(3), Stepping((0, 1), 1, 2, value=5).nth(1)
    (2, 6, 3)
    """

    first: tuple[int, ...]
    period: int
    saltus: int
    value: int

    def below(self, stop: int) -> int:
        start = len(self.first) - self.period
        found = self.first[: min(stop, start)].count(self.value)
        for n in range(start, min(len(self.first), stop)):
            left = self.value - self.first[n]
            if self.saltus == 0:
                found += (-(-(stop - n) // self.period)) if left == 0 else 0
            elif left >= 0 and left % self.saltus == 0:
                found += n + left // self.saltus * self.period < stop
        return found


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

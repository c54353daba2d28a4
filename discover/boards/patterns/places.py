"""Numbers n >= 0 in increasing order, however many and however large: where a law has a value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

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

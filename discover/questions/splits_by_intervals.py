"""Splits of a huge heap in two where values stand in few intervals: counted pair by pair of these.

Let G(n + p) = G(n) for all n >= n0 >= 1, and let each value stand in few intervals of [1, n0) and
of [n0, n0 + p). A *class* is an interval [a, b] of the first kind, or all heaps in [a + pi, b + pi]
for some i >= 0, with one of the second kind: all heaps of a class have one value. Splits into
x + pi and y + pj, of the classes [a, b] and [c, d], with a sum from L to H have

    L <= x + y + pK <= H,  K = i + j,

for few K, and for each of them as many pairs (x, y) as points of a rectangle between two diagonals,
and K + 1 pairs (i, j) if both classes repeat (one if one does; if none does, only K = 0 is
possible). Of splits into heaps of one class, those into unequal heaps are counted twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import TooManyMoves

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import ClosedForm

MOST_PAIRS = 100_000  # pairs of classes that are looked at
MOST_SUMS = 10_000  # K of one pair


class Class(NamedTuple):
    """The heaps from ``low`` to ``high``, and if they ``repeat`` those a period later, for ever."""

    low: int
    high: int
    repeats: bool

    def between(self, low: int, high: int, period: int) -> int:
        """How many of its heaps are from ``low`` to ``high``.

        >>> Class(5, 6, True).between(6, 26, 10), Class(5, 6, False).between(6, 26, 10)
        (5, 1)
        """
        if not self.repeats:
            return max(0, min(high, self.high) - max(low, self.low) + 1)
        return self._below(high + 1, period) - self._below(low, period)

    def _below(self, n: int, period: int) -> int:
        times, rest = divmod(max(n - self.low, 0), period)
        width = self.high - self.low + 1
        return times * width + min(rest, width)


@dataclass(frozen=True)
class SplitsOfClasses:
    """The splits into a heap of each of two classes, with a sum of at least ``least`` and at most
    ``most`` tokens; ``alike``: the two are one class."""

    one: Class
    other: Class
    alike: bool
    period: int
    least: int
    most: int

    def _sums(self) -> range:
        """K."""
        low, high = self.one.low + self.other.low, self.one.high + self.other.high
        first = max(0, -((high - self.least) // self.period))
        last = (self.most - low) // self.period
        if not (self.one.repeats or self.other.repeats):
            last = min(last, 0)
        if last - first > MOST_SUMS:
            raise TooManyMoves(f"sums from {self.least} to {self.most} are too many to be counted")
        return range(first, last + 1)

    def count(self) -> int:
        """How many splits there are."""
        both = self.one.repeats and self.other.repeats
        ordered = sum((k + 1 if both else 1) * self._points(k) for k in self._sums())
        if not self.alike:
            return ordered
        equal = self.one.between(-(-self.least // 2), self.most // 2, self.period)
        return (ordered + equal) // 2

    def _points(self, k: int) -> int:
        """The pairs x, y of the two intervals with least <= x + y + period k <= most."""
        shift = self.period * k + self.one.low + self.other.low
        width, height = (each.high - each.low + 1 for each in (self.one, self.other))
        low, high = self.least - shift, self.most - shift
        return below_diagonal(high, width, height) - below_diagonal(low - 1, width, height)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """The splits, the smaller heap first; the first one comes at once."""
        for k in self._sums():
            for x, y in self._in_intervals(k):
                for i in self._shares(k):
                    a, b = x + self.period * i, y + self.period * (k - i)
                    if a <= b or not self.alike:
                        yield min(a, b), max(a, b)

    def _in_intervals(self, k: int) -> Iterator[tuple[int, int]]:
        low, high = self.least - self.period * k, self.most - self.period * k
        (a, b, _), (c, d, _) = self.one, self.other
        for x in _between(max(a, low - d), min(b, high - c)):
            for y in _between(max(c, low - x), min(d, high - x)):
                yield x, y

    def _shares(self, k: int) -> Iterator[int]:
        """The i of i + j = K."""
        if self.one.repeats:
            return _between(0 if self.other.repeats else k, k)
        return _between(0, 0)


def below_diagonal(t: int, width: int, height: int) -> int:
    """How many 0 <= x < width, 0 <= y < height have x + y <= t.

    >>> below_diagonal(4, 3, 4), sum(x + y <= 4 for x in range(3) for y in range(4))
    (11, 11)
    """

    def corner(size: int) -> int:
        return (size + 1) * (size + 2) // 2 if size >= 0 else 0

    return corner(t) - corner(t - width) - corner(t - height) + corner(t - width - height)


def splits_by_intervals(
    form: ClosedForm, totals: range, value: int
) -> list[SplitsOfClasses] | None:
    """The splits of any of ``totals``, consecutive numbers, in two heaps of this value, in sets
    that are not empty; None where values do not repeat, or their intervals are not known, or too
    many."""
    steps, largest = form.eventual_steps(), form.largest_value()
    if steps is None or not steps.repeats or largest is None:
        return None
    n0 = max(steps.preperiod, 1)
    classes: dict[int, list[Class]] = {}
    for v in range(largest + 1):
        early = form.intervals_of(v, 1, n0)
        late = form.intervals_of(v, n0, n0 + steps.period)
        if early is None or late is None:
            return None
        classes[v] = [Class(r.start, r.stop - 1, False) for r in early]
        classes[v] += [Class(r.start, r.stop - 1, True) for r in late]
    pairs = _pairs(classes, value)
    if len(pairs) > MOST_PAIRS:
        return None
    ends = steps.period, totals[0], totals[-1]
    sets = (SplitsOfClasses(one, other, one == other, *ends) for one, other in pairs)
    return [each for each in sets if each.count()]


def _pairs(classes: dict[int, list[Class]], value: int) -> list[tuple[Class, Class]]:
    """Two classes whose values have this xor, each two once."""
    found = []
    for v, mine in classes.items():
        theirs = classes.get(v ^ value, [])
        if v < v ^ value:
            found += [(one, other) for one in mine for other in theirs]
        elif value == 0:
            found += [(one, other) for i, one in enumerate(mine) for other in mine[i:]]
    return found


def _between(low: int, high: int) -> Iterator[int]:
    """The numbers from low to high, also where they are more than a range can count."""
    while low <= high:
        yield low
        low += 1

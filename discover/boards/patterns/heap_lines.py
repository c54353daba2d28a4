"""Pairs of heaps with a given xor of values, where values go on by equal steps on residue classes.

A class of heaps is start + step*i, i < count (None: without an end), and its values are
value + saltus*i.
"""

from __future__ import annotations

from itertools import product
from math import gcd

from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.regions import Region
from mexplore.rules.dataclass import dataclass

MOST_CLASSES = 1000  # of one heap
MOST_PAIRS = 1 << 14  # of classes, in a region with a slanted side
MOST_CARRIES = 4096  # pairs of carries at one bit


@dataclass(frozen=True)
class Line:
    """The numbers start + step*i, 0 <= i < count."""

    start: int
    step: int
    count: int


@dataclass(frozen=True)
class HeapClass:
    """Heaps of a class and their values."""

    start: int
    step: int
    value: int
    saltus: int

    def values(self, stop: int) -> Line:
        """The values of the heaps of the class that are less than ``stop``."""
        return Line(self.value, self.saltus, self.below(stop))

    def below(self, stop: int) -> int:
        """How many heaps of the class are less than ``stop``."""
        if stop <= self.start:
            return 0
        return 1 if self.step == 0 else -(-(stop - self.start) // self.step)

    def heap_of(self, value: int) -> int | None:
        """The one heap of a value, where values differ."""
        if self.saltus == 0:
            return self.start if value == self.value and self.step == 0 else None
        i, rest = divmod(value - self.value, self.saltus)
        return self.start + self.step * i if rest == 0 and i >= 0 else None

    @property
    def single(self) -> bool:
        """Whether each value occurs at most once."""
        return self.step == 0 or self.saltus != 0


def classes_of(part: HeapPart) -> list[HeapClass] | None:
    """The classes of a heap; None where there is no such law, or they are too many."""
    steps = part.steps
    if steps is None or steps.saltus is None or steps.preperiod + steps.period > MOST_CLASSES:
        return None
    n0, p, s = steps.preperiod, steps.period, steps.saltus
    return [
        HeapClass(n, 0, part.at(n), 0) if n < n0 else HeapClass(n, p, part.at(n), s)
        for n in range(n0 + p)
    ]


def pairs_of_value(
    first: list[HeapClass], second: list[HeapClass], value: int, region: Region
) -> int | None:
    """How many squares of the region have f(x) xor g(y) = value; None where that takes too long."""
    box = region.total >= region.width + region.height
    if not box and len(first) * len(second) > MOST_PAIRS:
        return None
    total = 0
    for f, g in product(first, second):
        if not (f.single or g.single):
            found = _pairs(f, g, region) if f.value ^ g.value == value else 0
        elif not g.single or (f.single and f.step == 0):
            found = _one(f, g, value, region)
        elif not f.single or g.step == 0:
            found = _one(g, f, value, region.mirrored)
        elif box and f.saltus * g.saltus <= MOST_CARRIES:
            found = xor_lines(f.values(region.width), g.values(region.height), value)
        else:
            return None
        total += found
    return total


def _one(single: HeapClass, other: HeapClass, value: int, region: Region) -> int:
    """Where each value of the first class occurs once, and the other class has one value, or the
    first class has one heap."""
    if single.step == 0:
        wanted, x = value ^ single.value, single.start
    else:
        heap = single.heap_of(value ^ other.value)
        if heap is None:
            return 0
        wanted, x = other.value, heap
    stop = min(region.height, region.total - x)
    if x >= region.width or stop <= 0:
        return 0
    if other.single:
        heap = other.heap_of(wanted)
        return int(heap is not None and heap < stop)
    return other.below(stop) if other.value == wanted else 0


def _pairs(f: HeapClass, g: HeapClass, region: Region) -> int:
    """The squares of two classes: for each x of the first the y < min(H, S - x)."""
    width, height, total = region
    count = f.below(width)
    if count == 0 or g.below(height) == 0:
        return 0
    # The x from which on S - x is less than H.
    flat = min(f.below(max(total - height, 0)), count)
    rest = f.below(min(width, total - g.start))
    # ceil((S - y0 - x)/q), x = x0 + p*i, for flat <= i < rest, counted from the last i on.
    last = total - g.start - f.start - f.step * (rest - 1) + g.step - 1
    return flat * g.below(height) + floor_line_sum(last, f.step, g.step, max(rest - flat, 0))


def floor_line_sum(a: int, b: int, m: int, count: int) -> int:
    """The sum of floor((a + b*i)/m) over 0 <= i < count; a, b >= 0, m > 0.

    >>> floor_line_sum(2, 3, 4, 5)  # 0 + 1 + 2 + 2 + 3
    8
    """
    total = 0
    while count > 0:
        total += (a // m) * count + (b // m) * (count * (count - 1) // 2)
        a, b = a % m, b % m
        # The points under a line of slope less than 1, counted along the other axis.
        a, b, m, count = (a + b * count) % m, m, b, (a + b * count) // m
    return total


def xor_lines(one: Line, other: Line, value: int) -> int:
    """How many pairs of a number of one line and one of the other have this xor.

    Bit by bit of i and j, the lowest first: what matters are the carries of u + s*i and w + t*j,
    at most s and t, and whether the bits that were read are less than those of the counts.

    >>> xor_lines(Line(1, 4, 10), Line(0, 6, 10), 3)  # 5 and 6, 17 and 18, 29 and 30
    3
    """
    if value == 0:
        return shared(one, other)
    if one.step == 0 or other.step == 0:
        single, line = (one, other) if one.step == 0 else (other, one)
        return single.count * shared(Line(single.start ^ value, 0, 1), line)
    top = max(line.start + line.step * line.count for line in (one, other)) | value
    states = {(one.start, other.start, False, False): 1}
    for bit in range(top.bit_length() + 1):
        wanted, m, n = value >> bit & 1, one.count >> bit & 1, other.count >> bit & 1
        after: dict[tuple[int, int, bool, bool], int] = {}
        for (c, d, i_less, j_less), count in states.items():
            for i, j in product((0, 1), repeat=2):
                p, q = c + one.step * i, d + other.step * j
                if (p ^ q) & 1 == wanted:
                    less = (i < m or (i == m and i_less), j < n or (j == n and j_less))
                    key = (p >> 1, q >> 1, *less)
                    after[key] = after.get(key, 0) + count
        states = after
    return sum(count for (c, d, *less), count in states.items() if c == d == 0 and all(less))


def shared(one: Line, other: Line) -> int:
    """How many pairs of a number of one line and one of the other are equal.

    >>> shared(Line(1, 4, 10**18), Line(5, 6, 10**18))  # 1 + 4*(1 + 3*t) = 5 + 6*2*t
    333333333333333333
    """
    u, s, m, w, t, n = one.start, one.step, one.count, other.start, other.step, other.count
    if s == 0 or t == 0:
        if s:
            u, s, m, w, t, n = w, t, n, u, s, m
        if t == 0:
            return m * n if u == w else 0
        j, rest = divmod(u - w, t)
        return m if rest == 0 and 0 <= j < n else 0
    g = gcd(s, t)
    if (w - u) % g:
        return 0
    step = t // g
    # u + s*i = w + t*j: i is fixed modulo t/g, and w <= u + s*i <= w + t*(n - 1).
    first = (w - u) // g * pow(s // g, -1, step) % step if step > 1 else 0
    low = max(-((u - w) // s), 0)
    high = min((w + t * (n - 1) - u) // s, m - 1)
    first += -((first - low) // step) * step if first < low else 0
    return max((high - first) // step + 1, 0)

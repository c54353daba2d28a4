"""How many squares of a region have a value, and where formulas of boards have it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import NamedTuple

from mexplore.discover.boards.patterns.regions import Intervals, Places, Region
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


def xor_pairs(value: int, region: Region) -> int:
    """How many squares (x, y) of the region have x xor y = value.

    Counted bit by bit, the highest first. Of the bits that were read matter whether those of x and
    y are still those of the width and the height, and by how much x + y stays below the total,
    where 2 means 2 or more: then it stays so, as the next bits of x and y take at most 2 from 4.

    >>> xor_pairs(5, Region.box(8, 8)), xor_pairs(1, Region(10**18, 10**18, 4))
    (8, 2)
    """
    if min(region) <= 0:
        return 0
    counts = {(True, True, 0): 1}
    for bit in reversed(range(max(number.bit_length() for number in (value, *region)))):
        wanted, w, h, s = (number >> bit & 1 for number in (value, *region))
        after: dict[tuple[bool, bool, int], int] = {}
        for (in_x, in_y, left), count in counts.items():
            for r, t in product(range(w + 1 if in_x else 2), range(h + 1 if in_y else 2)):
                rest = min(2 * left + s - r - t, 2)
                if r ^ t == wanted and rest >= 0:
                    key = (in_x and r == w, in_y and t == h, rest)
                    after[key] = after.get(key, 0) + count
        counts = after
    return sum(
        count for (in_x, in_y, left), count in counts.items() if not in_x and not in_y and left > 0
    )


class SomeBits(NamedTuple):
    """The numbers n with n & mask = bits."""

    mask: int
    bits: int

    def below(self, stop: int) -> int:
        """How many of them are less than ``stop``: for each bit 1 of it, those that have a 0 there
        and above it the same bits.

        >>> SomeBits(0b101, 0b100).below(14)  # 4, 6, 12
        3
        """
        found = 0
        for bit in range(stop.bit_length()):
            if not stop >> bit & 1:
                continue
            first = (stop >> bit ^ 1) << bit
            fixed = self.mask >> bit
            if not (first >> bit ^ self.bits >> bit) & fixed:
                found += 1 << (bit - (self.mask & (1 << bit) - 1).bit_count())
        return found


def apart(value: int, distance: int) -> SomeBits | None:
    """The n with n xor (n + distance) = value; None if there is none.

    Bit i of n + E is n_i xor E_i xor c_i, c_i the carry, so that E_i xor c_i = value_i gives all
    carries. The next one is E_i where E_i = c_i, and n_i elsewhere.

    >>> found = apart(3, 1)
    >>> [n for n in range(16) if n & found.mask == found.bits]
    [1, 5, 9, 13]
    """
    length = max(value.bit_length(), distance.bit_length()) + 1
    carries = value ^ distance
    if carries & 1:
        return None
    mask = bits = 0
    for i in range(length):
        e, carry, after = distance >> i & 1, carries >> i & 1, carries >> (i + 1) & 1
        if e == carry and after != e:
            return None
        if e != carry:
            mask |= 1 << i
            bits |= after << i
    return SomeBits(mask, bits)


class Apart(Places):
    """The n = h*X + r, one class for each of the given pairs (r, distance), with
    X xor (X + distance) = value."""

    def __init__(self, value: int, step: int, classes: dict[int, int]) -> None:
        found = ((r, apart(value, distance)) for r, distance in classes.items())
        self._step = step
        self._classes = [(r, numbers) for r, numbers in found if numbers is not None]

    def below(self, stop: int) -> int:
        counts = (
            numbers.below(-((r - stop) // self._step)) for r, numbers in self._classes if r < stop
        )
        return sum(counts)


Interval = tuple[int, int | None]


class Known(NamedTuple):
    """The intervals of y with F(x, y) = v on a row x; those of x on a column y; the n with
    F(n, n + D) = v, or F(n - D, n) = v for D < 0; how many squares of a region have F = v."""

    row: Callable[[int, int], list[Interval]]
    column: Callable[[int, int], list[Interval]]
    diagonal: Callable[[int, int], Places]
    squares: Callable[[int, Region], int]


def known_places(text: str) -> Known | None:
    """What is known of a formula in x and y; None where it is another one.

    >>> known = known_places("max(x, y) // min(x, y) if min(x, y) else 0")
    >>> known.row(10, 3), known.squares(0, Region.box(100, 100))
    ([(30, 40), (3, 4)], 199)
    """
    if text in _SYMMETRIC:
        return _SYMMETRIC[text]
    if match := re.fullmatch(r"(\d+) \* \(x // \1 \^ y // \1\) \+ \(x \+ y\) % \1", text):
        return _nimhoff(int(match[1]))
    if match := re.fullmatch(r"min\(x(?: // (\d+))?, y(?: // (\d+))?\)", text):
        return _least(int(match[1] or 1), int(match[2] or 1))
    return None


def _one(*numbers: int) -> list[Interval]:
    return [(n, n + 1) for n in numbers if n >= 0]


def _both_places(
    row: Callable[[int, int], list[Interval]],
    diagonal: Callable[[int, int], list[Interval]],
    squares: Callable[[int, Region], int],
) -> Known:
    """Of a symmetric formula; the distance from the diagonal is D >= 0."""
    return Known(row, row, lambda d, v: Intervals.of(diagonal(abs(d), v)), squares)


def _where(holds: bool) -> list[Interval]:
    return [(0, None)] if holds else []


def _larger(x: int, v: int) -> list[Interval]:
    return [(0, x + 1)] if v == x else _one(v) if v > x else []


def _difference_squares(v: int, region: Region) -> int:
    found = region.along_diagonal(v)
    return found + region.mirrored.along_diagonal(v) if v else found


def _sum_squares(v: int, region: Region) -> int:
    """x + y = v: the x with 0 <= x <= v, v - height < x < width."""
    if v >= region.total:
        return 0
    return max(min(v + 1, region.width) - max(v - region.height + 1, 0), 0)


def _larger_squares(v: int, region: Region) -> int:
    corners = (Region(min(n, w), min(n, h), s) for n in (v + 1, v) for w, h, s in [region])
    whole, inner = (corner.area for corner in corners)
    return whole - inner


def _quotient(x: int, v: int) -> list[Interval]:
    """y >= x with floor(y/x) = v, y < x with floor(x/y) = v; 0 where x or y is 0."""
    if x == 0:
        return _where(v == 0)
    return [(v * x, (v + 1) * x), (x // (v + 1) + 1, min(x // v + 1, x))] if v else _one(0)


def _quotient_diagonal(d: int, v: int) -> list[Interval]:
    """floor((n + d)/n) = 1 + floor(d/n)."""
    if v == 0:
        return _one(0)
    return [(d // v + 1, d // (v - 1) + 1 if v > 1 else None)]


def _euclid(x: int, v: int) -> list[Interval]:
    """|x^2 - y^2| >= v*x*y says that y >= (v*x + r)/2 or y <= (r - v*x)/2, r^2 = x^2*(v^2 + 4)."""
    if x == 0:
        return _where(v == 0)

    def from_here(v: int) -> int:
        y = (v * x + isqrt(x * x * (v * v + 4))) // 2
        return y if y * y - v * x * y - x * x >= 0 else y + 1

    def up_to(v: int) -> int:
        return (isqrt(x * x * (v * v + 4)) - v * x) // 2

    edge = _one(0) if v == 0 else []
    return [*edge, (from_here(v), from_here(v + 1)), (up_to(v + 1) + 1, up_to(v) + 1)]


def _euclid_diagonal(d: int, v: int) -> list[Interval]:
    """d*(2*n + d) >= v*n*(n + d) says that 2*v*n <= r - (v - 2)*d, r^2 = d^2*(v^2 + 4)."""

    def up_to(v: int) -> int:
        return (isqrt(d * d * (v * v + 4)) - (v - 2) * d) // (2 * v)

    if d == 0:
        return _where(v == 0)
    return [(up_to(v + 1) + 1, up_to(v) + 1)] if v else [(0, 1), (up_to(1) + 1, None)]


def _nimhoff(h: int) -> Known:
    """h*(floor(x/h) xor floor(y/h)) + (x + y) mod h: one y for each x and v. With x = h*X + r and
    y = h*Y + s the value v says r + s = v modulo h, and X xor Y = floor(v/h)."""

    def row(x: int, v: int) -> list[Interval]:
        return _one(h * (x // h ^ v // h) + (v - x) % h)

    def diagonal(d: int, v: int) -> Places:
        d = abs(d)
        classes = {r: (r + d) // h for r in range(h) if (2 * r + d - v) % h == 0}
        return Apart(v // h, h, classes)

    def squares(v: int, region: Region) -> int:
        found = 0
        for r in range(h):
            s = (v - r) % h
            blocks = Region(*(-(-(n - a) // h) for n, a in zip(region, (r, s, r + s), strict=True)))
            found += xor_pairs(v // h, blocks)
        return found

    return Known(row, row, diagonal, squares)


def _least(a: int, b: int) -> Known:
    """min(floor(x/a), floor(y/b)), which is at least v for x >= a*v, y >= b*v."""

    def along(most: int, v: int, d: int) -> list[Interval]:
        return [(v * d, None if v == most else (v + 1) * d)] if v <= most else []

    def diagonal(d: int, v: int) -> Places:
        right, above = max(-d, 0), max(d, 0)
        low, high = (max(a * n - right, b * n - above) for n in (v, v + 1))
        return Intervals.of([(low, high)])

    def squares(v: int, region: Region) -> int:
        w, h, s = region
        whole, inner = (Region(w - a * n, h - b * n, s - (a + b) * n).area for n in (v, v + 1))
        return whole - inner

    return Known(
        lambda x, v: along(x // a, v, b), lambda y, v: along(y // b, v, a), diagonal, squares
    )


_SYMMETRIC = {
    "x ^ y": _nimhoff(1),
    "abs(x - y)": _both_places(
        lambda x, v: _one(x - v, x + v), lambda d, v: _where(d == v), _difference_squares
    ),
    "x + y": _both_places(
        lambda x, v: _one(v - x),
        lambda d, v: _one((v - d) // 2) if (v - d) % 2 == 0 else [],
        _sum_squares,
    ),
    "max(x, y)": _both_places(_larger, lambda d, v: _one(v - d), _larger_squares),
    "max(x, y) // min(x, y) if min(x, y) else 0": _both_places(
        _quotient, _quotient_diagonal, quotient_squares
    ),
    "abs(x * x - y * y) // (x * y) if x * y else 0": _both_places(
        _euclid, _euclid_diagonal, euclid_squares
    ),
}

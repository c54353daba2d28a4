"""Where the formulas of boards have a value on a line, and how often they have it in a region."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

from mexplore.discover.boards.patterns.counting import (
    Apart,
    euclid_squares,
    quotient_squares,
    xor_pairs,
)
from mexplore.discover.boards.patterns.regions import Intervals, Places, Region

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


def _both(
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
    "abs(x - y)": _both(
        lambda x, v: _one(x - v, x + v), lambda d, v: _where(d == v), _difference_squares
    ),
    "x + y": _both(
        lambda x, v: _one(v - x),
        lambda d, v: _one((v - d) // 2) if (v - d) % 2 == 0 else [],
        _sum_squares,
    ),
    "max(x, y)": _both(_larger, lambda d, v: _one(v - d), _larger_squares),
    "max(x, y) // min(x, y) if min(x, y) else 0": _both(
        _quotient, _quotient_diagonal, quotient_squares
    ),
    "abs(x * x - y * y) // (x * y) if x * y else 0": _both(
        _euclid, _euclid_diagonal, euclid_squares
    ),
}

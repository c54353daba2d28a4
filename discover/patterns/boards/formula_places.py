"""Where the formulas of boards have a value on a row, and how often they are 0 in a square."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

from discover.numerics.floor_sums import GOLDEN, floor_sum

Interval = tuple[int, int | None]


class Known(NamedTuple):
    """The intervals of y with F(x, y) = v on a row x; those of x on a column y; how many zeros
    there are with x, y < N; and the k-th of them in the order of x + y, then of x, if known."""

    row: Callable[[int, int], list[Interval]]
    column: Callable[[int, int], list[Interval]]
    zeros: Callable[[int], int]
    nth: Callable[[int], tuple[int, int]] | None = None


def known_places(text: str) -> Known | None:
    """What is known of a formula in x and y; None where it is another one.

    >>> known = known_places("max(x, y) // min(x, y) if min(x, y) else 0")
    >>> known.row(10, 3), known.zeros(100)
    ([(30, 40), (3, 4)], 199)
    """
    if text in _SYMMETRIC:
        return _SYMMETRIC[text]
    if match := re.fullmatch(r"(\d+) \* \(x // \1 \^ y // \1\) \+ \(x \+ y\) % \1", text):
        return _nimhoff(int(match[1]))
    if match := re.fullmatch(r"min\(x(?: // (\d+))?, y(?: // (\d+))?\)", text):
        return _least(int(match[1] or 1), int(match[2] or 1))
    return None


def golden_zeros(stop: int) -> int:
    """How many x, y < stop have x*y = 0, or x != y and x < phi*y and y < phi*x.

    Beside the edges they are twice the x < y < phi*x, y < stop: for each y >= 1 the x from
    floor(y/phi) + 1 to y - 1, where floor(y/phi) = floor(phi*y) - y.
    """
    if stop == 0:
        return 0
    pairs = stop * (stop - 1) - (stop - 1) - floor_sum(GOLDEN, stop)
    return 2 * stop - 1 + 2 * pairs


def _one(*numbers: int) -> list[Interval]:
    return [(n, n + 1) for n in numbers if n >= 0]


def _both(
    row: Callable[[int, int], list[Interval]],
    zeros: Callable[[int], int],
    nth: Callable[[int], tuple[int, int]] | None = None,
) -> Known:
    """Of a symmetric formula."""
    return Known(row, row, zeros, nth)


def _larger(x: int, v: int) -> list[Interval]:
    return [(0, x + 1)] if v == x else _one(v) if v > x else []


def _quotient(x: int, v: int) -> list[Interval]:
    """y >= x with floor(y/x) = v, y < x with floor(x/y) = v; 0 where x or y is 0."""
    if x == 0:
        return [(0, None)] if v == 0 else []
    return [(v * x, (v + 1) * x), (x // (v + 1) + 1, min(x // v + 1, x))] if v else _one(0)


def _euclid(x: int, v: int) -> list[Interval]:
    """|x^2 - y^2| >= v*x*y says that y >= (v*x + r)/2 or y <= (r - v*x)/2, r^2 = x^2*(v^2 + 4)."""
    if x == 0:
        return [(0, None)] if v == 0 else []

    def from_here(v: int) -> int:
        y = (v * x + isqrt(x * x * (v * v + 4))) // 2
        return y if y * y - v * x * y - x * x >= 0 else y + 1

    def up_to(v: int) -> int:
        return (isqrt(x * x * (v * v + 4)) - v * x) // 2

    edge = _one(0) if v == 0 else []
    return [*edge, (from_here(v), from_here(v + 1)), (up_to(v + 1) + 1, up_to(v) + 1)]


def _nimhoff(h: int) -> Known:
    """h*(floor(x/h) xor floor(y/h)) + (x + y) mod h: one y for each x and v. A block of h rows has
    its zeros in the block of the same columns, where x + y = 0 modulo h."""

    def row(x: int, v: int) -> list[Interval]:
        return _one(h * (x // h ^ v // h) + (v - x) % h)

    def zeros(stop: int) -> int:
        whole, rest = divmod(stop, h)
        return h * whole + (1 + max(0, 2 * rest - 1 - h) if rest else 0)

    def nth(k: int) -> tuple[int, int]:
        block, i = divmod(k - 1, h)
        return (h * block + i, h * block + h - i) if i else (h * block, h * block)

    return _both(row, zeros, nth)


def _least(a: int, b: int) -> Known:
    """min(floor(x/a), floor(y/b))."""

    def along(most: int, v: int, d: int) -> list[Interval]:
        return [(v * d, None if v == most else (v + 1) * d)] if v <= most else []

    return Known(
        lambda x, v: along(x // a, v, b),
        lambda y, v: along(y // b, v, a),
        lambda stop: stop * stop - max(stop - a, 0) * max(stop - b, 0),
    )


def _diagonal(k: int) -> tuple[int, int]:
    return k - 1, k - 1


_SYMMETRIC = {
    "x ^ y": _both(lambda x, v: _one(x ^ v), lambda stop: stop, _diagonal),
    "abs(x - y)": _both(lambda x, v: _one(x - v, x + v), lambda stop: stop, _diagonal),
    "x + y": _both(lambda x, v: _one(v - x), lambda stop: min(stop, 1)),
    "max(x, y)": _both(_larger, lambda stop: min(stop, 1)),
    "max(x, y) // min(x, y) if min(x, y) else 0": _both(
        _quotient, lambda stop: max(2 * stop - 1, 0)
    ),
    "abs(x * x - y * y) // (x * y) if x * y else 0": _both(
        _euclid, lambda stop: golden_zeros(stop) + max(stop - 1, 0)
    ),
}

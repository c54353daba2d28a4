"""Bounds of what an expression can be, by interval arithmetic on its tree, with Python's integers.

If all bounds stay within +-LARGEST, a loop of 64-bit integers computes the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

LARGEST = 1 << 61


class Unbounded(Exception):
    """The tree cannot be compiled: a value may leave 64 bits, or the source would be too long."""


@dataclass(frozen=True)
class BoundedCode:
    """An expression of the source, free of side effects, with its bounds."""

    text: str
    low: int
    high: int

    @property
    def size(self) -> int:
        return max(abs(self.low), abs(self.high))


def bounds_of_ceiling(codes: list[BoundedCode]) -> tuple[int, int]:
    """Bounds of ceil(a/b): those of -floor(-a/b)."""
    if len(codes) < 2:
        return (0, 0)
    a, b = codes
    low, high = bounds_of("//", BoundedCode("", -a.high, -a.low), b)
    return -high, -low


def bounds_of(sign: str, a: BoundedCode, b: BoundedCode) -> tuple[int, int]:  # noqa: PLR0911, PLR0912
    """Bounds of ``a sign b``, given that it has a value at all."""
    ends_b = (max(b.low, 0), max(b.high, 0)) if sign in ("<<", ">>", "**") else (b.low, b.high)
    if sign in ("<<", "**") and (
        a.size.bit_length() * ends_b[1] > 64 if sign == "**" else ends_b[1] > 62
    ):
        raise Unbounded
    corners = product((a.low, a.high), ends_b)
    match sign:
        case "+":
            return a.low + b.low, a.high + b.high
        case "-":
            return a.low - b.high, a.high - b.low
        case "*":
            return _hull(x * y for x, y in corners)
        case "<<":
            return _hull(x << y for x, y in corners)
        case ">>":
            return _hull(x >> min(y, 62) for x, y in corners)
        case "**":
            most = max(a.size, 1) ** ends_b[1]
            return (0 if a.low >= 0 else -most), most
        case "//" if b.low > 0 or b.high < 0:
            return _hull(x // y for x, y in corners)
        case "//":
            return -a.size, a.size  # |floor(x/y)| <= |x| for whole y != 0
        case "%" if b.low > 0:
            return 0, min(b.high - 1, a.high) if a.low >= 0 else b.high - 1
        case "%":
            return -b.size, b.size
        case "&" if a.low >= 0 or b.low >= 0:
            return 0, min(code.high for code in (a, b) if code.low >= 0)
        case _:  # & | ^ need no more bits than their operands
            most = (1 << max(a.size.bit_length(), b.size.bit_length())) - 1
            return (0 if a.low >= 0 and b.low >= 0 else -most - 1), most


def _hull(numbers: Iterator[int]) -> tuple[int, int]:
    listed = list(numbers)
    return min(listed), max(listed)

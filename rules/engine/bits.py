"""Single machine instructions on 64-bit words; in compiled loops they are that."""

from __future__ import annotations

from math import sqrt
from typing import Any


def trailing_zeros(word: Any) -> int:
    """How many zero bits stand below the lowest set bit of a nonzero 64-bit word.

    >>> trailing_zeros(40)
    3
    """
    number = int(word)
    return (number & -number).bit_length() - 1


def rounded_root(number: int) -> int:
    """The square root of a number that is not negative, by a float: at most 1 off below 2^61.

    >>> rounded_root(99)
    9
    """
    return int(sqrt(number))

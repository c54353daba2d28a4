"""Single machine instructions on 64-bit words; in compiled loops they are that
(`rules.engine.translating`)."""

from __future__ import annotations

from typing import Any


def trailing_zeros(word: Any) -> int:
    """How many zero bits stand below the lowest set bit of a nonzero 64-bit word.

    >>> trailing_zeros(40)
    3
    """
    number = int(word)
    return (number & -number).bit_length() - 1

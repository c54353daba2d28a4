"""The marks of states: sums of the last eight words, each times an odd factor."""

from __future__ import annotations

FACTORS = (0x9E37, 0x85EB, 0xC2B3, 0x27D5, 0x1657, 0xD3A3, 0xB5C1, 0x68E3)
"""Odd 16-bit numbers: a state is marked by their sum with the last eight words, last one first."""


def factor(width: int, i: int) -> int:
    """The odd factor of the word i + 1 back, of as many bits as a word has.

    >>> factor(16, 0) % 2, factor(8, 3) < 256
    (1, True)
    """
    return FACTORS[i] * 0x0001_9E37_79B9_7F4A_7C15 % (1 << width) | 1

"""How far back a stream looks, which moves it can follow, and how far it must go to prove a law."""

from __future__ import annotations

DEPTH = 1 << 15
"""B: a rare value is shown excluded by a heap of at most this many tokens and another."""
MOST_REMOVED = 32
"""Tokens that a move removes."""


def bound_of(preperiod: int, period: int, reach: int) -> int:
    """N of `discover.windows.theorem`: all values below it are to be passed, where a move removes
    at most ``reach`` tokens.

    >>> bound_of(465384263797, 328226140474, 3)
    793610437042
    """
    return max(preperiod, DEPTH) + period + DEPTH + reach

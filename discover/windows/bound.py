"""The number of values that a stream must pass to prove a periodic law for all n."""

from __future__ import annotations

from mexplore.discover.windows.streaming.reach import DEPTH


def bound_of(preperiod: int, period: int, reach: int) -> int:
    """N of `discover.windows.theorem`: all values below it are to be passed, where a move removes
    at most ``reach`` tokens.

    >>> bound_of(465384263797, 328226140474, 3)
    793610437042
    """
    return max(preperiod, DEPTH) + period + DEPTH + reach

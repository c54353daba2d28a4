"""In which numeration the P-positions are likely to be seen: by the ratios of their coordinates.

In Wythoff's game the P-positions (x, y), x <= y, have y/x near the golden ratio, whose continued
fraction [1; 1, 1, ...] has the period of the Fibonacci numeration. Where few positions are lost,
and far ones stand near lines whose slopes are quadratic numbers, the numeration of Ostrowski with
the period of their continued fractions is tried first.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mexplore.discover.automata.numeration import Ostrowski
from mexplore.discover.outcomes.sparse import Positions, Sparse

FAR = 4  # times as far out as the nearest ones looked at are the furthest
GAP = 0.02  # between the ratios of two lines
SHARE = 0.05  # of the far positions, at least, are near a line
LONGEST, LARGEST = 4, 9  # of periods, and of their terms
BEFORE = 3  # terms before the period


def hinted(few: Sparse) -> list[Ostrowski]:
    """The numerations that the ratios of the lost positions speak for, the likeliest first.

    >>> lost = np.array([(n, int(n * (1 + 2**0.5))) for n in range(1000)])
    >>> hinted(Sparse(lost, 2500))
    [Ostrowski(period=(2,))]
    """
    found: dict[Ostrowski, None] = {}
    if few.ndim == 2:
        for slope, error in _slopes(few):
            period = period_of(slope, error)
            if period is not None:
                found[Ostrowski(period)] = None
    return list(found)


def _slopes(few: Sparse) -> Iterator[tuple[float, float]]:
    """The slopes of the lines near which the far positions are, with the axes in the order that
    makes them >= 1, and how wrong they may be."""
    pairs: Positions = np.sort(few.lost[few.lost.max(axis=1) >= few.side // FAR], axis=1)
    pairs = pairs[pairs[:, 0] > 0]
    ratios = pairs[:, 1] / pairs[:, 0]
    order = np.argsort(ratios)
    ends = np.flatnonzero(np.diff(ratios[order]) > GAP) + 1
    for group in sorted(np.split(order, ends), key=len, reverse=True):
        if len(group) < max(SHARE * len(pairs), 8):
            return
        x, y = pairs[group].T.astype(float)
        slope, _ = np.polyfit(x, y, 1)
        yield float(slope), 4 / (float(np.ptp(x)) * len(group) ** 0.5 + 1)


def period_of(slope: float, error: float) -> tuple[int, ...] | None:
    """The shortest period that the continued fraction of a number shows, as far as it is certain.

    >>> period_of(3**0.5, 1e-6), period_of(1.6180, 1e-4), period_of(1.5, 1e-6)
    ((1, 2), (1,), None)
    """
    terms = _certain_terms(slope - error, slope + error)
    for length in range(1, LONGEST + 1):
        for start in range(min(BEFORE, len(terms) - 2 * length - 1) + 1):
            tail = terms[start:]
            repeats = all(a == b for a, b in zip(tail, tail[length:], strict=False))
            if len(tail) > 2 * length and repeats and max(tail) <= LARGEST:
                return tuple(tail[:length])
    return None


def _certain_terms(low: float, high: float) -> list[int]:
    """The terms that the continued fractions of all numbers between these have."""
    found = []
    while int(low) == int(high):
        term = int(low)
        found.append(term)
        if low - term <= 0:
            break
        low, high = 1 / (high - term), 1 / (low - term)
    return found

"""Rules whose options are single heaps f(n) and intervals of heaps: divisions, intervals, lists.

`Rule.pieces` tells the ends as floors of linear functions or square roots, from some heap on; the
few heaps before it go by the definition.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.arithmetic.monotone import Monotone
from mexplore.rules.checking.checker import Ints, OptionsChecker, OptionValues
from mexplore.rules.checking.shapes.listed import mark_listed
from mexplore.rules.moves.pieces import pieces_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.moves.pieces import End, Pieces
    from mexplore.rules.rule import Rule, Values

LARGEST_NUMBER = 1 << 30
"""Beyond it a product with a heap might not fit 64 bits."""


class PiecesChecker(OptionsChecker):
    """An end is computed for a whole stretch of heaps at once."""

    def __init__(self, rule: Rule, pieces: Pieces, values: Values) -> None:
        self._rule, self._pieces, self.values = rule, pieces, values

    @classmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        pieces = pieces_of(rule)
        if pieces is None or len(values) > LARGEST_NUMBER or not all(map(_small, pieces.ends)):
            return None  # options of other ends are listed
        return cls(rule, pieces, values)

    def nanoseconds(self) -> float:
        intervals = sum(len(piece) > 1 for piece in self._pieces.pieces)
        largest = int(self.values.max(initial=0))
        points = len(self._pieces.pieces) * (largest // 64 + 1)
        return len(self.values) * (30.0 * points + 60.0 * intervals * (largest + 1))

    def spot_nanoseconds(self, heaps: int) -> float:
        intervals = sum(len(piece) > 1 for piece in self._pieces.pieces)
        points = 1e4 * (len(self._pieces.pieces) - intervals)
        return points + (self._places.nanoseconds(heaps) * intervals if intervals else 0.0)

    def mark(self, seen: OptionValues) -> None:
        first = min(max(seen.start, self._pieces.first), seen.stop)
        mark_listed(self._rule, self.values, seen, first)
        heaps = np.arange(first, seen.stop)
        for piece in self._pieces.pieces if len(heaps) else ():
            ends = [_at(end, heaps) for end in piece]
            if len(ends) == 1:
                seen.add(self.values[ends[0]], first)
            else:
                self._places.mark(seen, first, np.maximum(ends[0], 0), ends[1])

    @cached_property
    def _places(self) -> Places:
        return Places(self.values)


class Places:
    """The heaps of each value, by which the values in an interval of heaps are found."""

    def __init__(self, values: Values) -> None:
        order = np.argsort(values, kind="stable")
        begins = np.searchsorted(values[order], np.arange(int(values.max(initial=0)) + 2))
        self._heaps = [order[low:high] for low, high in pairwise(begins.tolist())]
        """Of each value, in increasing order."""

    def mark(self, seen: OptionValues, first: int, low: Ints, high: Ints) -> None:
        """Add, for each heap from ``first`` on, the values at low <= m <= high < n; low >= 0."""
        chosen = np.zeros(seen.stop - seen.start, dtype=np.bool_)
        for value, heaps in enumerate(self._heaps):
            at = np.searchsorted(heaps, low)
            there = at < len(heaps)
            chosen[first - seen.start :] = False
            chosen[first - seen.start :][there] = heaps[at[there]] <= high[there]
            seen.add_where(value, chosen)

    def nanoseconds(self, heaps: int) -> float:
        """About how long one interval takes, for a stretch of this many heaps."""
        return len(self._heaps) * (1e4 + 60.0 * heaps)


def _small(end: End) -> bool:
    if isinstance(end, Monotone):
        return False
    numbers = (end.a, end.b, end.c) if isinstance(end, Floor) else (end.a, end.b, end.k)
    return bool(max(map(abs, numbers)) < LARGEST_NUMBER)


def _at(end: Form, heaps: Ints) -> npt.NDArray[Any]:
    """The end for each of the heaps.

    >>> from mexplore.rules.arithmetic.forms import Root
    >>> _at(Floor(1, 1, 2), np.arange(5)).tolist(), _at(Root(1, 0, 2), np.arange(5)).tolist()
    ([0, 1, 1, 2, 2], [2, 3, 3, 3, 4])
    """
    below = end.a * heaps + end.b
    if isinstance(end, Floor):
        return below // end.c
    root = np.sqrt(below.astype(np.float64)).astype(np.int64)
    root -= root * root > below
    root += (root + 1) * (root + 1) <= below
    return root + end.k

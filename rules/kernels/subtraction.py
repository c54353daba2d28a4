"""Finite subtraction sets: O(|S|) a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rules.kernels.compiled import njit
from rules.kernels.kernel import Kernel

if TYPE_CHECKING:
    from rules.rule import Values


class SubtractionKernel(Kernel):
    """G(n) = mex { G(n - s) : s in S, s <= n } for a finite set S."""

    def __init__(self, members: tuple[int, ...]) -> None:
        self._members = np.array(members, dtype=np.int64)
        # A value is at most |S|, so |S| + 2 stamps are enough.
        self._stamps = np.full(len(members) + 2, -1, dtype=np.int64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        reached: int = _fill(values, self._members, self._stamps, start, stop)
        return reached

    def steps(self, start: int, stop: int) -> float:
        return float((stop - start) * len(self._members))


@njit
def _fill(values, members, stamps, start, stop):  # type: ignore[no-untyped-def]
    # values[n] = mex({values[n - s] for s in members if s <= n}); a stamp n marks a value as
    # excluded at n, so that nothing has to be cleared between heaps.
    limit = np.int64(np.iinfo(values.dtype).max)
    for n in range(start, stop):
        for s in members:
            if s > n:
                break
            stamps[values[n - s]] = n
        value = 0
        while stamps[value] == n:
            value += 1
        if value > limit:
            return n
        values[n] = value
    return stop

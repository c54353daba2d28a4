"""Interval rules: the mex of a window of values by a tree of last occurrences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.engine.compiled import compiled, run
from mexplore.rules.engine.expressions.loops import EndsLoop
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.interval.rule import Interval
    from mexplore.rules.rule import Values


class IntervalKernel(Kernel):
    """G(n) = mex { G(m) : a(n) <= m <= b(n), 0 <= m < n }.

    A value v is missing from positions a..b exactly if its last occurrence up to b is below a. A
    binary tree over the values holds these last occurrences, with minima in its inner nodes, so
    the least such v is found on one way down: O(log of the largest value) a position, as long as
    b does not step back. Where it does, that one window is scanned.
    """

    def __init__(self, rule: Interval) -> None:
        self._leaving = rule.leaving
        self._ends = EndsLoop(rule.low, rule.high, "n")
        self._last = np.zeros(2 * 64, dtype=np.int64)
        self._seen = np.zeros(64, dtype=np.bool_)  # of `_scan`, a flag a value
        self._entered = np.zeros(1, dtype=np.int64)  # positions below are in the tree

    def fill(self, values: Values, start: int, stop: int) -> int:
        low, high = self._ends(start, stop)
        if not self._leaving:
            heaps = np.arange(start, stop)
            low, high = heaps - high, heaps - low
        if start:
            self._make_room(values, start, int(values[:start].max()))
        n = start
        while n < stop:
            ends = low[n - start :], high[n - start :]
            shared = self._last, self._entered, self._seen, *ends
            reached, grow = run(_fill, self.steps(n, stop), values[:stop], shared, n, stop)
            if not grow:
                return int(reached)
            self._make_room(values, reached, len(self._last))
            n = reached
        return stop

    def _make_room(self, values: Values, start: int, value: int) -> None:
        """A tree with a leaf for this value and one more, with the same positions in it."""
        leaves = max(64, 1 << (value + 1).bit_length())
        if 2 * leaves > len(self._last):
            self._last = np.zeros(2 * leaves, dtype=np.int64)
            self._seen = np.zeros(leaves, dtype=np.bool_)
            entered = min(start, int(self._entered[0]))
            run(_enter, self.steps(0, entered), values[:start], self._last, 0, entered)

    def steps(self, start: int, stop: int) -> float:
        return 100.0 * (stop - start)


@compiled
def _enter(values, last, start, stop):  # type: ignore[no-untyped-def]
    # Leaf v holds 1 + the last position of value v, 0 if there is none; above, the minima.
    leaves = len(last) // 2
    for position in range(start, stop):
        node = leaves + np.int64(values[position])
        last[node] = position + 1
        while node > 1:
            node //= 2
            least = min(last[2 * node], last[2 * node + 1])
            if last[node] == least:
                break
            last[node] = least


@compiled
def _scan(values, seen, low, high):  # type: ignore[no-untyped-def]
    # A window of k values has a mex of at most k; and the last leaf is free.
    size = min(high - low + 2, len(seen))
    for value in range(size):
        seen[value] = False
    for position in range(low, high + 1):
        if values[position] < size:
            seen[values[position]] = True
    value = 0
    while seen[value]:
        value += 1
    return value


@compiled
def _fill(values, shared, start, stop):  # type: ignore[no-untyped-def]
    # values[n] = mex(values[max(low, 0) : min(high, n - 1) + 1])
    last, entered, seen, lows, highs = shared
    limit = np.int64(np.iinfo(values.dtype).max)
    leaves = len(last) // 2
    for n in range(start, stop):
        low = max(lows[n - start], 0)
        high = min(highs[n - start], n - 1)
        value = np.int64(0)
        if high + 1 < entered[0]:
            if low <= high:
                value = _scan(values, seen, low, high)
        else:
            _enter(values, last, entered[0], high + 1)
            entered[0] = high + 1
            if low <= high:
                node = np.int64(1)
                while node < leaves:
                    node = 2 * node if last[2 * node] <= low else 2 * node + 1
                value = node - leaves
        # The last leaf stays free, so that the way down always ends at a missing value.
        if value >= leaves - 1:
            return n, True
        if value > limit:
            return n, False
        values[n] = value
    return stop, False

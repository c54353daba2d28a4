"""Take-and-break codes of at most two heaps: one pass over the pairs, O(n) a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rules.kernels.compiled import njit
from rules.kernels.kernel import Kernel

if TYPE_CHECKING:
    from rules.families.take_and_break import TakeAndBreak
    from rules.rule import Values


class TwoHeapsKernel(Kernel):
    """G(n) = mex { G(a) ^ G(b) : the heaps a, b that a move leaves, at most two }.

    Two heaps that are not all equal are pairwise unequal, so ``!`` and ``?`` say the same here.
    """

    def __init__(self, rule: TakeAndBreak) -> None:
        self._rule = rule
        self._stamps = _fresh_stamps(256)
        self._tables = _Tables(rule, 0)

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > self._tables.stop:
            self._tables = _Tables(self._rule, 2 * stop)
        self._widen(int(values[:start].max(initial=0)))
        largest = int(np.iinfo(values.dtype).max)
        while True:
            limit = min(largest, len(self._stamps) - 2)
            tables = self._tables
            reached: int = _fill(
                values,
                (tables.whole, tables.kept, tables.halved),
                (tables.split, tables.unequal),
                (self._stamps, limit),
                (start, stop),
            )
            if reached == stop or limit == largest:
                return reached
            start = reached
            self._widen(limit + 1)

    def _widen(self, value: int) -> None:
        """Room for stamps of every xor of values up to this one, and of one more."""
        if value > len(self._stamps) - 2:
            self._stamps = _fresh_stamps(4 << value.bit_length())

    def steps(self, start: int, stop: int) -> float:
        tables = self._tables if self._tables.stop else _Tables(self._rule, stop)
        pairs = len(tables.split) * stop / 2 + len(tables.kept)
        return float((stop - start) * (pairs + 1))


def _fresh_stamps(power: int) -> npt.NDArray[np.int64]:
    return np.full(power + 1, -1, dtype=np.int64)


class _Tables:
    """The moves from heaps n < stop, by kind: for each the numbers of tokens removed."""

    def __init__(self, rule: TakeAndBreak, stop: int) -> None:
        self.stop = stop
        written = {j: digit for j, digit in rule.digits.items() if 0 <= j < stop}
        rounds = rule.period if rule.repeating else 0
        first = len(rule.removing) - rounds

        def tokens(count: int, suffixes: tuple[str, ...]) -> npt.NDArray[np.int64]:
            found = [np.zeros(0, dtype=np.int64)]
            for j, digit in written.items():
                if digit.suffix(count) in suffixes:
                    repeats = rounds and j >= first
                    found.append(np.arange(j, stop if repeats else j + 1, rounds or 1))
            return np.sort(np.concatenate(found))

        self.whole = np.zeros(stop, dtype=np.bool_)
        self.whole[tokens(0, ("",))] = True
        self.kept = tokens(1, ("",))
        self.halved = tokens(2, ("=",))
        self.split = np.sort(np.concatenate((tokens(2, ("",)), tokens(2, ("!", "?")))))
        self.unequal = np.isin(self.split, tokens(2, ("!", "?"))).astype(np.int64)


@njit
def _fill(values, single, split, mex, span):  # type: ignore[no-untyped-def]
    # values[n] = mex of 0 if whole[n]; values[n-j] for j in kept, n-j >= 1; 0 for j in halved,
    # n-j even and >= 2; values[a] ^ values[n-j-a] for j in split, 1 <= a <= n-j-a, and a != n-j-a
    # where the heaps must be unequal. A stamp n marks a value as excluded at n.
    whole, kept, halved = single
    split_after, unequal = split
    stamps, limit = mex
    start, stop = span
    for n in range(start, stop):
        if whole[n]:
            stamps[0] = n
        for j in kept:
            if j >= n:
                break
            stamps[values[n - j]] = n
        for j in halved:
            if j >= n:
                break
            if (n - j) % 2 == 0:
                stamps[0] = n
        for i in range(len(split_after)):
            rest = n - split_after[i]
            if rest < 2:
                break
            for a in range(1, (rest - unequal[i]) // 2 + 1):
                stamps[values[a] ^ values[rest - a]] = n
        value = 0
        while stamps[value] == n:
            value += 1
        if value > limit:
            return n
        values[n] = value
    return stop

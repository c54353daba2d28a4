"""Take-and-break codes of at most two heaps: one pass over the pairs, O(n) a value.

Small heaps by the naive loop, a pair at a time; large ones by `comparing`, many pairs at a time.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mexplore.rules.engine.compiled import Compiled, compiled, is_compiled, refuse, run
from mexplore.rules.engine.compiling import PLAINLY, plainly
from mexplore.rules.families.take_and_break.comparing import fill_by_comparing, stamp_unsplit
from mexplore.rules.families.take_and_break.partitions import Moves, ahead
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    from mexplore.rules.rule import Values


LARGE = 2048
"""Beyond, pairs are compared many at a time."""
COLD_LARGE = 65536
"""The same where that loop is not compiled yet, which takes half a second."""
FROM = 1 << 16
"""Where threads begin to be worth it: a block of heaps takes a millisecond or more."""
AGAIN = 64
"""Known values that the loop for large heaps must find before it is believed."""


class TwoHeapsKernel(Kernel):
    """G(n) = mex { G(a) ^ G(b) : the heaps a, b that a move leaves, at most two }.

    Two heaps that are not all equal are pairwise unequal, so ``!`` and ``?`` say the same here.
    """

    def __init__(self, rule: TakeAndBreak, large: int | None = None) -> None:
        self._rule = rule
        self._large = large  # where heaps are large; None: where it pays
        self._stamps = _fresh_stamps(256)
        self._tried: set[Any] = set()  # loops for large heaps that were held against known values
        self._write_moves(256)

    def _write_moves(self, stop: int) -> None:
        moves = Moves(self._rule, stop)
        self._single = moves.whole(), moves.removing(1), moves.removing(2, "=")
        self._split = moves.splits_in_two()
        self._moves_stop = stop

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > self._moves_stop:
            self._write_moves(ahead(stop))
        naive = min(stop, max(start, self._first_large(stop)))
        reached = self._fill(_fill, values, start, naive)
        if reached < naive or reached == stop:
            return reached
        return self._fill(self._loop_for_large_heaps(values, naive), values, naive, stop)

    def _first_large(self, stop: int) -> int:
        """Where the loop for large heaps begins. Nothing is imported for values below ``stop``
        where all of them are few."""
        if self._large is not None:
            return self._large
        return COLD_LARGE if stop > LARGE and not is_compiled(fill_by_comparing) else LARGE

    def _loop_for_large_heaps(self, values: Values, n: int) -> Any:
        """The loop that compares pairs, by several threads where that pays, if it finds the AGAIN
        values before n once more."""
        if not self._is_right(fill_by_comparing, [fill_by_comparing], values, n):
            return _fill
        return fill_by_comparing if n < FROM or PLAINLY.get() else self._loop_by_threads(values, n)

    def _loop_by_threads(self, values: Values, n: int) -> Any:
        """The same loop by as many threads as there are cores."""
        from mexplore.rules.engine.beside import cores
        from mexplore.rules.families.take_and_break import blocks

        threads, parts = cores(), [blocks.find_open, blocks.settle]
        if threads > 1 and self._is_right(blocks.fill_by_blocks, parts, values, n):
            return partial(blocks.fill_by_blocks, threads=threads)
        return fill_by_comparing

    def _is_right(self, loop: Any, parts: list[Compiled], values: Values, n: int) -> bool:
        """Whether a loop finds the AGAIN values before n once more, or has found them before; its
        parts are refused otherwise."""
        if loop not in self._tried:
            self._tried.add(loop)
            again = values[:n].copy()
            first = max(n - AGAIN, 0)
            again[first:] = 0
            with plainly(bool(PLAINLY.get())):  # as machine code, unless there is to be none
                self._fill(loop, again, first, n)
            differing = np.flatnonzero(again != values[:n])
            if len(differing):
                at = int(differing[0])
                refuse(parts, f"G({at}) = {again[at]}, by the naive loop {values[at]}")
        return not any(part.refused for part in parts)

    def _fill(self, loop: Any, values: Values, start: int, stop: int) -> int:
        self._widen(int(values[:start].max(initial=0)))
        largest = int(np.iinfo(values.dtype).max)
        while True:
            limit = min(largest, len(self._stamps) - 2)
            mex = self._stamps, limit
            work = self.steps(start, stop)
            moves = self._single, self._split
            reached: int = run(loop, work, values[:stop], *moves, mex, (start, stop))
            if reached == stop or limit == largest:
                return reached
            start = reached
            self._widen(limit + 1)

    def _widen(self, value: int) -> None:
        """Room for stamps of every xor of values up to this one, and of one more."""
        if value > len(self._stamps) - 2:
            self._stamps = _fresh_stamps(4 << value.bit_length())

    def steps(self, start: int, stop: int) -> float:
        pairs = len(self._split[0]) * stop / 2 + len(self._single[1])
        return float((stop - start) * (pairs + 1))


def _fresh_stamps(power: int) -> npt.NDArray[np.int64]:
    return np.full(power + 1, -1, dtype=np.int64)


@compiled
def _fill(values, single, split, mex, span):  # type: ignore[no-untyped-def]
    # values[n] = mex of 0 if whole[n]; values[n-j] for j in kept, n-j >= 1; 0 for j in halved,
    # n-j even and >= 2; values[a] ^ values[n-j-a] for j in split, 1 <= a <= n-j-a, and a != n-j-a
    # where the heaps must be unequal. A stamp n marks a value as excluded at n.
    split_after, unequal = split
    stamps, limit = mex
    start, stop = span
    for n in range(start, stop):
        stamp_unsplit(values, n, single, stamps)
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

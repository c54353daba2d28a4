"""Loops written from a checked tree, as functions that run; no text of the user's is in them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rules.computing.bits import trailing_zeros
from rules.computing.compiled import Compiled, run
from rules.language import arithmetic
from rules.language.compiling import STOPPED, LoopSource, ends_source
from rules.language.evaluating import evaluate

if TYPE_CHECKING:
    from rules.language import tree

Ends = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
STEPS_AN_END = 20  # about so many, for the two ends of an interval
_FAR = 1 << 62  # ends beyond are held there: no heap is so large


def plain_loop(source: LoopSource) -> Any:
    """The function of a source written from a checked tree: it holds no text of the user's."""
    names: dict[str, Any] = {"np": np, "trailing_zeros": trailing_zeros, **vars(arithmetic)}
    exec(compile(source.text, "<rule>", "exec"), names)
    return names["fill"]


@lru_cache(maxsize=32)
def compiled_loop(source: LoopSource) -> Any:
    """The same function, compiled, once for a source; not on disk: it belongs to one rule."""
    return Compiled(plain_loop(source), kept=False)


class EndsLoop:
    """The ends of an interval for n = start, ..., stop - 1, compiled where 64 bits are enough."""

    def __init__(self, low: tree.Node, high: tree.Node, name: str) -> None:
        self._low, self._high, self._name = low, high, name
        source = ends_source(low, high, name)
        self._limit = source.limit if source else 0
        self._loop = compiled_loop(source) if source else None

    def __call__(self, start: int, stop: int) -> Ends:
        lows, highs = np.zeros((2, stop - start), dtype=np.int64)
        n = start
        while n < stop:
            reached, why = n, STOPPED
            if self._loop is not None and n < self._limit:
                parts = lows[n - start :], highs[n - start :]
                end = min(stop, self._limit)
                reached, why = run(self._loop, STEPS_AN_END * (end - n), *parts, n, end)
            if why == STOPPED:
                lows[reached - start] = self._end(self._low, reached)
                highs[reached - start] = self._end(self._high, reached)
                reached += 1
            n = reached
        return lows, highs

    def _end(self, node: tree.Node, n: int) -> int:
        return max(-_FAR, min(_FAR, evaluate(node, {self._name: n})))

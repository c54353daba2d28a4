"""Loops written from a checked tree, as functions that run; no text of the user's is in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.engine.bits import trailing_zeros
from mexplore.rules.engine.compiled import (
    LITTLE,
    Compiled,
    in_python,
    is_never_plain,
    runs_in_python,
)
from mexplore.rules.engine.expressions import machine, worklist
from mexplore.rules.engine.expressions.numbers import MOST_STEPS, PAUSED, STOPPED
from mexplore.rules.engine.expressions.options import LONGEST_PAUSE, LoopSource, ends_source

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree

Ends = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
STEPS_AN_END = 20  # about what the two ends of an interval take
_FAR = 1 << 62  # ends beyond are held there: no heap is so large


def plain_loop(
    source: LoopSource, most_steps: int = MOST_STEPS, longest_pause: int = LONGEST_PAUSE
) -> Any:
    """The function of a source written from a checked tree: it holds no text of the user's."""
    names: dict[str, Any] = {"np": np, "trailing_zeros": trailing_zeros}
    names |= {**vars(worklist), **vars(machine)}
    names |= {"most_steps": most_steps, "longest_pause": longest_pause}
    exec(compile(source.text, "<rule>", "exec"), names)
    return names["fill"]


@lru_cache(maxsize=32)
def compiled_loop(source: LoopSource) -> Any:
    """The same function, compiled, once for a source; not on disk: it belongs to one rule."""
    return Compiled(plain_loop(source), text=source.text)


@lru_cache(maxsize=32)
def _short_loop(source: LoopSource) -> Any:
    """The same function for plain Python: it returns where it would take long there."""
    loop = plain_loop(source, LITTLE, LITTLE)
    names = loop.__globals__
    names |= {name: each.py_func for name, each in names.items() if isinstance(each, Compiled)}
    names |= {"mark_1": _mark_1, "mark_2": _mark_2}
    return loop


def _mark_1(values: Any, stamps: Any, n: int, heap: int) -> bool:
    """What `machine.mark_1` does, in the form that takes plain Python a tenth of the time."""
    if 0 <= heap < n:
        stamps[values[heap]] = n + 1
        return False
    return heap >= n and n + heap > 0


def _mark_2(values: Any, stamps: Any, n: int, first: int, second: int) -> bool:
    """The same for `machine.mark_2`."""
    if 0 <= first < n and 0 <= second < n:
        stamps[values[first] ^ values[second]] = n + 1
        return False
    return min(first, second) >= 0 and max(first, second) >= n and n + max(first, second) > 0


class LoopOfRule:
    """The loop of one rule; it starts in plain Python if there is little work.

    The number of turns at one n is known only after they were taken. If they are many, or if the
    plain loop stops, the compiled one continues from there. Loops of one rule are not kept on disk:
    so a short one may run in plain Python after LLVM is imported, but all plain ones together are
    short, since long work comes in many short calls.
    """

    def __init__(
        self, source: LoopSource, compiled: Callable[[LoopSource], Any] = compiled_loop
    ) -> None:
        self._compiled = compiled(source)
        self._source = source
        self._plainly = True
        self._left = float(LITTLE)

    def is_little(self, steps: float) -> bool:
        """Whether about this many steps are few, with those before; they are counted then."""
        little = steps <= self._left
        self._left -= steps if little else 0
        return little

    def __call__(self, little: bool, *args: Any) -> tuple[int, int]:
        """The first n that is not done, and why (`rules.engine.expressions.numbers`)."""
        if little and self._plainly and not is_never_plain():
            reached, why = in_python(_short_loop(self._source), *args)
            self._plainly = why not in (STOPPED, PAUSED)
            return reached, why if self._plainly else PAUSED
        found: tuple[int, int] = self._compiled(*args)
        return found


class EndsLoop:
    """The ends of an interval for n = start, ..., stop - 1, compiled where 64 bits are enough."""

    def __init__(self, low: tree.Node, high: tree.Node, name: str) -> None:
        self._low, self._high, self._name = low, high, name
        source = ends_source(low, high, name)
        self._limit = source.limit if source else 0
        self._loop = LoopOfRule(source) if source else None

    def __call__(self, start: int, stop: int) -> Ends:
        lows, highs = np.zeros((2, stop - start), dtype=np.int64)
        n = start
        while n < stop:
            reached, why = n, STOPPED
            if self._loop is not None and n < self._limit:
                parts = lows[n - start :], highs[n - start :]
                end = min(stop, self._limit)
                little = runs_in_python(STEPS_AN_END * (end - n))
                reached, why = self._loop(little, *parts, n, end)
            if why == STOPPED:
                lows[reached - start] = self._end(self._low, reached)
                highs[reached - start] = self._end(self._high, reached)
                reached += 1
            n = reached
        return lows, highs

    def _end(self, node: tree.Node, n: int) -> int:
        return max(-_FAR, min(_FAR, evaluate(node, {self._name: n})))

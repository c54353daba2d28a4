"""Rules given by expressions: a loop compiled from the checked tree, the interpreter behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from operator import xor
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import numpy.typing as npt

from rules.computing.kernel import Kernel
from rules.language import arithmetic
from rules.language.compiling import (
    FULL,
    GROW,
    STOPPED,
    LoopSource,
    ends_source,
    options_source,
)
from rules.language.evaluating import evaluate
from rules.rule import mex

if TYPE_CHECKING:
    from rules.language import tree
    from rules.rule import Rule, Values

Ends = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
_FAR = 1 << 62  # ends beyond are held there: no heap is so large


def plain_loop(source: LoopSource) -> Any:
    """The function of a source written from a checked tree: it holds no text of the user's."""
    names: dict[str, Any] = {"np": np, **vars(arithmetic)}
    exec(compile(source.text, "<rule>", "exec"), names)
    return names["fill"]


@lru_cache(maxsize=32)
def compiled_loop(source: LoopSource) -> Any:
    """The same function, compiled, once for a source; not on disk: it belongs to one rule."""
    return numba.njit(nogil=True, error_model="numpy")(plain_loop(source))


class ExpressionKernel(Kernel):
    """G(n) = mex of the values of the listed options, by a loop written for the one rule."""

    def __init__(
        self, rule: Rule, source: LoopSource, loop: Callable[[LoopSource], Any] = compiled_loop
    ) -> None:
        self._rule = rule
        self._limit = source.limit
        self._loop: Callable[..., tuple[int, int]] = loop(source)
        self._stamps = np.zeros(256, dtype=np.int64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        if start:
            self._make_room(int(values[:start].max()))
        n = start
        while n < stop:
            reached, why = n, STOPPED
            if n < self._limit:
                within = min(stop, self._limit)
                reached, why = self._loop(values, self._stamps, n, within)
            if why == GROW:
                self._make_room(2 * len(self._stamps) - 1)
            elif why == STOPPED:
                if not self._interpret(values, reached):
                    return reached
                reached += 1
            elif why == FULL:
                return reached
            n = reached
        return stop

    def _make_room(self, value: int) -> None:
        """Stamps for every xor of values up to this one: a power of two beyond it."""
        size = max(256, 1 << value.bit_length())
        if size > len(self._stamps):
            self._stamps = np.zeros(size, dtype=np.int64)

    def _interpret(self, values: Values, n: int) -> bool:
        """values[n] by the definition; False if it does not fit."""
        options = self._rule.options(n)
        value = mex(reduce(xor, (int(values[h]) for h in heaps), 0) for heaps in options)
        if value > np.iinfo(values.dtype).max:
            return False
        self._make_room(value)
        values[n] = value
        return True

    def steps(self, start: int, stop: int) -> float:
        return 10.0 * stop * (stop - start)


def expression_kernel(rule: Rule, body: tree.Node, name: str) -> Kernel | None:
    """The compiled kernel of a list of options; None where 64 bits are not proved enough."""
    source = options_source(body, name)
    return ExpressionKernel(rule, source) if source else None


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
                reached, why = self._loop(*parts, n, min(stop, self._limit))
            if why == STOPPED:
                lows[reached - start] = self._end(self._low, reached)
                highs[reached - start] = self._end(self._high, reached)
                reached += 1
            n = reached
        return lows, highs

    def _end(self, node: tree.Node, n: int) -> int:
        return max(-_FAR, min(_FAR, evaluate(node, {self._name: n})))

"""Rules given by expressions: a loop compiled from the checked tree, the interpreter behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Any

import numpy as np

from mexplore.rules.engine.expressions.loops import LoopOfRule, compiled_loop
from mexplore.rules.engine.expressions.numbers import FULL, GROW, STOPPED
from mexplore.rules.engine.expressions.options import LoopSource, options_source
from mexplore.rules.rule import Kernel, mex

if TYPE_CHECKING:
    from mexplore.rules.arithmetic import tree
    from mexplore.rules.rule import Rule, Values


class ExpressionKernel(Kernel):
    """G(n) = mex of the values of the listed options, by a loop written for the one rule."""

    def __init__(
        self, rule: Rule, source: LoopSource, loop: Callable[[LoopSource], Any] = compiled_loop
    ) -> None:
        self._rule = rule
        self._limit = source.limit
        self._loop = LoopOfRule(source, loop)
        self._stamps = np.zeros(256, dtype=np.int64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        if start:
            self._make_room(int(values[:start].max()))
        n = start
        while n < stop:
            reached, why = n, STOPPED
            if n < self._limit:
                within = min(stop, self._limit)
                little = self._loop.is_little(within * (within - n))
                reached, why = self._loop(little, values[:stop], self._stamps, n, within)
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

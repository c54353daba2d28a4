"""Python rules: the memorised search of positions, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.function.rule import Function
    from mexplore.rules.rule import Values


class FunctionKernel(Kernel):
    """G(n) is the value of the position n."""

    def __init__(self, rule: Function) -> None:
        self._rule = rule

    def fill(self, values: Values, start: int, stop: int) -> int:
        limit = np.iinfo(values.dtype).max
        for n in range(start, stop):
            value = self._rule.positions.value(n)
            if value > limit:
                return n
            values[n] = value
        return stop

    def steps(self, start: int, stop: int) -> float:
        return 1e5 * (stop - start)

    def notes(self) -> dict[str, int]:
        return {"positions": len(self._rule.positions)}

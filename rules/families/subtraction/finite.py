"""Finite subtraction sets: O(|S|) a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.engine.bits import trailing_zeros
from mexplore.rules.engine.compiled import compiled, run
from mexplore.rules.families.subtraction.infinite import AllButKernel, DenseKernel, SparseKernel
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.subtraction.rule import Subtraction
    from mexplore.rules.rule import Values

WIDEST_MASK = 63  # members whose values fit one word: a value is at most |S|


def subtraction_kernel(rule: Subtraction) -> Kernel:
    """The cheapest kernel for the shape of the set."""
    if rule.missing is not None:
        return AllButKernel(rule.missing)
    if rule.dense:
        return DenseKernel(rule)
    if rule.finite and len(rule.members) <= WIDEST_MASK:
        return FiniteKernel(rule.members)
    return SparseKernel(rule)


class FiniteKernel(Kernel):
    """G(n) = mex { G(n - s) : s in S, s <= n } for a set S of at most 63 members."""

    version = 2

    def __init__(self, members: tuple[int, ...]) -> None:
        self._members = np.array(members, dtype=np.uint64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        run(_fill_masked, self.steps(start, stop), values[:stop], self._members, start, stop)
        return stop

    def steps(self, start: int, stop: int) -> float:
        return float((stop - start) * len(self._members))


@compiled
def _fill_masked(values, members, start, stop):  # type: ignore[no-untyped-def]
    # values[n] = mex({values[n - s] for s in members if s <= n}): a set of values below 64 is a
    # word, its mex the number of its trailing ones. From max S on no member has to be compared
    # with n. Unsigned indices spare the test for negative ones.
    one = np.uint64(1)
    largest = members[len(members) - 1]
    for n in range(np.uint64(start), np.uint64(stop)):
        seen = np.uint64(0)
        if n >= largest:
            for s in members:
                seen |= one << np.uint64(values[n - s])
        else:
            for s in members:
                if s > n:
                    break
                seen |= one << np.uint64(values[n - s])
        values[n] = trailing_zeros(~seen)

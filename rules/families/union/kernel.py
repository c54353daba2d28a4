"""Unions: subtraction sets and divisions in one loop, others by a loop written for the union."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from mexplore.rules.engine.compiled import compiled, run
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.expression.kernel import expression_kernel
from mexplore.rules.families.subtraction.rule import as_subtraction
from mexplore.rules.moves.written import as_expression
from mexplore.rules.rule import Kernel

if TYPE_CHECKING:
    from mexplore.rules.families.union.rule import Union
    from mexplore.rules.rule import Rule, Values


def union_kernel(rule: Union) -> Kernel | None:
    """The kernel for the moves of all parts, or None where only the definition is known."""
    if all(as_subtraction(part) or isinstance(part, Division) for part in rule.parts):
        return MixedKernel(rule.parts)
    body = as_expression(rule)
    return expression_kernel(rule, body, "n") if body is not None else None


class MixedKernel(Kernel):
    """G(n) = mex of the values at n - s, floor(n/d) and ceil(n/e), for s <= n and ceil(n/e) < n."""

    def __init__(self, parts: Iterable[Rule]) -> None:
        parts = tuple(parts)
        self._subtractions = [s for part in parts if (s := as_subtraction(part))]
        divisions = [part for part in parts if isinstance(part, Division)]
        floors = [d for part in divisions if not part.ceil for d in part.divisors]
        ceilings = [d for part in divisions if part.ceil for d in part.divisors]
        self._divisors = np.array(floors + ceilings, dtype=np.int64)
        self._shifts = np.array([0] * len(floors) + [1] * len(ceilings), dtype=np.int64)
        self._known = 0  # the members up to here are listed
        self._members = np.zeros(0, dtype=np.int64)
        self._stamps = np.zeros(0, dtype=np.int64)

    def fill(self, values: Values, start: int, stop: int) -> int:
        if stop > self._known:
            self._known = len(values)
            listed = {s for part in self._subtractions for s in part.upto(self._known)}
            self._members = np.array(sorted(listed), dtype=np.int64)
            # A value is at most the number of options, so that many and two more are enough.
            size = len(listed) + len(self._divisors) + 2
            self._stamps = np.full(size, -1, dtype=np.int64)
        if start == 0 and stop > 0:
            values[0] = 0
        first = max(start, 1)
        # With shift 0 for floor and 1 for ceil, the quotient is (n - shift) // d + shift, n >= 1.
        quotients = (first - self._shifts) // self._divisors + self._shifts
        remainders = (first - self._shifts) % self._divisors
        shared = (self._members, self._divisors, quotients, remainders, self._stamps)
        reached: int = run(_fill, self.steps(start, stop), values[:stop], shared, first, stop)
        return reached

    def steps(self, start: int, stop: int) -> float:
        members = sum(1 for part in self._subtractions for _ in part.upto(min(stop, 10**7)))
        return float((stop - start) * (members + 2 * len(self._divisors) + 1))


@compiled
def _fill(values, shared, start, stop):  # type: ignore[no-untyped-def]
    # values[n] = mex({values[n - s] for s in members if s <= n}
    #                 | {values[m] for m in (n // d, ..., -(-n // e), ...) if m < n})
    # A quotient grows by 1 each d steps, so it is counted along rather than divided.
    members, divisors, quotients, remainders, stamps = shared
    limit = np.int64(np.iinfo(values.dtype).max)
    legal = 0
    for n in range(start, stop):
        while legal < len(members) and members[legal] <= n:
            legal += 1
        for s in members[:legal]:
            stamps[values[np.uint64(n - s)]] = n
        for i in range(len(divisors)):
            if quotients[i] < n:
                stamps[values[np.uint64(quotients[i])]] = n
            remainders[i] += 1
            if remainders[i] == divisors[i]:
                remainders[i] = 0
                quotients[i] += 1
        value = 0
        while stamps[value] == n:
            value += 1
        if value > limit:
            return n
        values[n] = value
    return stop

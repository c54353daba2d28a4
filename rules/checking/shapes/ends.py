"""Intervals whose ends are any expressions: each end is evaluated heap by heap."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np

from mexplore.rules.checking.checker import OptionsChecker, OptionValues
from mexplore.rules.checking.shapes.pieces import Places
from mexplore.rules.families.interval.rule import Interval

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values


class EndsChecker(OptionsChecker):
    """The ends by the interpreter of expressions, what lies between them by numpy."""

    def __init__(self, rule: Interval, values: Values) -> None:
        self._rule, self.values = rule, values

    @classmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        return cls(rule, values) if isinstance(rule, Interval) else None

    def nanoseconds(self) -> float:
        return len(self.values) * (2e4 + 60.0 * int(self.values.max(initial=0)))

    def spot_nanoseconds(self, heaps: int) -> float:
        return 2e4 * heaps + self._places.nanoseconds(heaps)

    def mark(self, seen: OptionValues) -> None:
        results = map(self._rule.results, range(seen.start, seen.stop))
        listed = [(left[0], left[-1]) if left else (1, 0) for left in results]
        ends = np.array(listed, dtype=np.int64)
        self._places.mark(seen, seen.start, ends[:, 0], ends[:, 1])

    @cached_property
    def _places(self) -> Places:
        return Places(self.values)

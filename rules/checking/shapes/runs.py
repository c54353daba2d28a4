"""Coins in a row that are turned: all runs of one length, for a whole stretch of heaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from mexplore.rules.checking.checker import OptionsChecker, OptionValues
from mexplore.rules.families.turning.numbers import NEXT
from mexplore.rules.families.turning.rule import Turn

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values


class RunsChecker(OptionsChecker):
    """With n the coins n - 1, ..., n - k + 1 are turned, k a number that is allowed; the xor of
    their values is that of the first n - 1 coins and of the first n - k."""

    def __init__(self, rule: Turn, values: Values) -> None:
        self._rule, self.values = rule, values
        self._beginnings = np.bitwise_xor.accumulate(values) if len(values) else values

    @classmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        return cls(rule, values) if isinstance(rule, Turn) and rule.gaps == NEXT else None

    @property
    def _lengths(self) -> int:
        return sum(1 for _ in self._rule.counts.upto(len(self.values) - 1))

    def nanoseconds(self) -> float:
        return 10.0 * len(self.values) * (self._lengths + 1)

    def spot_nanoseconds(self, heaps: int) -> float:
        return (5000.0 + 10.0 * heaps) * (self._lengths + 1) + 5.0 * len(self.values)

    def mark(self, seen: OptionValues) -> None:
        for length in self._rule.counts.upto(seen.stop - 1):
            first = max(seen.start, length)
            before = self._beginnings[first - 1 : seen.stop - 1]
            seen.add(before ^ self._beginnings[first - length : seen.stop - length], first)

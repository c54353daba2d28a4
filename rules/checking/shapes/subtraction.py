"""Subtraction sets, finite or infinite: the options of n are n - s."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from mexplore.rules.checking.checker import OptionsChecker, OptionValues, bits_of
from mexplore.rules.families.subtraction.rule import Subtraction

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values

MANY = 4
"""Members for each heap of a stretch."""


class SubtractionChecker(OptionsChecker):
    """One shift of the array of values for each number that may be removed."""

    def __init__(self, rule: Subtraction, values: Values) -> None:
        self.values = values
        self._members = [*rule.upto(len(values) - 1)]

    @classmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        return cls(rule, values) if isinstance(rule, Subtraction) else None

    def nanoseconds(self) -> float:
        planes = int(self.values.max(initial=0)) // 64 + 1
        return 1.0 * planes * len(self.values) * (len(self._members) + 5)

    def spot_nanoseconds(self, heaps: int) -> float:
        planes = int(self.values.max(initial=0)) // 64 + 1
        return heaps * (5e4 + 20.0 * planes * len(self._members))

    def mark(self, seen: OptionValues) -> None:
        if len(self._members) > MANY * (seen.stop - seen.start):
            self._mark_each(seen)
            return
        members = [s for s in self._members if s < seen.stop]
        low = max(0, seen.start - max(members, default=0))
        bits = bits_of(self.values[low : seen.stop], seen.planes)
        for s in members:
            first = max(seen.start, s)
            seen.add_words(bits[:, first - s - low : seen.stop - s - low], first)

    def _mark_each(self, seen: OptionValues) -> None:
        """Heap by heap: there are few, with many options each."""
        members = np.array(self._members)
        for n in range(seen.start, seen.stop):
            options = n - members[: np.searchsorted(members, n, side="right")]
            bits = bits_of(self.values[options], seen.planes)
            seen.add_words(np.bitwise_or.reduce(bits, axis=1, keepdims=True), n)

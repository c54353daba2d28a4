"""What all checkers are: they find the first value that is not the mex of its options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from mexplore.rules.checking.seen import Seen

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values


class Checker(ABC):
    """Confirms the values of one rule, given as an array; the array must not change meanwhile."""

    means: ClassVar[str] = "plain numpy"
    """By what the values are confirmed, for a sentence that ends with it."""

    values: Values
    """What is to be confirmed."""

    @classmethod
    @abstractmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        """The checker of these values, where the rule has the shape that this class reads."""

    @abstractmethod
    def nanoseconds(self) -> float:
        """About how long it takes to check all values, within a factor of 5."""

    @abstractmethod
    def first_wrong(self, start: int, stop: int) -> int | None:
        """The least n with start <= n < stop at which the value is not the mex of the values of the
        options; None if there is none. Any stretch may be asked for. Asked for one after another,
        from 0 on, it confirms all values; alone, that a stretch follows from the values below."""

    @abstractmethod
    def spot_nanoseconds(self, heaps: int) -> float:
        """About how long `first_wrong` takes for one stretch of so few heaps, among the last."""


class OptionsChecker(Checker):
    """A checker that writes down the values of all options, for a whole stretch of heaps."""

    @abstractmethod
    def mark(self, seen: Seen) -> None:
        """Add the values of all options of the heaps that ``seen`` is about."""

    def first_wrong(self, start: int, stop: int) -> int | None:
        values = self.values[:stop]
        seen = Seen(start, stop, int(values.max(initial=0)))
        self.mark(seen)
        wrong = np.flatnonzero(seen.mex() != values[start:])
        return start + int(wrong[0]) if len(wrong) else None

"""The moves of a take-and-break code as arrays: which numbers of tokens each kind removes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.digit import Digit
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak

Tokens = npt.NDArray[np.int64]


def ahead(stop: int) -> int:
    """How far to prepare tables when heaps of n < ``stop`` are requested."""
    return stop + min(max(stop, 64), 1 << 12)


class Moves:
    """The moves from heaps of n < ``stop`` tokens, repeating digits written out.

    >>> from mexplore.rules.notation import parse_rule
    >>> Moves(parse_rule("0.7[03]"), 8).removing(1).tolist()
    [1, 3, 5, 7]
    """

    def __init__(self, rule: TakeAndBreak, stop: int) -> None:
        self.stop = stop
        self._period = rule.period
        self._first_repeating = len(rule.removing) - rule.period
        self._digits = {j: digit for j, digit in rule.digits.items() if j < stop}

    def where(self, allowed: Callable[[Digit], bool]) -> Tokens:
        """The j, in increasing order, whose digits are such (j < 0: -j tokens are added)."""
        found = [np.zeros(0, dtype=np.int64)]
        for j, digit in self._digits.items():
            if allowed(digit):
                repeats = self._period > 0 and j >= self._first_repeating
                end = self.stop if repeats else j + 1
                found.append(np.arange(j, end, self._period if repeats else 1, dtype=np.int64))
        return np.sort(np.concatenate(found))

    def removing(self, count: int, *suffixes: str) -> Tokens:
        """The j after which ``count`` heaps may be left, under one of these suffixes (none at
        all if none is given)."""
        return self.where(lambda digit: digit.suffix(count) in (suffixes or ("",)))

    def whole(self) -> npt.NDArray[np.bool_]:
        """Whether a heap of n may be taken whole, for each n < ``stop``."""
        allowed = np.zeros(self.stop, dtype=np.bool_)
        allowed[self.removing(0)] = True
        return allowed

    def splits_in_two(self) -> tuple[Tokens, Tokens]:
        """The j after which the rest may be split into two heaps that may differ; and for each
        1 if they must differ, else 0."""
        differing = self.removing(2, "!", "?")
        split = np.sort(np.concatenate((self.removing(2), differing)))
        return split, np.isin(split, differing).astype(np.int64)

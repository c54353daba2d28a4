"""Take-and-break codes that leave at most two heaps: the values of all pairs, once for each sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from mexplore.rules.checking.checker import WORD, OptionsChecker, OptionValues, Words, bits_of
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

if TYPE_CHECKING:
    from mexplore.rules.families.take_and_break.code import Digit
    from mexplore.rules.rule import Rule, Values


class PairsChecker(OptionsChecker):
    """P(s) = { v[a] xor v[b] : a + b = s, 1 <= a < b } is found once for each s; what a split after
    the removal of j tokens makes possible at n is P(n - j), with 0 where two equal heaps may be
    left and n - j is even."""

    def __init__(self, rule: TakeAndBreak, values: Values) -> None:
        self._rule, self.values = rule, values
        largest = int(values.max(initial=0))
        self._planes = largest // WORD + 1
        self._table = max(WORD * self._planes, 1 << largest.bit_length())
        self._pairs: Words = np.zeros((self._planes, len(values)), dtype=np.uint64)
        self._found = np.zeros(len(values), dtype=np.bool_)

    @classmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        if not isinstance(rule, TakeAndBreak) or rule.most_heaps not in (1, 2):
            return None
        return cls(rule, values)

    def nanoseconds(self) -> float:
        count, split = len(self.values), self._rule.most_heaps == 2
        removals = count // 2 if self._rule.period else len(self._rule.digits)
        pairs = count * (count * 0.8 + 5000.0) if split else 0.0
        return pairs + 2.0 * self._planes * count * (removals + 5)

    def spot_nanoseconds(self, heaps: int) -> float:
        count, split = len(self.values), self._rule.most_heaps == 2
        if self._rule.period:
            return self.nanoseconds()
        sums = heaps + sum(not digit.is_zero for digit in self._rule.digits.values())
        return 5.0 * self._planes * count + sums * (5000.0 + split * 1.6 * count)

    def mark(self, seen: OptionValues) -> None:
        bits = bits_of(self.values[: seen.stop], self._planes)[: seen.planes]
        even = np.zeros((seen.planes, seen.stop), dtype=np.uint64)  # the set {0}, at s = 2, 4, ...
        even[0, 2::2] = 1
        last = seen.stop - 1 if self._rule.period else self._rule.largest_take
        for j in range(min(last, seen.stop - 1) + 1):
            digit = self._rule.digit(j)
            if not digit.is_zero:
                self._mark_digit(seen, j, digit, bits, even)

    def _mark_digit(
        self, seen: OptionValues, j: int, digit: Digit, bits: Words, even: Words
    ) -> None:
        if digit.suffix(0) is not None and seen.start <= j < seen.stop:
            seen.add(np.array([0]), j)
        first = max(seen.start, j + 1)  # some tokens are left
        rest = slice(first - j, seen.stop - j)
        if digit.suffix(1) is not None:
            seen.add_words(bits[:, rest], first)
        suffix = digit.suffix(2)
        if suffix is not None and suffix != "=":
            self._find_pairs(first - j, seen.stop - j)
            seen.add_words(self._pairs[: seen.planes, rest], first)
        if suffix in ("", "="):
            seen.add_words(even[:, rest], first)

    def _find_pairs(self, start: int, stop: int) -> None:
        """P(s) for start <= s < stop."""
        values, table = self.values, np.zeros(self._table, dtype=np.bool_)
        for s in range(max(start, 3), stop):
            if self._found[s]:
                continue
            half = (s - 1) // 2
            table[:] = False
            table[values[1 : half + 1] ^ values[s - half : s][::-1]] = True
            packed = np.packbits(table[: WORD * self._planes], bitorder="little")
            self._pairs[:, s] = packed.view("<u8")
            self._found[s] = True

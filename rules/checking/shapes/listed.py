"""Any rule: its options, listed one by one by the definition."""

from __future__ import annotations

from functools import cached_property, reduce
from itertools import islice
from operator import xor
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.checking.checker import WORD, OptionsChecker, OptionValues
from mexplore.rules.engine.working import processor_seconds

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values

MOST_A_HEAP = 10**6
"""Options of one heap that are counted for the estimate of all."""
MOST_AT_ONCE = 100_000
"""Options of one heap that are counted for the estimate of a few heaps."""
AN_OPTION = 2000.0
"""Nanoseconds that it takes to list an option and to look its value up."""


class ListedChecker(OptionsChecker):
    """`Rule.options` is the definition itself: nothing is read off the shape of the rule."""

    means: ClassVar[str] = "the definition"

    def __init__(self, rule: Rule, values: Values) -> None:
        self._rule, self.values = rule, values

    @classmethod
    def of(cls, rule: Rule, values: Values) -> Self | None:
        return cls(rule, values)

    def nanoseconds(self) -> float:
        most = int(LONGEST / AN_OPTION)
        return AN_OPTION * (options_below(self._rule, len(self.values), most) + len(self.values))

    def spot_nanoseconds(self, heaps: int) -> float:
        return heaps * self._nanoseconds_of_last

    @cached_property
    def _nanoseconds_of_last(self) -> float:
        """About how long the options of the last heap take: by their number, one that leaves many
        heaps counting as several, or as long as it takes to list them, where few are found among
        many numbers that are tried."""
        count, began = 0, processor_seconds()
        for option in self._rule.options(len(self.values) - 1):
            count += 1 + len(option) // HEAPS
            if count > MOST_AT_ONCE:
                return LONGEST
        return max(AN_OPTION * (count + 1), 1e9 * (processor_seconds() - began))

    def mark(self, seen: OptionValues) -> None:
        mark_listed(self._rule, self.values, seen, seen.stop)


HEAPS = 16
"""Heaps of one option that take as long as an option."""
LONGEST = 1e12
"""Nanoseconds beyond which it makes no difference how long it would take."""


def mark_listed(rule: Rule, values: Values, seen: OptionValues, stop: int) -> None:
    """Add the values of all options of the heaps of ``seen`` that are below ``stop``."""
    if stop <= seen.start:
        return
    few = stop - seen.start < stop // 16  # of so few heaps not all values are looked up
    known = values if few else values[:stop].tolist()
    for n in range(seen.start, stop):
        bits = 0
        for heaps in rule.options(n):
            bits |= 1 << int(reduce(xor, (known[h] for h in heaps), 0))
        for k in range(seen.planes):
            seen.words[k, n - seen.start] |= bits >> (WORD * k) & ((1 << WORD) - 1)


def options_below(rule: Rule, stop: int, most: int) -> int:
    """About how many options the heaps below ``stop`` have in all; beyond ``most`` it stops.

    >>> from mexplore.rules.notation import parse_rule
    >>> options_below(parse_rule("subtract(1, 2)"), 1000, 10**9)
    1997
    """
    options, n = 0, 0
    while n < stop and options <= most:
        step = min(1 + n // 16, stop - n)  # one heap is counted and stands for those up to the next
        options += step * sum(1 for _ in islice(rule.options(n), MOST_A_HEAP))
        n += step
    return options

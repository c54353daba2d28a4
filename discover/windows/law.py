"""The law that two equal states show: its least period and least preperiod, exactly."""

from __future__ import annotations

from dataclasses import dataclass

from mexplore.discover.numerics.integers import prime_divisors
from mexplore.discover.windows.bound import bound_of
from mexplore.discover.windows.passed_values import PassedValues


@dataclass(frozen=True)
class StreamLaw:
    """G(n + period) = G(n) for all n >= preperiod, where the stream passes its bound."""

    preperiod: int
    period: int
    reach: int
    """k, the largest number of tokens that a move removes."""

    @property
    def bound(self) -> int:
        """All values below it must be passed (`discover.windows.theorem`)."""
        return bound_of(self.preperiod, self.period, self.reach)


def law_of(past: PassedValues, first: int, again: int) -> StreamLaw | None:
    """The law, if the states before two heaps, both passed, are equal indeed.

    States follow one another by a fixed rule, so that they repeat from ``first`` on, and the
    difference is a multiple of the least period p. If it were not p, it would still be a period
    when divided by one of its primes.
    """
    if not past.agree(first, again):
        return None
    period = again - first
    for q in prime_divisors(period):
        while period % q == 0 and past.agree(first, first + period // q):
            period //= q
    return StreamLaw(_preperiod(past, first, period), period, past.machine.frame.reach)


def _preperiod(past: PassedValues, first: int, period: int) -> int:
    """The last n with G(n + period) != G(n), plus 1: 'the states before n and n + period are
    equal' is false up to some n and true from there on, so it is found by halving."""
    heaps = [n for n in past.saved.heaps if n < first]

    def agree(i: int) -> bool:
        return past.agree(heaps[i], heaps[i] + period)

    if not heaps or agree(0):
        last = past.last_early_difference(period)
        return 0 if last is None else last + 1
    low, high = 0, len(heaps)  # agree(low) is false, agree(high) is true
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if agree(middle) else (middle, high)
    stop = heaps[high] if high < len(heaps) else first
    last = past.last_difference(heaps[low], stop, period)
    if last is None:  # then the last one is in the state before heaps[low]
        if low == 0:
            last = past.last_early_difference(period)
        else:
            before = heaps[low] - past.machine.frame.state
            last = past.last_difference(before, heaps[low], period)
    assert last is not None
    return last + 1

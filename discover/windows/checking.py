"""The law that two equal states show, and its check on a stream run from the beginning.

Rare values that no heap of at most DEPTH tokens excludes: a search through all pairs.

The values of both heaps of a pair are run again from saved states, a stretch from below and the
stretch from above that goes with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.numerics.integers import prime_divisors
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.windows.passed_values import (
    STEP,
    PassedValues,
    Rate,
    SavedStates,
    pulse_until,
)
from mexplore.discover.windows.streaming.frame import START, Frame, Refused
from mexplore.discover.windows.streaming.machine import Machine
from mexplore.discover.windows.streaming.reach import DEPTH, bound_of
from mexplore.discover.windows.streaming.stream import (
    MOST_EXCUSED,
    Stream,
    begun,
    begun_again,
    gone_on,
)
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.windows.passed_values import PassedValues
    from mexplore.discover.windows.streaming.stream import Stream
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Values

    Stretch = tuple[int, int]


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


SHORTEST, LONGEST = 1 << 20, 1 << 24
"""The number of values of each end that are kept in memory."""


def gone_on_exactly(stream: Stream, ended: Refused, past: PassedValues) -> Stream | Refused:
    """What goes on where a stream ended so, `past` being all that it passed; or why nothing does.

    A heap one of whose rare values is excluded by a deeper pair only is passed all the same, and
    remembered by the stream (`Stream.last_excused`).
    """
    following = gone_on(stream, ended)
    if following is not None:
        return following
    n, value = ended.at, ended.value
    if n is None or value is None:
        return ended
    if stream.excused >= MOST_EXCUSED:
        return Refused(f"{ended.reason}, as at {MOST_EXCUSED} heaps before", n)
    if excluding_heap(past, n, value) is None:
        return Refused(f"n = {n} is a rare position, of value {value}, that turns up late", n)
    following = begun_again(stream, stream.machine)
    following.excuse(n, value)
    return following


def excluding_heap(past: PassedValues, n: int, value: int) -> int | None:
    """A heap a such that G(a) xor G(n - j - a) is the value for a split j, one of the least; None
    if there is none."""
    splits = past.machine.frame.game.splits
    nearest, farthest = min(splits), max(splits)
    length = min(LONGEST, max(SHORTEST, past.saved.spacing))
    for low in range(1, n // 2 + 1, length):
        stop = min(low + length, n // 2 + 1)
        below = _past_values(past, low, stop)
        first = max(0, n - farthest - stop + 1)
        above = _past_values(past, first, n - nearest - low + 1)
        for j in splits:
            high = n - j - low + 1 - first
            partners = above[max(0, high - len(below)) : high][::-1]
            hits = np.flatnonzero(below[: len(partners)] ^ partners == value)
            if len(hits):
                return low + int(hits[0])
    return None


def _past_values(past: PassedValues, start: int, stop: int) -> Values:
    """G(n) for start <= n < stop, in as few bytes as hold every value."""
    frame = past.machine.frame
    kind = np.min_scalar_type(max(int(frame.values.max()), int(frame.tables.commons.max())))
    return np.concatenate([piece.astype(kind) for piece in past.values(start, stop)])


def too_late(stream: Stream, preperiod: int) -> Refused | None:
    """Why deep heaps that a stream passed leave a law unproved; None if they do not."""
    last = stream.last_excused
    if last <= max(preperiod, DEPTH):
        return None
    return Refused(
        f"at n = {last}, where the law holds already, a rare value is excluded by no heap of at "
        f"most {DEPTH} tokens",
        last,
    )


def check_law(machine: Machine, claim: Periodic, watcher: Watcher) -> Inapplicable | None:
    """Why the stream does not prove the law with its least parameters; None if it does."""
    frame = machine.frame
    bound = bound_of(claim.preperiod, claim.period, frame.reach)
    passed = _passed(machine, claim, bound, watcher)
    if isinstance(passed, Refused):
        return Inapplicable(passed.reason)
    return _objection(frame, claim, passed)


def _stretches(frame: Frame, claim: Periodic) -> list[Stretch]:
    """The stretches start <= n < stop whose values the check compares."""
    n0, p, state = claim.preperiod, claim.period, frame.state
    low = max(n0, DEPTH)
    states = [low, low + p, *(low + p // q for q in prime_divisors(p))]
    early = [(n0, DEPTH), (n0 + p, DEPTH + p)] if n0 < DEPTH else []
    last = [(n0 - 1, n0), (n0 - 1 + p, n0 + p)] if n0 else []
    return [*((n, n + state) for n in states), *early, *last]


def _objection(frame: Frame, claim: Periodic, passed: dict[Stretch, Values]) -> Inapplicable | None:
    n0, p, state = claim.preperiod, claim.period, frame.state
    low = max(n0, DEPTH)
    before = passed[low, low + state]
    if not np.array_equal(before, passed[low + p, low + p + state]):
        return Inapplicable(f"the values from n = {low} on are not those from n = {low + p} on")
    if n0 < DEPTH and not np.array_equal(passed[n0, DEPTH], passed[n0 + p, DEPTH + p]):
        return Inapplicable(f"G(n + {p}) = G(n) fails at some n with {n0} <= n < {DEPTH}")
    if n0 and np.array_equal(passed[n0 - 1, n0], passed[n0 - 1 + p, n0 + p]):
        return Inapplicable(f"the preperiod {n0} is not least: the law also holds at n = {n0 - 1}")
    for q in prime_divisors(p):
        later = low + p // q
        if np.array_equal(before, passed[later, later + state]):
            return Inapplicable(f"the period {p} is not least: {p // q} is a period too")
    return None


def _passed(
    machine: Machine, claim: Periodic, bound: int, watcher: Watcher
) -> dict[Stretch, Values] | Refused:
    """The values of the stretches, all below the bound, from a stream that passes it."""
    run = _Run(machine, bound, watcher)
    found: dict[Stretch, Values] = {}
    for stretch in sorted(set(_stretches(machine.frame, claim)), key=lambda stretch: stretch[1]):
        refused = run.to(stretch[1])
        if refused is not None:
            return refused
        found[stretch] = _values(run.stream, *stretch)
    return run.to(bound) or too_late(run.stream, claim.preperiod) or found


class _Run:
    """A stream that is run from the beginning of a game to a bound."""

    def __init__(self, machine: Machine, bound: int, watcher: Watcher) -> None:
        self.stream = begun(machine)
        self.bound = bound
        self._rate = Rate(watcher, self.stream.verified)
        self._saved = SavedStates()
        self._saved.save(START, machine.frame.indices(START - machine.frame.state, START))

    def to(self, target: int) -> Refused | None:
        """Pass all heaps below the target; the reason if that fails."""
        while self.stream.verified < target:
            passed = self.stream.verified
            self._rate.report(passed, self.bound)
            ended = self.stream.advance(min(target, passed + STEP, self._saved.next(passed)))
            if isinstance(ended, Refused):
                past = PassedValues(self.stream.machine, self._saved, pulse_until(None))
                following = gone_on_exactly(self.stream, ended, past)
                if isinstance(following, Refused):
                    return following
                self.stream = following
            self._saved.keep_up(self.stream)
        return None


def _values(stream: Stream, start: int, stop: int) -> Values:
    """G(n) for start <= n < stop, the stream having just passed stop."""
    frame = stream.machine.frame
    if stop <= len(frame.values):
        return frame.values[start:stop].astype(np.int64)
    n = np.arange(start, stop)
    values: Values = frame.tables.commons[n & 1, stream.indices(start, stop)]
    return values

"""A periodic law checked on a stream that is run once, from its beginning to the bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.numerics.integers import prime_divisors
from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.windows.bound import bound_of
from mexplore.discover.windows.deep import gone_on_exactly, too_late
from mexplore.discover.windows.passed_values import STEP, PassedValues, SavedStates, pulse_until
from mexplore.discover.windows.rate import Rate
from mexplore.discover.windows.streaming.frame import START, Frame, Refused
from mexplore.discover.windows.streaming.machine import Machine
from mexplore.discover.windows.streaming.reach import DEPTH
from mexplore.discover.windows.streaming.stream import Stream, begun

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Values

    Stretch = tuple[int, int]


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

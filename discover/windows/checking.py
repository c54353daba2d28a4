"""A periodic law checked on a stream that is run once, from its beginning to the bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from discover.numerics.primes import prime_divisors
from discover.theorem import Inapplicable
from discover.windows.bound import bound_of
from discover.windows.past import STEP
from discover.windows.telling import Rate
from rules.families.take_and_break.window.frame import Frame, Refused
from rules.families.take_and_break.window.going_on import gone_on
from rules.families.take_and_break.window.machine import Machine
from rules.families.take_and_break.window.reach import DEPTH
from rules.families.take_and_break.window.stream import Stream, begun

if TYPE_CHECKING:
    from discover.patterns.periodic import Periodic
    from rules.computing.grundy import Watcher
    from rules.rule import Values

    Stretch = tuple[int, int]


def check_law(machine: Machine, claim: Periodic, watcher: Watcher) -> Inapplicable | None:
    """Why the stream does not prove the law with its least parameters; None if it does."""
    frame = machine.frame
    bound = bound_of(claim.preperiod, claim.period, frame.reach)
    passed = _passed(machine, _stretches(frame, claim), bound, watcher)
    if isinstance(passed, Refused):
        return Inapplicable(passed.reason)
    return _objection(frame, claim, passed)


def _stretches(frame: Frame, claim: Periodic) -> list[Stretch]:
    """The stretches start <= n < stop whose values are looked at."""
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
    machine: Machine, stretches: Iterable[Stretch], bound: int, watcher: Watcher
) -> dict[Stretch, Values] | Refused:
    """The values of the stretches, all below the bound, from a stream that passes it."""
    stream = begun(machine)
    rate = Rate(watcher, stream.verified)
    found: dict[Stretch, Values] = {}
    for stretch in sorted(set(stretches), key=lambda stretch: stretch[1]):
        run = _run_to(stream, stretch[1], bound, rate)
        if isinstance(run, Refused):
            return run
        stream = run
        found[stretch] = _values(stream, *stretch)
    run = _run_to(stream, bound, bound, rate)
    return run if isinstance(run, Refused) else found


def _run_to(stream: Stream, target: int, bound: int, rate: Rate) -> Stream | Refused:
    """The stream, or what goes on in its place, when it has passed the target."""
    while stream.verified < target:
        rate.tell(stream.verified, bound)
        ended = stream.advance(min(target, stream.verified + STEP))
        if isinstance(ended, Refused):
            following = gone_on(stream, ended)
            if following is None:
                return ended
            stream = following
    return stream


def _values(stream: Stream, start: int, stop: int) -> Values:
    """G(n) for start <= n < stop, the stream having just passed stop."""
    frame = stream.machine.frame
    if stop <= len(frame.values):
        return frame.values[start:stop].astype(np.int64)
    n = np.arange(start, stop)
    values: Values = frame.tables.commons[n & 1, stream.indices(start, stop)]
    return values

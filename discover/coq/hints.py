"""Hints for the check of a run schedule: the order of events in a period of runs, and why it stays.

Coq computes all of it again: a bad hint makes the check false, not the law true.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.run_schedule.form import (
    Between,
    Creator,
    Cycles,
    Inverse,
    Maps,
    differences,
)
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mexplore.discover.heaps.patterns.run_schedule.form import Moves
    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.discover.heaps.theorems.run_schedules.proof import Schedule


LONGEST_CHAIN = 80  # maps in a composition that is compared on a whole period
LONGEST_WAY = 2000  # maps from a run to the one a block of runs before

Event = tuple[Inverse, int]
"""(end, run): the end enters the run."""

Places = tuple[int, tuple[int, ...]]
"""A run, and the run of each end."""


class NoHints(Exception):
    """Two events whose order is not seen to stay."""


@dataclass(frozen=True)
class EventHints:
    """The schedule of moves, as Coq is told it. ``last`` is the run up to which values are looked
    at; the word and the creators have the period in which the events recur, from run ``seen`` on.
    """

    moves: Moves
    claim: RunSchedule
    schedule: Schedule
    starts: tuple[int, ...]
    values: tuple[int, ...]

    @cached_property
    def last(self) -> int:
        """The last run of the schedule; where the law begins later, some periods further on."""
        later = max(self.seen - self.schedule.start, 0)
        return self.schedule.last - (-later // self.period) * self.period

    @property
    def period(self) -> int:
        return self.schedule.period

    @cached_property
    def seen(self) -> int:
        """The number of runs before the law's start."""
        return self.starts.index(self.claim.start)

    @property
    def word(self) -> tuple[int, ...]:
        """The values of the runs in turn, for a period of events."""
        return self.claim.word * (self.period // len(self.claim.word))

    def creator(self, run: int) -> Creator:
        """(T, d) with x_run = T(x_{run - d})."""
        return self.claim.creators[(run - self.seen) % len(self.claim.word)]

    @property
    def creators(self) -> list[Creator]:
        """Of the runs in turn, for a period of events."""
        return [self.creator(self.seen + r) for r in range(self.period)]

    @cached_property
    def cycles(self) -> Cycles:
        return Cycles.of(tuple(self.creators))

    @cached_property
    def errors(self) -> list[Between]:
        """How far starts are, a block later, from what they are times the ratio."""
        return self.cycles.errors()[0]

    @cached_property
    def known(self) -> list[int]:
        """The starts of the runs that Coq looks at."""
        known = list(self.starts[: self.seen])
        while len(known) < self.last + self.period + self.cycles.block + 2:
            inverse, back = self.creator(len(known))
            known.append(inverse(known[-back]))
        return known

    @cached_property
    def walk(self) -> tuple[list[tuple[int, Places]], list[tuple[list[Event], Places]]]:
        """The stretches of heaps up to the last run, with the places of the ends; and the groups of
        events in the last period before it, with the places after them."""
        walk = Walk(self.moves.rule, self.moves.pieces)
        ends = self.moves.maps
        stretches = [(self.moves.pieces.first, (len(walk.starts) - 1, tuple(walk.at)))]
        groups: list[tuple[list[Event], Places]] = []
        while len(walk.starts) <= self.last:
            group = walk.step()
            if group is None:
                raise NoHints("the events end")
            places = (len(walk.starts) - 1, tuple(walk.at))
            if places[0] < self.last:
                stretches.append((group.time, places))
                if places[0] >= self.last - self.period:
                    entered = [(ends[end], run) for end, run in group.entered]
                    groups.append((entered, places))
        return stretches, groups

    def ordered(self) -> list[tuple[Event, bool, str, Places]]:
        """The events of the period in order: each with whether the next one is at the same heap,
        why that one comes no earlier, and the places after it. The first one creates a run."""
        groups = self.walk[1]
        again = [(inverse, run + self.period) for inverse, run in groups[0][0]]
        between = [
            self._between(here, after)
            for here, after in pairwise([*(entered for entered, _ in groups), again])
        ]
        inverse, back = self.creator(self.last - self.period)
        enter: list[Event] = [(inverse, self.last - self.period - back)]
        after_last = between[-1][1]
        enter.append((after_last[0], after_last[1] - self.period))
        found: list[tuple[Event, bool, str, Places]] = []
        for (entered, places), (leave, following, why) in zip(groups, between, strict=True):
            line = _without_repetition([*enter, *entered, leave])
            found += [
                (here, True, self._why(here, next_, 0, tied=True), places)
                for here, next_ in pairwise(line)
            ]
            found.append((line[-1], False, why, places))
            enter = [following]
        if enter[0] != (inverse, self.last - back):
            # The next period begins with the event that creates its first run.
            leave, _, _, places = found.pop()
            creating = (inverse, self.last - back)
            found.append((leave, False, self._why(leave, creating, 1), places))
        return found

    def _between(self, group: list[Event], following: list[Event]) -> tuple[Event, Event, str]:
        """An event of each of two groups, and why the one stays before the other."""
        for here in group:
            for after in following:
                why = self._reason(here, after, 1)
                if why:
                    return here, after, why
        raise NoHints("two events may change their order further on")

    def _why(self, here: Event, after: Event, gap: int, *, tied: bool = False) -> str:
        why = self._reason(here, after, gap, tied=tied)
        if not why:
            raise NoHints("two events may come apart further on")
        return why

    def _reason(self, here: Event, after: Event, gap: int, *, tied: bool = False) -> str:
        """Why the second event comes no earlier than the gap after the first, and at the same heap
        if they are tied."""
        chains = [dict(self._chain(event)) for event in (here, after)]
        for run in sorted(chains[0].keys() & chains[1].keys(), reverse=True):
            (n1, first), (n2, second) = chains[0][run], chains[1][run]
            found = differences(first, second)
            if found is not None and (found == {0} if tied else min(found) >= gap):
                return f"Same {n1} {n2}"
        if self._grows(here, after, gap) and (not tied or self._grows(after, here, gap)):
            grows = [self._way(event) for event in (here, after)]
            return f"Grows {grows[0]} {grows[1]}" if all(grows) else ""
        return ""

    def _grows(self, here: Event, after: Event, gap: int) -> bool:
        """Whether the time between the events, now at least the gap, never becomes less."""
        blocks = range(self.cycles.block // self.period)
        least = min(self._time(after, z) - self._time(here, z) for z in blocks)
        most, fewest = self._errors(here).high, self._errors(after).low
        return least >= gap and least * (self.cycles.ratio - 1) + fewest - most >= 0

    def _time(self, event: Event, periods: int) -> int:
        """When the event comes, this many periods later."""
        inverse, run = event
        return inverse(self.known[run + periods * self.period])

    def _errors(self, event: Event) -> Between:
        """[l, h] such that the event comes again a block later at the time rho*t + [l, h]."""
        inverse, run = event
        of_start = self.errors[(run - self.seen) % self.period]
        return inverse.carried(of_start, self.cycles.ratio)

    def _chain(self, event: Event) -> Iterator[tuple[int, tuple[int, Maps]]]:
        """The runs from which creators lead to the event: after how many steps, by which maps."""
        inverse, run = event
        maps: Maps = (inverse,)
        yield run, (0, maps)
        for steps in range(1, LONGEST_CHAIN):
            if run < self.seen:
                return
            inverse, back = self.creator(run)
            run, maps = run - back, (*maps, inverse)
            yield run, (steps, maps)

    def _way(self, event: Event) -> str:
        """The steps from an event down to a run on a cycle, and from a block later to that run."""
        run, steps = event[1], 0
        while (run - self.seen) % self.period not in self.cycles.cyclic:
            run, steps = run - self.creator(run)[1], steps + 1
        at, around = run + self.cycles.block, 0
        while at > run and around < LONGEST_WAY:
            at, around = at - self.creator(at)[1], around + 1
        return f"{steps} {around}" if at == run else ""


def _without_repetition(events: Iterable[Event]) -> list[Event]:
    """The events, each that follows upon itself once.

    >>> _without_repetition([(Inverse(1, 0, 2), 4), (Inverse(1, 0, 2), 4)])
    [(Inverse(a=1, b=0, c=2), 4)]
    """
    found: list[Event] = []
    for event in events:
        if not found or found[-1] != event:
            found.append(event)
    return found

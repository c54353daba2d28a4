"""Hints for checks that Coq computes: what it would find only by a long search.

Hints for the check of a code of two heaps with a sparse space: which pairs give the values that
the first few pairs do not. Coq computes all of it again: a bad hint makes the check false, not the
law true.

Hints for the check of a run schedule: the order of events in a period of runs, and why it stays.

Coq computes all of it again: a bad hint makes the check false, not the law true.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from mexplore.discover.coq.law import MOST_VALUES
from mexplore.discover.heaps.patterns.run_schedule.form import (
    Between,
    Creator,
    Cycles,
    Inverse,
    Maps,
    differences,
)
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mexplore.discover.heaps.patterns.run_schedule.form import Moves
    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.discover.heaps.theorems.run_schedules.proof import Schedule
    from mexplore.rules.families.take_and_break.rule import TakeAndBreak


NEAR = 64
"""So many pairs are tried for each heap."""

MASKED = 20_000  # values among which a mask is looked for
LARGEST_MASK = 256
TOGETHER = 20_000  # heaps looked at together
WRITTEN = 400  # heaps in one definition: Coq reads no list of many thousand


@dataclass(frozen=True)
class SparseHints:
    """A mask, and for some heaps the first heaps of pairs; and about how long the check takes."""

    mask: int
    far: tuple[tuple[int, tuple[int, ...]], ...]
    seconds: float

    @property
    def definitions(self) -> str:
        """The lists of pairs, as ``far``."""
        parts = [self.far[i : i + WRITTEN] for i in range(0, len(self.far), WRITTEN)]
        lines = [
            f"Definition far_{i} : hints := [{'; '.join(map(_written, part))}]."
            for i, part in enumerate(parts)
        ]
        names = "; ".join(f"far_{i}" for i in range(len(parts)))
        return "\n" + "\n".join([*lines, f"Definition far : hints := concat [{names}]."])


def sparse_hints(rule: TakeAndBreak, bound: int) -> SparseHints:
    """The hints for the values below the bound; none where these are too many for Coq.

    >>> from mexplore.rules.families.take_and_break.rule import TakeAndBreak
    >>> hints = sparse_hints(TakeAndBreak.parse("0.165"), 3000)
    >>> hints.mask, len(hints.far) < 1000
    (27, True)
    """
    import numpy as np

    values = grundy_values(rule, bound if bound <= MOST_VALUES else MASKED).astype(np.int64)
    mask = _mask(values)
    odd = np.array([(v & mask).bit_count() % 2 for v in range(int(values.max()) + 1)])
    rare = np.flatnonzero(odd[values] == 0)
    splits = [j for j, digit in rule.digits.items() if digit.suffix(2) is not None]
    pairs = len(splits) * (len(rare) * bound)
    if bound <= MOST_VALUES:
        pairs -= len(splits) * int(rare.sum()) // 2
    seconds = len(splits) * bound * 5e-5 + pairs * 1.1e-7
    return SparseHints(mask, tuple(_far(rule, values, splits)), seconds)


def _far(
    rule: TakeAndBreak, values: Any, splits: list[int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The heaps with a smaller value that their first pairs do not give, and pairs that do."""
    import numpy as np

    small = [
        (j, i) for j, digit in rule.digits.items() for i in (0, 1) if digit.suffix(i) is not None
    ]
    for low in range(0, len(values), TOGETHER):
        heaps = np.arange(low, min(low + TOGETHER, len(values)))
        seen = _seen(values, heaps, splits, small)
        lacking = ~seen & (np.arange(seen.shape[1]) < values[heaps][:, None])
        for row in np.flatnonzero(lacking.any(axis=1)):
            n = int(heaps[row])
            yield n, _pairs(values, n, splits, np.flatnonzero(lacking[row]))


def _seen(values: Any, heaps: Any, splits: list[int], small: list[tuple[int, int]]) -> Any:
    """Which values the moves to one heap or none, and the first pairs, give."""
    import numpy as np

    seen = np.zeros((len(heaps), 1 << int(values.max()).bit_length()), dtype=bool)
    rows = np.arange(len(heaps))
    for j, i in small:
        if i == 0:
            seen[rows[heaps == j], 0] = True
        else:
            legal = heaps > j
            seen[rows[legal], values[heaps[legal] - j]] = True
    for j in splits:
        for a in range(1, NEAR + 1):
            legal = heaps > a + j
            if legal.any():
                seen[rows[legal], values[a] ^ values[heaps[legal] - j - a]] = True
    return seen


def _pairs(values: Any, n: int, splits: list[int], lacking: Any) -> tuple[int, ...]:
    """First heaps of pairs that give these values."""
    import numpy as np

    chosen: dict[int, None] = {}
    left = {int(u) for u in lacking}
    for j in splits:
        half = np.arange(1, (n - j) // 2 + 1)
        given = values[half] ^ values[n - j - half]
        for u in sorted(left):
            places = np.flatnonzero(given == u)
            if len(places):
                chosen[int(half[places[0]])] = None
                left.discard(u)
    return tuple(chosen)


def _mask(values: Any) -> int:
    """The mask under which the fewest of the first values are rare."""
    import numpy as np

    counted = np.bincount(values[:MASKED])
    rare = {
        mask: sum(int(c) for v, c in enumerate(counted) if (v & mask).bit_count() % 2 == 0)
        for mask in range(1, min(LARGEST_MASK, 1 << (len(counted) - 1).bit_length()))
    }
    return min(rare, key=lambda mask: rare[mask], default=1)


def _written(hint: tuple[int, tuple[int, ...]]) -> str:
    n, heaps = hint
    return f"({n}, [{'; '.join(map(str, heaps))}])"


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
        """When the event comes, so many periods later."""
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

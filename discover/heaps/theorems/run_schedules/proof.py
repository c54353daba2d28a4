"""The hypotheses H2 to H9 of the theorem on run schedules, in order, on runs that were observed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise, product

from mexplore.discover.heaps.evidence.sources import DENSE_BESIDE_RUNS
from mexplore.discover.heaps.patterns.run_schedule.form import (
    Between,
    Creator,
    Cycles,
    Inverse,
    Maps,
    differences,
)
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.runs import Runs
from mexplore.rules.engine.walk import Group, Walk
from mexplore.rules.moves.pieces import Pieces
from mexplore.rules.rule import Rule

FURTHEST = 10**400  # starts of runs are not followed beyond this
MOST_STEPS = 200_000  # events times ends

Signature = tuple[int, tuple[tuple[tuple[int, int], ...], ...]]
"""The value of a run k and its groups of events (end, i - k), in order."""


@dataclass
class Observed:
    """Runs x_0 < x_1 < ... of values v_k. From run ``base`` on each is started by events and all
    events in it are known: ``groups[k]`` in order, the first at x_k itself; of the last run only
    that first group is known. ``before[k]`` is the least run to which an end leads at x_k - 1."""

    rule: Rule
    pieces: Pieces
    maps: tuple[Inverse, ...]
    groups: dict[int, list[Group]] = field(default_factory=dict)
    before: dict[int, int] = field(default_factory=dict)
    events: int = 0

    def __post_init__(self) -> None:
        self._walk = Walk(self.rule, self.pieces)
        self.starts, self.values = self._walk.starts, self._walk.values
        self.base = len(self.starts)

    @property
    def last(self) -> int:
        """The number K of the last run, of which only the first group is known."""
        return len(self.starts) - 1

    def follow(self, runs: int) -> bool:
        """Follow the events until this many runs have begun; False where that is not possible."""
        while self.last + 1 < runs:
            self.events += 1
            if self.starts[-1] > FURTHEST or self.events * len(self.maps) > MOST_STEPS:
                return False
            known, least = len(self.starts), min(self._walk.at)
            group = self._walk.step()
            if group is None:
                return False
            if len(self.starts) > known:
                self.groups[self.last] = []
                self.before[self.last] = least
            if self.last >= self.base:
                self.groups[self.last].append(group)
        return True

    def evidence(self) -> Evidence:
        """The values before the last run as evidence."""
        stop = self.starts[-1]
        return Evidence(
            Runs(tuple(self.starts), tuple(self.values), stop + 1).dense(DENSE_BESIDE_RUNS),
            Runs(tuple(self.starts[:-1]), tuple(self.values[:-1]), stop),
        )

    def signature(self, run: int) -> Signature:
        """What must recur: the value of the run, and its groups of events with the runs entered
        counted from it."""
        groups = (self._relative(group, run) for group in self.groups[run])
        return self.values[run], tuple(groups)

    def first_group(self, run: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        """The value of the run and its first group, counted from it."""
        return self.values[run], self._relative(self.groups[run][0], run)

    def _relative(self, group: Group, run: int) -> tuple[tuple[int, int], ...]:
        return tuple((end, entered - run) for end, entered in group.entered)

    def creator(self, run: int) -> tuple[Inverse, int]:
        """(T, d) with x_run = T(x_{run - d}): of the events that start the run, one whose map errs
        least, and then one of the nearest run. It depends on the signature alone."""
        _, entered = self.first_group(run)
        return min(((self.maps[end], -back) for end, back in entered), key=_preference)

    def groups_between(self, first: int, stop: int) -> Iterator[tuple[int, Group]]:
        """(k, group) of the runs first <= k < stop."""
        return ((run, group) for run in range(first, stop) for group in self.groups[run])


def _preference(creator: tuple[Inverse, int]) -> tuple[int, int, Inverse]:
    inverse, back = creator
    return inverse.a, back, inverse


LONGEST_CHAIN = 80  # maps in such a composition


@dataclass(frozen=True)
class Schedule:
    """What is proved: sigma(k) = sigma(k - period) for all runs k >= start + period; the creators
    by residue of k modulo the period; and the number ``last`` of the last run looked at."""

    period: int
    start: int
    last: int
    creators: tuple[Creator, ...]


Event = tuple[int, int]
"""(end, run): the end enters the run."""


class _Fails(Exception):
    """The hypothesis that fails."""


def prove(runs: Observed) -> Schedule | str:
    """A schedule that the runs observed so far prove; or why none is proved, for the least period
    that is seen twice."""
    reason = ""
    for period, start in _periods(runs):
        try:
            return _Check(runs, period, start).schedule()
        except _Fails as failure:
            reason = reason or str(failure)
    return reason or f"no period is seen twice in the first {runs.last} runs"


def _periods(runs: Observed) -> list[tuple[int, int]]:
    """**H2**: (P, s) with sigma(k) = sigma(k - P) for s + P <= k < K, s least and K - s >= 2P."""
    base, last = runs.base, runs.last
    tokens: dict[object, int] = {}
    signs = [tokens.setdefault(runs.signature(k), len(tokens)) for k in range(base, last)]
    found: list[tuple[int, int]] = []
    for period in range(1, len(signs) // 2 + 1):
        if any(period % known == 0 for known, _ in found):
            continue  # what holds a period back holds its multiples back
        k = len(signs) - 1
        while k >= period and signs[k] == signs[k - period]:
            k -= 1
        if len(signs) - (k + 1 - period) >= 2 * period:
            found.append((period, base + k + 1 - period))
    return found


class _Check:
    """H2 (its end) to H9 for one period P and start s. K is the last run."""

    def __init__(self, runs: Observed, period: int, start: int) -> None:
        self.runs, self.period, self.start, self.last = runs, period, start, runs.last

    def schedule(self) -> Schedule:
        """The schedule; _Fails with the first hypothesis that does not hold."""
        self._first_group_recurs()
        self._ends_keep_pace()
        creators = [self.runs.creator(k) for k in range(self.last - self.period, self.last)]
        shift = (self.last - self.period) % self.period
        self.creators = tuple(creators[-shift:] + creators[:-shift] if shift else creators)
        self._nothing_before_start_is_read()
        self._cycles_grow_alike()
        self._errors_of_groups()
        return Schedule(self.period, self.start, self.last, self.creators)

    def _first_group_recurs(self) -> None:
        """H2: the value and the first group of run K are those of run K - P."""
        if self.runs.first_group(self.last) != self.runs.first_group(self.last - self.period):
            raise _Fails("the last run does not begin as the one a period before")

    def _ends_keep_pace(self) -> None:
        """H3: every end has exactly P events in the runs [K - P, K)."""
        groups = self.runs.groups_between(self.last - self.period, self.last)
        events = Counter(end for _, group in groups for end, _ in group.entered)
        if any(events[end] != self.period for end in range(len(self.runs.maps))):
            raise _Fails("an end does not enter one run for each run that begins")

    def _nothing_before_start_is_read(self) -> None:
        """H4: with D the greatest distance, in runs, from run k down to the heap e(x_k - 1) of an
        end, over the last period, K - P - D >= s."""
        last_runs = range(self.last - self.period, self.last + 1)
        distance = max(k - self.runs.before[k] for k in last_runs)
        if self.last - self.period - distance < self.start:
            raise _Fails("options lie in runs before those that recur")

    def _cycles_grow_alike(self) -> None:
        """H5: one ratio rho over a block of B runs; K - B >= s."""
        try:
            self.cycles = Cycles.of(self.creators)
        except ValueError as error:
            raise _Fails(str(error)) from None
        self.block = self.cycles.block
        if self.last - self.block < self.start:
            raise _Fails("the runs seen are fewer than a block, over which starts grow alike")

    def _errors_of_groups(self) -> None:
        """H6 to H9 for the groups of the last block of runs and the first group of run K."""
        self.errors, self.descent = self.cycles.errors()
        groups = [*self.runs.groups_between(self.last - self.block, self.last)]
        groups.append((self.last, self.runs.groups[self.last][0]))
        timed = [(group, self._errors_of(group)) for _, group in groups]
        if not all(self._in_order(*before, *after) for before, after in pairwise(timed)):
            raise _Fails("events may change their order further on")

    def _in_order(self, group: Group, before: Between, following: Group, after: Between) -> bool:
        """H9: the gap between two groups does not shrink, or they are in order for good as
        functions of the start of a common earlier run."""
        gap = following.time - group.time
        if gap * (self.cycles.ratio - 1) + after.low - before.high >= 0:
            return True
        pairs = product(group.entered, following.entered)
        return any(min(gaps) > 0 for pair in pairs for gaps in self._gaps(*pair))

    def _errors_of(self, group: Group) -> Between:
        """[l, h] such that the group recurs a block later at a time in rho*t + [l, h]."""
        carried = []
        for end, run in group.entered:
            self._chain_recurs(run)
            errors = self.errors[run % self.period]
            carried.append(self.runs.maps[end].carried(errors, self.cycles.ratio))
        first, *others = carried
        for errors, event in zip(others, group.entered[1:], strict=True):
            if not (errors == first and first.low == first.high) and not self._tied(
                group.entered[0], event
            ):  # H8
                raise _Fails("events at the same heap may come apart further on")
        return Between(max(e.low for e in carried), min(e.high for e in carried))

    def _chain_recurs(self, run: int) -> None:
        """H7: the chain of the run is on a cycle of residues before it leaves the runs >= s."""
        if run - self.descent[run % self.period] < self.start:
            raise _Fails("what starts an event lies before the runs that recur")

    def _tied(self, first: Event, second: Event) -> bool:
        """H8: both times are the same function of the start of a common earlier run."""
        return any(gaps == {0} for gaps in self._gaps(first, second))

    def _gaps(self, first: Event, second: Event) -> Iterator[frozenset[int]]:
        """All differences of the times of two events, as functions of the start of a common
        earlier run, for each such run."""
        chains = [self._chain(*event) for event in (first, second)]
        for run in sorted(chains[0].keys() & chains[1].keys(), reverse=True):
            gaps = differences(chains[0][run], chains[1][run])
            if gaps is not None:
                yield gaps

    def _chain(self, end: int, run: int) -> dict[int, Maps]:
        """For the runs j >= s in the chain of creators of the run: the maps that lead from x_j to
        the time of the event, the last one first."""
        maps: Maps = (self.runs.maps[end],)
        chain = {run: maps}
        for _ in range(LONGEST_CHAIN):
            inverse, back = self.creators[run % self.period]
            run -= back
            if run < self.start:
                break
            maps = (*maps, inverse)
            chain[run] = maps
        return chain

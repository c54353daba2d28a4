"""The runs of a rule with all the events in them, as far as they have been followed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from mexplore.discover.heaps.evidence.sources import DENSE_BESIDE_RUNS
from mexplore.discover.heaps.patterns.run_schedule.maps import Inverse
from mexplore.discover.study.evidence import Evidence
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

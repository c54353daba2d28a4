"""The runs of equal values of rules whose options are points and intervals: events from ends."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from mexplore.rules.errors import TooFar
from mexplore.rules.moves.pieces import Pieces, first_at, pieces_of
from mexplore.rules.rule import grundy_by_definition, mex
from mexplore.rules.views import view

if TYPE_CHECKING:
    from mexplore.rules.engine.runs import Start
    from mexplore.rules.rule import Rule

TRIED = 4096  # if the runs below this heap are many, computing values one by one is faster
MOST_BELOW = 512


class Group(NamedTuple):
    """What happens at one heap: each (end, run) enters at this time, and G(time) = value."""

    time: int
    entered: tuple[tuple[int, int], ...]
    value: int


class Walk:
    """The values of n = first, first + 1, ..., from event to event.

    Let x_0 < x_1 < ... be the starts of the maximal runs of equal values. An end e enters run i at
    the least n with e(n) >= x_i. Between two such events the options of n have the same values, so
    G is constant there. As e(n) < n, what an end enters is known by then.

    >>> from mexplore.rules.notation import parse_rule
    >>> walk = Walk(rule := parse_rule("divide(2, 3)"), pieces_of(rule))
    >>> walk.starts, walk.values, walk.at
    ([0, 1], [0, 1], [0, 0])
    >>> walk.step(), walk.starts
    (Group(time=2, entered=((0, 1),), value=2), [0, 1, 2])
    """

    def __init__(self, rule: Rule, pieces: Pieces) -> None:
        self.ends, self.first = pieces.ends, pieces.first
        self._pieces = pieces
        self.starts: list[int] = []
        self.values: list[int] = []
        for n, value in enumerate(grundy_by_definition(rule, self.first)):
            self._add(n, value)
        #: ``at[e]`` is the run of the heap to which end number e leads now.
        self.at = [self._run_of(max(end(self.first), 0)) for end in self.ends]
        numbers = {end: number for number, end in enumerate(self.ends)}
        self._points = [numbers[p[0]] for p in pieces.pieces if len(p) == 1]
        self._spans = [(numbers[p[0]], numbers[p[1]]) for p in pieces.pieces if len(p) == 2]
        self._counted: Counter[int] = Counter(self.values[self.at[e]] for e in self._points)
        for low, high in self._spans:
            self._counted.update(self.values[self.at[low] : self.at[high] + 1])
        self._add(self.first, mex(self._counted))

    def _run_of(self, heap: int) -> int:
        return bisect_right(self.starts, heap) - 1

    def _add(self, start: int, value: int) -> None:
        """A run, unless its value is that of the last."""
        if not self.values or value != self.values[-1]:
            self.starts.append(start)
            self.values.append(value)

    def _following(self, end: int) -> int | None:
        """When the end enters the next run, if that has begun."""
        run = self.at[end] + 1
        return first_at(self.ends[end], self.starts[run]) if run < len(self.starts) else None

    def step(self) -> Group | None:
        """The next event, or events at the same heap; None if there is none any more."""
        times = [self._following(end) for end in range(len(self.ends))]
        time = min((t for t in times if t is not None), default=None)
        if time is None:
            return None
        self._pieces.refuse_beyond(time)
        entered = []
        for end in range(len(self.ends)):
            while self._following(end) == time:  # a root may pass several runs at once
                self.at[end] += 1
                self._enter(end, self.at[end])
                entered.append((end, self.at[end]))
        value = mex(v for v, times in self._counted.items() if times)
        self._add(time, value)
        return Group(time, tuple(entered), value)

    def _enter(self, end: int, run: int) -> None:
        here, before = self.values[run], self.values[run - 1]
        for e in self._points:
            if e == end:
                self._counted[before] -= 1
                self._counted[here] += 1
        for low, high in self._spans:
            # At the end of the group all counts are >= 0 again.
            self._counted[before] -= low == end
            self._counted[here] += high == end


@view("run_starts")
def run_starts(rule: Rule) -> Iterator[Start] | None:
    """The starts of the maximal runs of equal values, each with its value, from (0, G(0)) on and in
    increasing order; endless unless the last run is, or until TooFar is raised. The cost depends on
    the number of runs, not on their length. None where the rule shows no pieces, or where the runs
    are so short that they are no help.

    >>> from itertools import islice
    >>> from mexplore.rules.notation import parse_rule
    >>> list(islice(run_starts(parse_rule("leave(n//3 .. n//2)")), 6))
    [(0, 0), (1, 1), (2, 2), (3, 0), (6, 1), (12, 2)]
    """
    pieces = pieces_of(rule)
    if pieces is None or not pieces.pieces:
        return None  # without options from some heap on there is but one run more
    walk = Walk(rule, pieces)
    while len(walk.starts) <= MOST_BELOW:
        try:
            group = walk.step()
        except TooFar:
            return _starts(walk)
        if group is None or group.time >= TRIED:
            return _starts(walk)
    return None


def _starts(walk: Walk) -> Iterator[Start]:
    yielded = 0
    while True:
        yield from zip(walk.starts[yielded:], walk.values[yielded:], strict=True)
        yielded = len(walk.starts)
        if walk.step() is None:
            yield from zip(walk.starts[yielded:], walk.values[yielded:], strict=True)
            return

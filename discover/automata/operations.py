"""Operations on relations, and the automata with choices that they need, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.automaton import (
    Automaton,
    Flags,
    States,
    live_states,
    reached_in_order,
)
from mexplore.discover.automata.kernels import (
    FULL,
    PAUSED,
    enter_again,
    enter_starts,
    explore_pairs,
    explore_subsets,
    refine,
    turned,
)
from mexplore.discover.automata.numeration import BINARY, Numeration
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds


def minimal(automaton: Automaton) -> Automaton:
    """The automaton with the fewest states for the same relations, numbered in the order in which
    a search by breadth meets them: two are equal exactly if their arrays are.

    >>> twice = Automaton.of(1, [[1, 0], [0, 1]], [True, True])
    >>> minimal(twice).size
    1
    """
    together, count = _classes(automaton)
    one_of = np.empty(count, dtype=np.int32)
    one_of[together[::-1]] = np.arange(automaton.size - 1, -1, -1, dtype=np.int32)
    step, accepting = together[automaton.step[one_of]], automaton.accepting[one_of]
    starts = together[automaton.starts]
    order, place = reached_in_order(step, starts)
    return replace(
        automaton, step=place[step[order]], accepting=accepting[order], starts=place[starts]
    )


def _classes(automaton: Automaton) -> tuple[States, int]:
    """The number of each state's class of equal states, and how many classes there are."""
    step, accepting = automaton.step, automaton.accepting
    count, symbols = step.shape
    begin, before = np.empty((symbols, count + 1), np.int32), np.empty((symbols, count), np.int32)
    turned(step, begin, before)
    kind = (accepting != accepting[0]).astype(np.int32)
    member = np.argsort(kind, kind="stable").astype(np.int32)
    place = np.empty_like(member)
    place[member] = np.arange(count, dtype=np.int32)
    bounds, waiting = np.zeros((3, count), np.int64), np.empty((2, count), np.int32)
    ends = np.bincount(kind).cumsum()
    bounds[0, 1 : len(ends)], bounds[1, : len(ends)] = ends[:-1], ends
    return kind, refine(begin, before, kind, member, place, bounds, waiting)


MOST_STATES = 400_000


class Undecided(Exception):
    """The budget was exceeded before the question was decided; this is not a verdict."""

    def __init__(self, reason: str, *, for_good: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.for_good = for_good
        """Whether more time would not help, because there were too many states."""


@dataclass(frozen=True)
class Budget:
    """A largest number of states of one automaton, and a deadline of `working_seconds`.

    >>> Budget(10).check(11)
    Traceback (most recent call last):
    ...
    mexplore.discover.automata.operations.Undecided: undecided within 10 states
    """

    states: int = MOST_STATES
    deadline: float | None = None

    def check(self, states: int) -> None:
        """Raise Undecided if an automaton has too many states or the deadline has passed."""
        if states > self.states:
            raise Undecided(f"undecided within {self.states} states", for_good=True)
        if self.deadline is not None and working_seconds() > self.deadline:
            raise Undecided("undecided within the time given", for_good=False)


AT_ONCE = 1024  # sets of states between two looks at the clock
MOST_MEMBERS = 50_000_000  # of all sets together: 200 MB


@dataclass(frozen=True, eq=False)
class Choices:
    """An automaton that may go on in several ways: ``targets[q, a, k]``, -1 where there is none.

    A tuple is accepted if some way of reading it, followed by some number of zeros, ends in an
    accepting state.
    """

    tracks: int
    targets: States
    accepting: Flags
    numeration: Numeration = BINARY


def determined(choices: Choices, start_sets: Sequence[Sequence[int]], budget: Budget) -> Automaton:
    """The minimal deterministic automaton; one start for each set of starting states.

    Its states are the sets of states that a word may lead to (Rabin and Scott 1959), without those
    from which nothing is accepted. A set accepts if one of its members accepts after some zeros.
    """
    targets, padded = choices.targets, _accepting_after_zeros(choices)
    live = live_states(targets, padded)
    targets = np.where((targets >= 0) & live[targets], targets, np.int32(-1))
    members = [sorted({q for q in starts if live[q]}) for starts in start_sets]
    sets = _Sets(targets, members)
    sets.explore(budget)
    return minimal(sets.automaton(choices, padded))


def _accepting_after_zeros(choices: Choices) -> Flags:
    """The states from which zeros lead to an accepting state, in some number, none included."""
    return live_states(choices.targets[:, :1, :], choices.accepting)


class _Sets:
    """The sets of states that words reach, as they are found."""

    def __init__(self, targets: States, starts: list[list[int]]) -> None:
        self._targets = np.ascontiguousarray(targets)
        symbols = targets.shape[1]
        total = sum(map(len, starts))
        room = max(256, 2 * len(starts) + symbols + 2)
        self._pool = np.empty(total + (symbols + 4) * len(targets) + 1024, dtype=np.int32)
        self._begin = np.zeros(room + 1, dtype=np.int64)
        self._hashes = np.zeros(room, dtype=np.uint64)
        self._table = np.full(1 << (4 * room - 1).bit_length(), -1, dtype=np.int32)
        self._counts = np.zeros(3, dtype=np.int64)
        self._marks = np.zeros(len(targets), dtype=np.int64)
        self._step = np.empty((room, symbols), dtype=np.int32)
        self._starts = np.empty(len(starts), dtype=np.int32)
        flat = np.array([q for each in starts for q in each], dtype=np.int32)
        ends = np.cumsum([0, *map(len, starts)]).astype(np.int64)
        enter_starts(
            flat,
            ends,
            self._pool,
            self._begin,
            self._hashes,
            self._table,
            self._counts,
            self._marks,
            self._starts,
        )

    def explore(self, budget: Budget) -> None:
        """Find all of them, or raise Undecided."""
        while True:
            stopped = explore_subsets(
                self._targets,
                self._pool,
                self._begin,
                self._hashes,
                self._table,
                self._counts,
                self._marks,
                self._step,
                AT_ONCE,
            )
            if stopped not in (FULL, PAUSED):
                return
            budget.check(int(self._counts[0]))
            if stopped == FULL:
                if self._begin[self._counts[0]] > MOST_MEMBERS:
                    raise Undecided(f"undecided within {self._counts[0]} states", for_good=True)
                self._grow()

    def _grow(self) -> None:
        known, used = int(self._counts[0]), int(self._begin[self._counts[0]])
        symbols = self._step.shape[1]
        room = 4 * known + symbols + 2
        if room > len(self._hashes):
            self._begin = _longer(self._begin, room + 1)
            self._hashes = _longer(self._hashes, room)
            self._step = _longer(self._step, room)
            self._table = np.full(1 << (4 * room - 1).bit_length(), -1, dtype=np.int32)
            enter_again(self._hashes, known, self._table)
        needed = 2 * used + 2 * symbols * len(self._targets)
        if needed > len(self._pool):
            self._pool = _longer(self._pool, needed)

    def automaton(self, choices: Choices, accepting: Flags) -> Automaton:
        """The deterministic automaton of the sets found."""
        known = int(self._counts[0])
        begin = self._begin[: known + 1]
        flags = np.concatenate((accepting[self._pool[: begin[known]]], [False])).astype(np.int64)
        sums = np.concatenate(([0], np.cumsum(flags)))
        some = sums[begin[1:]] > sums[begin[:-1]]
        return Automaton(choices.tracks, self._step[:known], some, self._starts, choices.numeration)


def _longer(array: npt.NDArray[Any], length: int) -> npt.NDArray[Any]:
    longer = np.zeros((length, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer


UNBOUNDED = Budget()


def joined(
    left: Automaton, right: Automaton, holds: Callable[[Flags, Flags], Flags], budget: Budget
) -> Automaton:
    """The tuples of which ``holds`` is true, given whether each automaton accepts them; start by
    start, one start serving all of the other's."""
    if (left.tracks, left.numeration) != (right.tracks, right.numeration):
        raise ValueError("two automata with equally many tracks, in one numeration")
    width = np.int64(right.size)
    starts = left.starts.astype(np.int64) * width + right.starts.astype(np.int64)
    room = max(1024, 2 * (left.size + right.size))
    while True:
        keys = np.empty(room, dtype=np.int64)
        step = np.empty((room, left.step.shape[1]), dtype=np.int32)
        table = np.full(2 * _power_of_two(room), -1, dtype=np.int32)
        count = explore_pairs(left.step, right.step, starts, keys, step, table)
        if count >= 0:
            break
        budget.check(room)
        room *= 4
    budget.check(count)
    keys, step = keys[:count], step[:count]
    accepting = holds(left.accepting[keys // width], right.accepting[keys % width])
    entered = {int(key): i for i, key in enumerate(keys[: len(starts)])}
    numbers = np.array([entered[int(key)] for key in starts], dtype=np.int32)
    return minimal(replace(left, step=step, accepting=accepting, starts=numbers))


def _power_of_two(number: int) -> int:
    return 1 << (number - 1).bit_length()


def both(left: Automaton, right: Automaton, budget: Budget = UNBOUNDED) -> Automaton:
    """The tuples that both accept."""
    return joined(left, right, np.logical_and, budget)


def either(left: Automaton, right: Automaton, budget: Budget = UNBOUNDED) -> Automaton:
    """The tuples that one of them accepts."""
    return joined(left, right, np.logical_or, budget)


def without(left: Automaton, right: Automaton, budget: Budget = UNBOUNDED) -> Automaton:
    """The tuples that the first accepts and the second does not."""
    return joined(left, right, lambda a, b: a & ~b, budget)


def exists(automaton: Automaton, track: int, budget: Budget = UNBOUNDED) -> Automaton:
    """The tuples that become an accepted tuple when some number is inserted at this track."""
    d = automaton.numeration.digits
    symbols = np.arange(d ** (automaton.tracks - 1))
    high, low = np.divmod(symbols, d**track)
    with_digit = low + d**track * (np.arange(d)[:, None] + d * high)
    targets = np.stack([automaton.step[:, each] for each in with_digit], axis=2)
    choices = Choices(automaton.tracks - 1, targets, automaton.accepting, automaton.numeration)
    return determined(choices, [[int(start)] for start in automaton.starts], budget)

"""Automata with choices (nondeterministic ones), and the deterministic ones that equal them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.automaton import Automaton, Flags, States
from mexplore.discover.automata.budget import Budget, Undecided
from mexplore.discover.automata.kernels import (
    FULL,
    PAUSED,
    enter_again,
    enter_starts,
    explore_subsets,
)
from mexplore.discover.automata.minimal import minimal
from mexplore.discover.automata.reaching import live_states

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
    return minimal(sets.automaton(choices.tracks, padded))


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

    def automaton(self, tracks: int, accepting: Flags) -> Automaton:
        """The deterministic automaton of the sets found."""
        known = int(self._counts[0])
        begin = self._begin[: known + 1]
        flags = np.concatenate((accepting[self._pool[: begin[known]]], [False])).astype(np.int64)
        sums = np.concatenate(([0], np.cumsum(flags)))
        return Automaton(
            tracks, self._step[:known], sums[begin[1:]] > sums[begin[:-1]], self._starts
        )


def _longer(array: npt.NDArray[Any], length: int) -> npt.NDArray[Any]:
    longer = np.zeros((length, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer

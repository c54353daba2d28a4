"""Operations on relations: and, or, without, there is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mexplore.discover.automata.automaton import Automaton, Flags
from mexplore.discover.automata.budget import Budget
from mexplore.discover.automata.kernels import explore_pairs
from mexplore.discover.automata.minimal import minimal
from mexplore.discover.automata.subsets import Choices, determined

UNBOUNDED = Budget()


def joined(
    left: Automaton, right: Automaton, holds: Callable[[Flags, Flags], Flags], budget: Budget
) -> Automaton:
    """The tuples of which ``holds`` is true, given whether each automaton accepts them; start by
    start, one start serving all of the other's."""
    if left.tracks != right.tracks:
        raise ValueError("two automata with equally many tracks")
    width = np.int64(right.size)
    starts = left.starts.astype(np.int64) * width + right.starts.astype(np.int64)
    room = max(1024, 2 * (left.size + right.size))
    while True:
        keys = np.empty(room, dtype=np.int64)
        step = np.empty((room, 1 << left.tracks), dtype=np.int32)
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
    return minimal(Automaton(left.tracks, step, accepting, numbers))


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
    symbols = np.arange(1 << (automaton.tracks - 1))
    low = symbols & ((1 << track) - 1)
    with_zero = low | (symbols - low) << 1
    targets = np.stack(
        (automaton.step[:, with_zero], automaton.step[:, with_zero | 1 << track]), axis=2
    )
    choices = Choices(automaton.tracks - 1, targets, automaton.accepting)
    return determined(choices, [[int(start)] for start in automaton.starts], budget)

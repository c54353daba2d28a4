"""Automata with outputs that read the most significant digit first, read from the other end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.automata.numeration import Base
from mexplore.discover.automata.operations import Budget, Choices, Undecided, determined, minimal

if TYPE_CHECKING:
    from mexplore.discover.automata.automaton import Automaton

MOST_ENTRIES = 1 << 24


def value_sets_of(
    base: int, transitions: Sequence[Sequence[int]], outputs: Sequence[int], budget: Budget
) -> dict[int, Automaton]:
    """For each output the numbers with it, as automata that read the least significant digit first.

    The machine begins in state 0, where zeros change nothing. Read from the other end, the state in
    which the reading ends is guessed, and the digits lead back to state 0.

    >>> sets = value_sets_of(2, ((0, 1), (1, 0)), (0, 1), Budget())
    >>> [n for n in range(16) if sets[1].accepts(n)]
    [1, 2, 4, 7, 8, 11, 13, 14]
    """
    count = len(outputs)
    step = np.array(transitions, dtype=np.int32).reshape(count, base)
    width = max(int(np.bincount(step[:, d], minlength=count).max()) for d in range(base))
    if count * base * width > MOST_ENTRIES:
        raise Undecided(
            f"an automaton with {count} states is too large to be turned", for_good=True
        )
    targets = np.full((count, base, width), -1, dtype=np.int32)
    for digit in range(base):
        sources = np.argsort(step[:, digit], kind="stable")
        ends = step[sources, digit]
        first = np.searchsorted(ends, ends, side="left")
        targets[ends, digit, np.arange(count) - first] = sources
    choices = Choices(1, targets, np.arange(count) == 0, Base(base))
    values = sorted({*outputs})
    ending = [[s for s, output in enumerate(outputs) if output == value] for value in values]
    family = determined(choices, ending, budget)
    return {value: minimal(family.of_start(i)) for i, value in enumerate(values)}

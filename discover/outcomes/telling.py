"""What is told of a set of positions that an automaton recognises: its first positions, the states
that are met in reading one, and whether its digits are judged place by place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mexplore.discover.automata.automaton import Automaton, digits_of_symbols, word_of
from mexplore.discover.automata.numbers import written
from mexplore.discover.automata.operations import both, without
from mexplore.discover.outcomes.learning import accepted_below

MOST_LOOKED_AT = 1 << 18  # positions
FIRST_SIDE = 8


def first_accepted(automaton: Automaton, most: int) -> list[tuple[int, ...]]:
    """The first positions, in the order of the sum of their coordinates and then of these; fewer
    where they are far out.

    >>> from mexplore.discover.automata.numbers import equation
    >>> first_accepted(equation((1, -2), 0), 4)
    [(0, 0), (2, 1), (4, 2), (6, 3)]
    """
    found, side = list[tuple[int, ...]](), FIRST_SIDE
    while len(found) < most and side**automaton.tracks <= MOST_LOOKED_AT:
        positions = np.argwhere(accepted_below(automaton, (side,) * automaton.tracks)).tolist()
        # Those with a sum of ``side`` or more may come after some outside of the box.
        found = sorted((tuple(p) for p in positions if sum(p) < side), key=lambda p: (sum(p), p))
        side *= 2
    return found[:most]


def states_met(automaton: Automaton, position: Sequence[int]) -> list[tuple[int, int]]:
    """The symbols in which a position is read, each with the state after it.

    >>> from mexplore.discover.automata.numbers import equation
    >>> [symbol for symbol, _ in states_met(equation((1, -1), 0), (5, 5))]
    [3, 0, 3]
    """
    state, found = int(automaton.starts[0]), []
    for symbol in word_of(position, automaton.numeration):
        state = int(automaton.step[state, symbol])
        found.append((symbol, state))
    return found


def judged_by_place(automaton: Automaton) -> tuple[tuple[int, ...], ...] | None:
    """The combinations of digits that may stand at one place, where a position is accepted exactly
    if at every place one of them does; None where that is not so.

    Only the combinations on the way from the start to an accepting state can be those. The tuples
    of correctly written numbers with nothing else at any place are recognised by an automaton too,
    and that is compared with the given one.

    >>> from mexplore.discover.automata.numbers import equation, inequality
    >>> judged_by_place(equation((1, -1), 0)), judged_by_place(inequality((1, -1), 0))
    (((0, 0), (1, 1)), None)
    """
    live, step = automaton.live, automaton.step
    kept = np.unique(np.nonzero(live[:, None] & live[step])[1])
    # State 0 as long as nothing else was read, then state 1 for ever.
    loop = np.ones((2, step.shape[1]), dtype=np.int32)
    loop[0, kept] = 0
    flags, tracks, numeration = [True, False], automaton.tracks, automaton.numeration
    by_place = Automaton.of(tracks, loop.tolist(), flags, numeration=numeration)
    claimed = both(by_place, written(tracks, numeration))
    if not (without(claimed, automaton).empty() and without(automaton, claimed).empty()):
        return None
    digits = digits_of_symbols(tracks, numeration.digits)
    return tuple(tuple(row) for row in digits[kept].tolist())

"""The automaton with the fewest states for the same relations."""

from __future__ import annotations

import numpy as np

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.kernels import refine
from mexplore.discover.automata.reaching import States, reached_in_order


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
    return Automaton(automaton.tracks, place[step[order]], accepting[order], place[starts])


def _classes(automaton: Automaton) -> tuple[States, int]:
    """The number of each state's class of equal states, and how many classes there are."""
    old = automaton.accepting.astype(np.int32)
    new = old.copy()
    table = np.empty(2 << automaton.size.bit_length(), dtype=np.int32)
    return new, refine(automaton.step, old, new, table)

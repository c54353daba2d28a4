"""A heap in a class that is known already."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mexplore.discover.misere.patterns.search.options import OptionTable
from mexplore.discover.misere.patterns.search.partial import Partial, answered, kept, winning


def fitted(state: Partial, heaps: OptionTable, n: int) -> Partial | None:
    """The state with heap n = last + 1 in one of its classes; None if it is in none. Exact, by
    Theorem 2 of `discover.misere.patterns.quotient`."""
    if heaps.terminal(n):
        return _with(state, 0)
    won = winning(state.moves(heaps, n), state.table, state.lost)
    losing = state.lost[state.table]
    possible = ~np.any(losing & won, axis=1)
    answered_by_some = losing | won | state.answers.T
    answered_by_some[:, 0] = losing[:, 0] | won[0]
    possible &= np.all(answered_by_some, axis=1)
    for q in np.flatnonzero(possible).tolist():
        if not np.any(state.answers[q] & ~won):
            return _with(state, q)
        answers = state.answers.copy()
        answers[q] &= won
        answers = kept(answers, {*moving(state, heaps), q}, state.table)
        if answered(answers, state.lost):
            return replace(_with(state, q), answers=answers)
    return None


def moving(state: Partial, heaps: OptionTable) -> set[int]:
    """The classes of the heaps that are not terminal."""
    return {int(state.classes[h]) for h in range(1, state.last + 1) if not heaps.terminal(h)}


def _with(state: Partial, q: int) -> Partial:
    return replace(state, classes=np.append(state.classes, q))

"""A heap as one more generator, no old class being split."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mexplore.discover.misere.patterns.search.congruence import reduced
from mexplore.discover.misere.patterns.search.options import Flags, Integers, OptionTable
from mexplore.discover.misere.patterns.search.partial import Partial, checked
from mexplore.discover.misere.patterns.search.words import cheapest, least_words, moves_of_word

POWERS = (5, 7, 9)  # of the new generator x that are told apart; then x^(k + 1) = x^(k - 1)


def extended(
    state: Partial, heaps: OptionTable, n: int, most: int, go_on: Callable[[], None]
) -> Partial | None:
    """The state with a generator x for heap n; None where that does not do. ``go_on`` raises when
    the time is over.

    The outcomes of x^k q come from the moves of x and of a least sum of class q.
    """
    words = least_words(state.table, cheapest(state, heaps, n - 1), heaps)
    moves = {q: sorted(moves_of_word(state, heaps, word)) for q, word in words.items()}
    ordered = sorted(words, key=lambda q: heaps.rank_of(words[q]))
    of_x = state.moves(heaps, n)
    for power in POWERS:
        go_on()
        if (power + 1) * state.order > 40 * most:
            return None
        lost = _outcomes(state, of_x, moves, ordered, power)
        found = _monoid(state, heaps, n, lost, most)
        if found is not None:
            return found
    return None


def _outcomes(
    state: Partial, of_x: Integers, moves: dict[int, list[int]], ordered: list[int], power: int
) -> Flags:
    """lost[k, q]: whether x^k q is lost, for k <= power."""
    lost = np.zeros((power + 1, state.order), dtype=np.bool_)
    lost[0] = state.lost
    for k in range(1, power + 1):
        by_x = lost[k - 1][state.table[of_x]].any(axis=0).tolist()
        row = [False] * state.order
        for q in ordered:
            row[q] = not by_x[q] and not any(row[to] for to in moves[q])
        lost[k] = row
    return lost


def _monoid(state: Partial, heaps: OptionTable, n: int, lost: Flags, most: int) -> Partial | None:
    power, order = len(lost) - 1, state.order
    index = np.arange(lost.size)
    k, q = index // order, index % order
    steps = [k * order + state.table[q, state.classes[g]] for g in state.generators]
    steps.append(np.where(k == power, k - 1, k + 1) * order + q)
    found = reduced(steps, lost.reshape(-1))
    if len(found.accept) > most:
        return None
    classes = np.append(found.class_of[state.classes], found.class_of[order])
    table = found.table()
    guess = Partial(table, found.accept, classes, (*state.generators, n), table > -1)
    return checked(guess, heaps)

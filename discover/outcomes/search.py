"""In which numeration an automaton tells who wins: guesses from larger and larger tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numeration import FIBONACCI, Base, Numeration, Ostrowski
from mexplore.discover.automata.operations import Budget, Undecided
from mexplore.discover.outcomes.deciding import LinearMove, Moves
from mexplore.discover.outcomes.learning import (
    Learner,
    NotLearned,
    Table,
    TooNear,
    wrong_below,
)

NUMERATIONS: tuple[Numeration, ...] = (
    Base(2),
    FIBONACCI,
    Base(3),
    Ostrowski((2,)),
    Base(4),
    Ostrowski((3,)),
    Base(5),
    Ostrowski((4,)),
    Base(6),
    Ostrowski((1, 2)),
    Ostrowski((2, 1)),
    Base(10),
    Base(7),
    Base(8),
    Base(9),
)
"""In the order in which they are tried: the first one in which there is an automaton is named."""

MOST_GUESSES = 60  # from one table


class Tried(NamedTuple):
    """Why no automaton was found in a numeration; whether a larger table may help."""

    reason: str
    hopeful: bool


def in_numeration(moves: Moves, table: Table) -> Automaton | Tried:
    """The automaton of the P-positions, proved, as far as a table of outcomes lets guess it.

    It is guessed from the positions below half the sides and must be right on the whole table
    before it is decided about, since that takes longer the more states there are.
    """
    learner = Learner(moves.numeration, table[tuple(slice(-(-side // 2)) for side in table.shape)])
    try:
        for _ in range(MOST_GUESSES):
            guess = learner.guess(moves.budget)
            wrong = wrong_below(guess, learner.table)
            if not wrong:
                return _decided(moves, guess, table)
            for position in wrong:
                learner.learn(position)
    except (TooNear, NotLearned) as why:
        return Tried(str(why), isinstance(why, TooNear))
    return Tried(f"{MOST_GUESSES} guesses were wrong", hopeful=False)


def _decided(moves: Moves, guess: Automaton, table: Table) -> Automaton | Tried:
    wrong = next(iter(wrong_below(guess, table)), None)
    if wrong is None:
        try:
            decided = moves.wrong(guess)
        except Undecided as why:
            if not why.for_good:
                raise
            return Tried(f"an automaton with {guess.size} states: {why.reason}", hopeful=True)
        if decided is None:
            return guess
        wrong = decided.position
    return Tried(f"an automaton with {guess.size} states is wrong at {wrong}", hopeful=True)


def found(
    moves: Sequence[LinearMove],
    coordinates: tuple[str, ...],
    tables: Callable[[int], Table | None],
    sides: Sequence[int],
    budget: Budget,
) -> Automaton | dict[Numeration, Tried]:
    """The automaton in the first numeration that has one, or why there is none in each."""
    tried = dict[Numeration, Tried]()
    for side in sides:
        table = tables(side)
        if table is None:
            break
        for numeration in NUMERATIONS:
            if numeration in tried and not tried[numeration].hopeful:
                continue
            result = in_numeration(Moves(tuple(moves), coordinates, numeration, budget), table)
            if isinstance(result, Automaton):
                return result
            tried[numeration] = result
    return tried

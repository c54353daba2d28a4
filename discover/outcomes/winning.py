"""The moves of a position into a set, also where the position has a thousand digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.automaton import (
    Automaton,
    digits_of_symbols,
    live_states,
    word_of,
)
from mexplore.discover.outcomes.deciding import Moves
from mexplore.discover.outcomes.relations import Relation, among
from mexplore.rules.dataclass import dataclass

Numbers = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Leading:
    """The moves of a game that lead into a set of positions, as relations between a position and
    the option."""

    moves: Moves
    goal: Automaton

    @cached_property
    def _joint(self) -> tuple[tuple[Automaton, tuple[str, ...]], ...]:
        """For each move the automaton of (position, option), with a track for each coordinate of
        the position and for each one of the option that has a name of its own; and the names of the
        option's coordinates."""
        found = []
        for option, relations in self.moves.ready:
            own = tuple(name for name in option if name not in self.moves.coordinates)
            names = (*self.moves.coordinates, *own)
            all_of = [Relation(self.goal, option), *relations]
            found.append((among(all_of, names, self.moves.budget), option))
        return tuple(found)

    def options(self, position: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The options of the position that are in the set; some may come more than once.

        The naive way is to try all options. Here the digits of the position are fixed, those of the
        option free, and of the ways through the automaton those are followed that lead on.
        """
        coordinates = self.moves.coordinates
        for automaton, option in self._joint:
            for free in _completions(automaton, position):
                own = iter(free)
                values = dict(zip(coordinates, position, strict=True))
                for name in option:
                    if name not in values:
                        values[name] = next(own)
                yield tuple(values[name] for name in option)

    def first(self, position: Sequence[int], most: int) -> tuple[list[tuple[int, ...]], str]:
        """The options that are in the set, in order, and why some are missing, or '': no more than
        this many are looked for."""
        found = set(islice(self.options(position), most + 1))
        return sorted(found)[:most], f"there are more than {most}" * (len(found) > most)


def _completions(automaton: Automaton, given: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The numbers on the other tracks with which an automaton accepts, those given being on the
    first ones: finitely many.

    >>> from mexplore.discover.automata.numbers import equation, inequality
    >>> sorted(_completions(inequality((-1, 1), -1), [4]))
    [(0,), (1,), (2,), (3,)]
    >>> list(_completions(equation((3, -1), 0), [10**30])) == [(3 * 10**30,)]
    True
    """
    numeration, tracks = automaton.numeration, automaton.tracks - len(given)
    shift = numeration.digits ** len(given)
    free = np.arange(numeration.digits**tracks, dtype=np.int64) * shift
    word = word_of(given, numeration)
    alive = _alive(automaton, word, free)
    word += [0] * (len(alive) - 1 - len(word))
    digits = digits_of_symbols(tracks, numeration.digits).tolist()
    chosen: list[int] = []
    stack = [iter(_following(automaton, int(automaton.starts[0]), word, free, alive, 0))]
    if not alive[0][automaton.starts[0]]:
        return
    if not word:
        yield (0,) * tracks
        return
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            del chosen[-1:]
            continue
        symbol, state = step
        if len(stack) == len(word):
            whole = [digits[s] for s in (*chosen, symbol)]
            yield tuple(numeration.value([row[i] for row in whole]) for i in range(tracks))
            continue
        chosen.append(symbol)
        stack.append(iter(_following(automaton, state, word, free, alive, len(stack))))


def _following(
    automaton: Automaton,
    state: int,
    word: Sequence[int],
    free: Numbers,
    alive: Sequence[npt.NDArray[np.bool_]],
    at: int,
) -> list[tuple[int, int]]:
    """The next free digits and the states after them, as far as something is accepted then."""
    if at >= len(word):
        return []
    states = automaton.step[state, free + word[at]]
    return [(int(i), int(states[i])) for i in np.flatnonzero(alive[at + 1][states])]


def _alive(automaton: Automaton, word: Sequence[int], free: Numbers) -> list[npt.NDArray[np.bool_]]:
    """Before each digit of the word, and after the last one, the states from which the automaton
    accepts for some free digits; with as many zeros after the word as the free numbers need."""
    more, states = 0, np.unique(automaton.starts)
    for symbol in word:
        states = np.unique(automaton.step[states][:, free + symbol])
    accepted = live_states(automaton.step[:, free, None], automaton.accepting)
    while more <= automaton.size and _goes_on(automaton, states, free, accepted):
        states = np.unique(automaton.step[states][:, free])
        more += 1
    found = [automaton.accepting]
    for symbol in reversed([*word, *[0] * more]):
        found.append(np.any(found[-1][automaton.step[:, free + symbol]], axis=1))
    return found[::-1]


def _goes_on(
    automaton: Automaton, states: Numbers, free: Numbers, accepted: npt.NDArray[np.bool_]
) -> bool:
    """Whether one of the states accepts something with more digits that are not all 0."""
    seen = states
    while True:  # zeros first, any number of them
        if accepted[automaton.step[seen][:, free[1:]]].any():
            return True
        after = np.unique(np.concatenate((seen, automaton.step[seen, 0])))
        if len(after) == len(seen):
            return False
        seen = after

"""Finite automata that read several natural numbers at once.

Which states can be reached, and which lead to an accepting one: searches by breadth.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.kernels import reach
from mexplore.discover.automata.numeration import BINARY, Numeration
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence


States = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int64]


def reached_in_order(step: States, starts: States) -> tuple[States, States]:
    """The states that can be reached, in the order of a search by breadth from the starts in turn;
    and the place of each state in it, -1 where it is not reached.

    >>> order, place = reached_in_order(np.array([[2, 0], [1, 1], [3, 0], [3, 3]]), np.array([0]))
    >>> order.tolist(), place.tolist()
    ([0, 2, 3], [0, -1, 1, 2])
    """
    place = np.full(len(step), -1, dtype=np.int32)
    order = np.empty_like(place)
    known = reach(step.astype(np.int32), starts.astype(np.int32), order, place)
    return order[:known].copy(), place


def live_states(targets: States, accepting: Flags) -> Flags:
    """Whether an accepting state can be reached: a search backwards along all edges, which lead
    from q to ``targets[q, a, k]``; to nowhere where that is -1.

    >>> targets = np.array([[[1]], [[2]], [[-1]], [[3]]])
    >>> live_states(targets, np.array([False, False, True, False])).tolist()
    [True, True, True, False]
    """
    count = len(targets)
    edges = targets.reshape(count, -1)
    there = edges >= 0
    sources = np.repeat(np.arange(count, dtype=np.int32), there.sum(axis=1))
    ends = edges[there]
    sources = sources[np.argsort(ends, kind="stable")]
    begin = np.concatenate(([0], np.cumsum(np.bincount(ends, minlength=count))))
    live = accepting.copy()
    layer = np.flatnonzero(live)
    while len(layer):
        before = sources[_ranges(begin[layer], begin[layer + 1])]
        layer = np.unique(before[~live[before]])
        live[layer] = True
    return live


def _ranges(first: Indices, stop: Indices) -> Indices:
    """first[0], ..., stop[0] - 1, first[1], ..."""
    lengths = stop - first
    return np.repeat(stop - np.cumsum(lengths), lengths) + np.arange(int(lengths.sum()))


@dataclass(frozen=True, eq=False)
class Automaton:
    """A deterministic automaton over ``tracks`` numbers, least significant digits first.

    It reads one *symbol* a step: digit i of the symbol, in base d where the numeration has digits
    below d, is the next digit of number i; in base 2 that is bit i. ``step[q, a]`` is the state
    after q and a. Numbers may be followed by zeros, as many as one likes: a state is accepting
    exactly if the state after the symbol 0 is. Several ``starts`` stand for as many relations that
    share their states: a family of relations, one a residue class for example.

    >>> odd = Automaton.of(1, [[1, 2], [1, 1], [2, 2]], [False, False, True])
    >>> [n for n in range(6) if odd.accepts(n)]
    [1, 3, 5]
    """

    tracks: int
    step: States
    accepting: Flags
    starts: States
    numeration: Numeration = BINARY

    @classmethod
    def of(
        cls,
        tracks: int,
        step: Sequence[Sequence[int]],
        accepting: Sequence[bool],
        starts: Sequence[int] = (0,),
        numeration: Numeration = BINARY,
    ) -> Automaton:
        """The automaton with these tables."""
        return cls(
            tracks,
            np.array(step, dtype=np.int32).reshape(-1, numeration.digits**tracks),
            np.array(accepting, dtype=np.bool_),
            np.array(starts, dtype=np.int32),
            numeration,
        )

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.accepting)

    def accepts(self, *numbers: int, start: int = 0) -> bool:
        """Whether the tuple is in the relation (that of this start)."""
        state = int(self.starts[start])
        for symbol in word_of(numbers, self.numeration):
            state = int(self.step[state, symbol])
        return bool(self.accepting[state])

    def on(self, places: Sequence[int], tracks: int) -> Automaton:
        """The same relation among numbers of a longer tuple: number i stands at places[i].

        >>> less = Automaton.of(2, [[0, 0, 1, 0], [1, 0, 1, 1]], [False, True])
        >>> less.accepts(3, 5), less.on((2, 0), 3).accepts(5, 0, 3)
        (True, True)
        """
        digits = digits_of_symbols(tracks, self.numeration.digits)
        symbols = digits[:, list(places)] @ self.numeration.digits ** np.arange(len(places))
        return replace(self, tracks=tracks, step=np.ascontiguousarray(self.step[:, symbols]))

    def of_start(self, start: int) -> Automaton:
        """One relation of a family; its states are still those of all."""
        return replace(self, starts=self.starts[start : start + 1])

    def complement(self) -> Automaton:
        """The words that are not accepted: in a base, the tuples that are not."""
        return replace(self, accepting=~self.accepting)

    @cached_property
    def live(self) -> Flags:
        """The states from which an accepting one can be reached."""
        return live_states(self.step, self.accepting)

    def empty(self, start: int | None = None) -> bool:
        """Whether no tuple is accepted, by any start or by this one."""
        starts = self.starts if start is None else self.starts[start : start + 1]
        return not self.live[starts].any()

    def least(self, start: int = 0) -> int | None:
        """The least number that is accepted, of one track; None if there is none.

        The states that are reached by words of length L = 0, 1, ... are listed until one accepts:
        the number has L digits. The last digit is its most significant one, so that digits are then
        chosen from the last to the first, the smallest with which a word has that ending.
        """
        if self.tracks != 1:
            raise ValueError("the least number of a relation with one track")
        if self.empty(start):
            return None
        layers = [np.unique(self.starts[start : start + 1])]
        while not self.accepting[layers[-1]].any():
            layers.append(np.unique(self.step[layers[-1]]))
        wanted = layers[-1][self.accepting[layers[-1]]]
        found: list[int] = []
        for layer in reversed(layers[:-1]):
            leads = np.isin(self.step[layer], wanted)
            digit = int(leads.any(axis=0).argmax())
            wanted = layer[leads[:, digit]]
            found.insert(0, digit)
        return self.numeration.value(found)


def settled(automaton: Automaton) -> Automaton:
    """Zeros at the end change nothing any more: a state accepts if, after many zeros, one that
    accepts is met again and again.

    >>> settled(Automaton.of(1, [[1, 0], [1, 0]], [False, True])).accepting.tolist()
    [True, True]
    """
    by_zero = automaton.step[:, 0]
    after = by_zero
    for _ in range(automaton.size.bit_length()):
        after = after[after]
    again = live_states(by_zero[:, None, None], automaton.accepting)
    return replace(automaton, accepting=again[after])


def shortest_word(automaton: Automaton) -> list[int] | None:
    """A word that is accepted, with as few symbols as there can be; None if there is none.

    >>> shortest_word(Automaton.of(1, [[0, 1], [0, 2], [2, 2]], [False, False, True]))
    [1, 1]
    """
    start = int(automaton.starts[0])
    came: dict[int, tuple[int, int]] = {start: (-1, 0)}
    for state in (waiting := [start]):
        if automaton.accepting[state]:
            word, at = [], state
            while at != start:
                at, symbol = came[at]
                word.append(symbol)
            return word[::-1]
        for symbol, following in enumerate(automaton.step[state].tolist()):
            if following not in came and automaton.live[following]:
                came[following] = state, symbol
                waiting.append(following)
    return None


def digits_of_symbols(tracks: int, digits: int) -> Indices:
    """The digits of each symbol, a row a symbol.

    >>> digits_of_symbols(2, 2).tolist()
    [[0, 0], [1, 0], [0, 1], [1, 1]]
    """
    symbols: Indices = np.arange(digits**tracks, dtype=np.int64)
    return symbols[:, None] // digits ** np.arange(tracks) % digits


def word_of(numbers: Sequence[int], numeration: Numeration = BINARY) -> list[int]:
    """The symbols in which numbers are read.

    >>> word_of([5, 6])
    [1, 2, 3]
    """
    written = [numeration.of(n) for n in numbers]
    places = zip_longest(*written, fillvalue=0)
    return [sum(d * numeration.digits**i for i, d in enumerate(each)) for each in places]

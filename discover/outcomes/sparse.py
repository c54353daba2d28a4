"""P-positions that are few, in a box too large for a table: they are listed instead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from mexplore.discover.automata.automaton import Automaton, digits_of_symbols
from mexplore.rules.dataclass import dataclass

Positions = npt.NDArray[np.int64]
"""A row a position."""

NEAREST, FURTHER = 32, 4
"""A guess is looked at within a box of the first side, then within one so many times as large."""
MOST_MORE = 4  # times as many positions as there are may be accepted, or some thousands


@dataclass(frozen=True, eq=False)
class Sparse:
    """The ``lost`` ones among the positions with all coordinates below ``side``. It is asked as an
    array of flags would be.

    >>> few = Sparse(np.array([[0, 0], [1, 2], [2, 1]]), 10**6)
    >>> few.shape, few[np.array([1, 1]), np.array([2, 3])].tolist()
    ((1000000, 1000000), [True, False])
    """

    lost: Positions
    side: int

    @property
    def ndim(self) -> int:
        """The number of coordinates."""
        return int(self.lost.shape[1])

    @property
    def shape(self) -> tuple[int, ...]:
        """The sides of the box."""
        return (self.side,) * self.ndim

    @cached_property
    def _keys(self) -> Positions:
        return np.sort(self._key_of(self.lost))

    def _key_of(self, positions: Positions) -> Positions:
        keys: Positions = positions @ self.side ** np.arange(self.ndim, dtype=np.int64)
        return keys

    def __getitem__(self, coordinates: tuple[Positions, ...]) -> npt.NDArray[np.bool_]:
        keys = self._key_of(np.stack(coordinates, axis=-1))
        if not len(self._keys):
            return np.zeros(keys.shape, dtype=np.bool_)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        found: npt.NDArray[np.bool_] = self._keys[at] == keys
        return found

    @cached_property
    def _corners(self) -> list[Sparse]:
        """Those in smaller boxes, and all."""
        sides, side = [], NEAREST
        while side < self.side:
            sides.append(side)
            side *= FURTHER
        corners = [Sparse(self.lost[(self.lost < side).all(axis=1)], side) for side in sides]
        return [*corners, self]

    def flags(self) -> npt.NDArray[np.bool_]:
        """The table that says of each position whether it is lost."""
        table = np.zeros(self.shape, dtype=np.bool_)
        table[tuple(self.lost.T)] = True
        return table

    def agrees(self, table: npt.NDArray[np.bool_]) -> bool:
        """Whether the corner that a table of flags is about is as it says."""
        corner = np.zeros_like(table)
        corner[tuple(self.lost[(self.lost < table.shape).all(axis=1)].T)] = True
        return bool((corner == table).all())

    def wrong(self, guess: Automaton, count: int) -> list[tuple[int, ...]]:
        """This many positions whose outcome is not as guessed, or fewer: near ones."""
        found = (corner._wrong(guess, count) for corner in self._corners)
        return next(filter(None, found), [])

    def _wrong(self, guess: Automaton, count: int) -> list[tuple[int, ...]]:
        most = MOST_MORE * (len(self.lost) + 1000)
        accepted, all_of_them = accepted_within(guess, self.shape, most)
        differing = np.setxor1d if all_of_them else np.setdiff1d
        keys = differing(self._key_of(accepted), self._keys)
        wrong = keys[:, None] // self.side ** np.arange(self.ndim) % self.side
        nearest = np.argsort(wrong.sum(axis=1), kind="stable")[:count]
        return [tuple(map(int, position)) for position in wrong[nearest]]


def accepted_within(
    automaton: Automaton, sides: Sequence[int], most: int
) -> tuple[Positions, bool]:
    """The tuples below these sides that are accepted, and whether these are all of them: where more
    words than ``most`` would be kept at a time, some are left out.

    Digits are read from the least significant one on, and what has no continuation of the right
    length that is accepted is left: so no more words are kept at a time than are accepted in the
    end, but for those that write numbers beyond the sides.

    >>> from mexplore.discover.automata.numbers import equation
    >>> accepted_within(equation((1, -2), 0), (6, 6), 100)[0].tolist()
    [[0, 0], [4, 2], [2, 1]]
    """
    numeration = automaton.numeration
    digits = digits_of_symbols(automaton.tracks, numeration.digits)
    length = 0
    while numeration.weight(length) < max(sides):
        length += 1
    live = [automaton.accepting]
    for _ in range(length):
        live.append(np.any(live[-1][automaton.step], axis=1))
    states = automaton.starts[:1][live[length][automaton.starts[:1]]]
    found, all_of_them = np.zeros((len(states), automaton.tracks), dtype=np.int64), True
    for i in range(length):
        following = automaton.step[states]
        row, symbol = np.nonzero(live[length - 1 - i][following])
        if len(row) > most:
            kept = np.linspace(0, len(row) - 1, most).astype(np.int64)
            row, symbol, all_of_them = row[kept], symbol[kept], False
        found = found[row] + digits[symbol] * numeration.weight(i)
        states = following[row, symbol]
        inside = (found < np.array(sides)).all(axis=1)
        found, states = found[inside], states[inside]
    return found, all_of_them

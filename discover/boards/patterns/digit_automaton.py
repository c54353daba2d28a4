"""Tables that an automaton reads off pairs of digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Self

import numpy as np

from mexplore.discover.boards.patterns.pattern import BoardLaw, first_wrong
from mexplore.discover.boards.patterns.regions import Counted, Places, Region
from mexplore.discover.boards.patterns.vector_period import eventual_vectors
from mexplore.discover.study.declared import Declared, Parts, listed, whole
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues

BASES = (2, 3)
DEPTHS = (2, 3, 4)  # levels of blocks that, with the value of a square, distinguish states
FEWEST_SIDE = 64
MOST_STATES = 80


@dataclass(frozen=True)
class DigitAutomaton(Declared, BoardLaw):
    """G(x, y) is the output of the state in which an automaton is after it has read the digits of x
    and y in a base k, pair by pair, the most significant first. ``transitions[s][r*k + t]`` is the
    state after the digits r of x and t of y in the state s; 0 is the first one, and stays on zeros.

    >>> both = DigitAutomaton(2, ((0, 1, 1, 0), (1, 0, 0, 1)), (0, 1))
    >>> both.value((5, 3)), both.value((10**30, 10**30))  # the parity of the digits 1
    (0, 0)
    """

    name = "digit-automaton"
    parts = Parts(
        base=whole(2),
        order=replace(whole(1), key="states"),
        transitions=listed(listed(whole())),
        outputs=listed(whole()),
    )
    says = (
        "an automaton with $order states that reads the digits of x and y in base $base, pair by "
        "pair, gives G(x, y) for all x, y >= 0"
    )

    base: int
    transitions: tuple[tuple[int, ...], ...]
    outputs: tuple[int, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        states = range(self.order)
        if len(self.transitions) != len(states) or not states:
            raise ValueError("a state has transitions and an output")
        if any(len(row) != self.base**2 for row in self.transitions):
            raise ValueError("a state has a transition for each pair of digits")
        if any(t not in states for row in self.transitions for t in row) or self.transitions[0][0]:
            raise ValueError("transitions lead to states, and the first state stays on zeros")

    @property
    def order(self) -> int:
        """The number of states."""
        return len(self.outputs)

    @classmethod
    def detect(cls, table: BoardValues) -> Iterator[Self]:
        if min(table.shape) < FEWEST_SIDE or next(eventual_vectors(table), None) is not None:
            return
        for base, depth in product(BASES, DEPTHS):
            claim = cls._read(table, base, depth)
            if claim is not None and claim.first_failure(table) is None:
                yield claim
                return

    @classmethod
    def _read(cls, table: BoardValues, k: int, depth: int) -> Self | None:
        """The automaton whose states are the different beginnings of the table's squares."""
        count = min(table.shape) // k**depth
        inner = count // k
        if inner < 2:
            return None
        features = [_blocks(table, count, k**level) for level in range(depth + 1)]
        joined = np.concatenate(features, axis=2).reshape(count * count, -1)
        _, numbered = np.unique(joined, axis=0, return_inverse=True)
        ids = numbered.reshape(count, count)
        states, found = {int(ids[0, 0]): 0}, [(0, 0)]
        places = {
            int(n): (x, y) for (x, y), n in reversed(list(np.ndenumerate(ids[:inner, :inner])))
        }
        transitions: list[tuple[int, ...]] = []
        while len(transitions) < len(found):
            x, y = found[len(transitions)]
            row = []
            for r, t in product(range(k), repeat=2):
                state = int(ids[k * x + r, k * y + t])
                if state not in states:
                    if state not in places or len(states) == MOST_STATES:
                        return None
                    states[state] = len(found)
                    found.append(places[state])
                row.append(states[state])
            transitions.append(tuple(row))
        if transitions[0][0] != 0:
            return None
        return cls(k, tuple(transitions), tuple(int(table[square]) for square in found))

    def states(self, side: int) -> npt.NDArray[np.int64]:
        """The states of the squares x, y < side."""
        k = self.base
        step = np.array(self.transitions, dtype=np.int64).reshape(-1, k, k)
        states = np.zeros((1, 1), dtype=np.int64)
        while len(states) < side:
            n = len(states)
            states = step[states].transpose(0, 2, 1, 3).reshape(k * n, k * n)
        return states[:side, :side]

    def state(self, square: Square) -> int:
        """The state after reading a square."""
        (x, y), digits = square, []
        while x or y:
            digits.append((x % self.base) * self.base + y % self.base)
            x, y = x // self.base, y // self.base
        state = 0
        for digit in reversed(digits):
            state = self.transitions[state][digit]
        return state

    def value(self, square: Square) -> int:
        return self.outputs[self.state(square)]

    def values(self) -> set[int]:
        return set(self.outputs)

    def squares_below(self, value: int, region: Region) -> int:
        """Counted digit by digit, the most significant first. Of the digits that were read matter
        the state, whether those of x and y are still those of the width and the height, and by how
        much x + y stays below the total, where 2 means 2 or more: then it stays so, as the next
        digits of x and y take at most 2*(k - 1) from 2*k.

        >>> both = DigitAutomaton(2, ((0, 1, 1, 0), (1, 0, 0, 1)), (0, 1))
        >>> both.count_below(0, 10**18) == 5 * 10**35, both.nth_square(0, 4)
        (True, (1, 2))
        """
        k = self.base
        limits = [_digits(number, k) for number in region]
        length = max(map(len, limits))
        padded = [[0] * (length - len(digits)) + digits for digits in limits]
        counts: dict[tuple[int, bool, bool, int], int] = {(0, True, True, 0): 1}
        for w, h, s in zip(*padded, strict=True):
            after: dict[tuple[int, bool, bool, int], int] = {}
            for (state, in_x, in_y, left), count in counts.items():
                for r, t in product(range(w + 1 if in_x else k), range(h + 1 if in_y else k)):
                    rest = min(k * left + s - r - t, 2)
                    if rest >= 0:
                        to = self.transitions[state][r * k + t]
                        key = (to, in_x and r == w, in_y and t == h, rest)
                        after[key] = after.get(key, 0) + count
            counts = after
        return sum(
            count
            for (state, in_x, in_y, left), count in counts.items()
            if self.outputs[state] == value and not in_x and not in_y and left > 0
        )

    def places(self, kind: str, number: int, value: int) -> Places:
        if kind != "diagonal":
            return super().places(kind, number, value)
        return Counted(lambda stop: self._counted_on_diagonal(number, value, stop))

    def _counted_on_diagonal(self, number: int, value: int, stop: int) -> int:
        """How many n < stop have the value at (n, n + D), or (n - D, n), digit by digit, the most
        significant first. Of the digits that were read matter the state, whether they are those of
        ``stop``, and whether the digits of n + |D| expect a carry from the next ones."""
        k, d = self.base, abs(number)
        limits = [_digits(n, k) for n in (stop, d)]
        length = max(map(len, limits)) + 1
        counts: dict[tuple[int, bool, int], int] = {(0, True, 0): 1}
        for most, e in zip(*([0] * (length - len(n)) + n for n in limits), strict=True):
            after: dict[tuple[int, bool, int], int] = {}
            for (state, equal, carry), count in counts.items():
                for r, below in product(range(most + 1 if equal else k), (0, 1)):
                    t = r + e + below - k * carry
                    if 0 <= t < k:
                        pair = r * k + t if number >= 0 else t * k + r
                        key = (self.transitions[state][pair], equal and r == most, below)
                        after[key] = after.get(key, 0) + count
            counts = after
        return sum(
            count
            for (state, equal, carry), count in counts.items()
            if self.outputs[state] == value and not equal and not carry
        )

    def first_failure(self, table: BoardValues) -> Square | None:
        width, height = table.shape
        states = self.states(max(width, height))[:width, :height]
        return first_wrong(table, np.array(self.outputs, dtype=np.int64)[states])

    def size(self) -> int:
        return len(self.outputs) * (1 + self.base**2)


def _digits(number: int, base: int) -> list[int]:
    """The digits, the most significant first."""
    digits = []
    while number:
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]


def _blocks(table: BoardValues, count: int, side: int) -> npt.NDArray[np.int32]:
    """The blocks of the table that begin at side*(x, y), for x, y < count, each in one row."""
    part = table[: count * side, : count * side].reshape(count, side, count, side)
    return part.transpose(0, 2, 1, 3).reshape(count, count, side * side)

"""Automata of simple relations among numbers: linear ones, finite ones, powers of 2."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np

from mexplore.discover.automata.automaton import Automaton, digits_of_symbols
from mexplore.discover.automata.numeration import BINARY, Numeration, Sums
from mexplore.discover.automata.operations import (
    UNBOUNDED,
    Budget,
    Choices,
    both,
    determined,
    exists,
    minimal,
)

State = TypeVar("State", bound=Hashable)


def explored(
    tracks: int,
    start: State,
    step: Callable[[State, tuple[int, ...]], State],
    accepting: Callable[[State], bool],
    numeration: Numeration = BINARY,
) -> Automaton:
    """The automaton of the states that can be reached, given by functions of state and digits."""
    symbols = [tuple(row) for row in digits_of_symbols(tracks, numeration.digits).tolist()]
    numbers = {start: 0}
    order, table = [start], []
    for state in order:
        row = []
        for symbol in symbols:
            following = step(state, symbol)
            if following not in numbers:
                numbers[following] = len(order)
                order.append(following)
            row.append(numbers[following])
        table.append(row)
    flags = [accepting(state) for state in order]
    return minimal(Automaton.of(tracks, table, flags, numeration=numeration))


@lru_cache(maxsize=64)
def written(tracks: int, numeration: Numeration = BINARY) -> Automaton:
    """All tuples of numbers, written as they should be: in a base that is every word.

    >>> from mexplore.discover.automata.numeration import FIBONACCI
    >>> written(1).size, written(1, FIBONACCI).size  # no two adjacent digits 1
    (1, 3)
    """

    def step(state: tuple[int, ...] | None, symbol: tuple[int, ...]) -> tuple[int, ...] | None:
        if state is None:
            return None
        place, *before = state
        pairs = zip(before, symbol, strict=True)
        if not all(numeration.allowed(place, b, digit) for b, digit in pairs):
            return None
        return numeration.next_place(place), *(int(digit > 0) for digit in symbol)

    first: tuple[int, ...] | None = (0,) * (tracks + 1)
    return explored(tracks, first, step, lambda state: state is not None, numeration)


def equation(
    coefficients: Sequence[int],
    constant: int,
    numeration: Numeration = BINARY,
    budget: Budget = UNBOUNDED,
) -> Automaton:
    """The (x_1, x_2, ...) with c_1*x_1 + c_2*x_2 + ... = constant.

    >>> equation((2, -1), 0).accepts(3, 6)
    True
    """
    return _linear((*coefficients,), constant, numeration, False, _Within(budget))


def inequality(
    coefficients: Sequence[int],
    constant: int,
    numeration: Numeration = BINARY,
    budget: Budget = UNBOUNDED,
) -> Automaton:
    """The (x_1, x_2, ...) with c_1*x_1 + c_2*x_2 + ... <= constant.

    >>> [n for n in range(9) if inequality((-1,), -5).accepts(n)]
    [5, 6, 7, 8]
    """
    return _linear((*coefficients,), constant, numeration, True, _Within(budget))


class _Within:
    """A budget. What is found does not depend on it, so that all are equal in the cache."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Within)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=1 << 10)
def _linear(
    coefficients: tuple[int, ...],
    constant: int,
    numeration: Numeration,
    at_most: bool,
    within: _Within,
) -> Automaton:
    """Reads the sums of coefficients and digits by the numeration's `reader`, made deterministic;
    then the digits."""
    budget = within.budget
    tracks = len(coefficients)
    digits = digits_of_symbols(tracks, numeration.digits)
    totals = digits @ np.array(coefficients, dtype=np.int64)
    sums, column = np.unique(totals, return_inverse=True)
    listed = [0, *(int(s) for s in sums if s)]  # symbol 0 is that of zeros
    place = np.array([listed.index(int(s)) for s in sums])
    negative = -sum(c for c in coefficients if c < 0)
    given = Sums(negative, sum(coefficients) + negative)
    reader = numeration.reader(given, constant, at_most=at_most, look=budget.check)
    if not reader.starts:
        return finite((), tracks, numeration)
    numbers = {state: i for i, state in enumerate(reader.starts)}
    order = list(numbers)
    edges: list[list[list[int]]] = []
    for state in order:
        budget.check(len(order))
        row = []
        for s in listed:
            following = reader.after(state, s)
            for new in following:
                if new not in numbers:
                    numbers[new] = len(order)
                    order.append(new)
            row.append([numbers[new] for new in following])
        edges.append(row)
    most = max((len(ends) for row in edges for ends in row), default=1)
    targets = np.full((len(order), len(listed), max(most, 1)), -1, dtype=np.int32)
    for q, row in enumerate(edges):
        for a, ends in enumerate(row):
            targets[q, a, : len(ends)] = ends
    accepting = np.array([reader.accepting(state) for state in order], dtype=np.bool_)
    choices = Choices(tracks, targets, accepting, numeration)
    by_sums = determined(choices, [range(len(reader.starts))], budget)
    step = np.ascontiguousarray(by_sums.step[:, place[column]])
    by_digits = Automaton(tracks, step, by_sums.accepting, by_sums.starts, numeration)
    return both(by_digits, written(tracks, numeration), budget)


def finite(
    tuples: Iterable[Sequence[int]], tracks: int, numeration: Numeration = BINARY
) -> Automaton:
    """Exactly these tuples.

    >>> few = finite([(1, 2), (5, 0)], 2)
    >>> few.accepts(5, 0), few.accepts(1, 0)
    (True, False)
    """
    Rest = frozenset[tuple[tuple[int, ...], ...]]

    def step(rest: Rest, symbol: tuple[int, ...]) -> Rest:
        return frozenset(
            tuple(digits[1:] for digits in numbers)
            for numbers in rest
            if tuple(digits[0] if digits else 0 for digits in numbers) == symbol
        )

    first: Rest = frozenset(tuple(tuple(numeration.of(n)) for n in numbers) for numbers in tuples)
    return explored(tracks, first, step, lambda rest: ((),) * tracks in rest, numeration)


def residue(modulus: int, remainder: int, numeration: Numeration = BINARY) -> Automaton:
    """The n with n mod modulus = remainder."""
    return exists(equation((1, -modulus), remainder, numeration), 1)


def power_of_two() -> Automaton:
    """1, 2, 4, 8, ...

    >>> [n for n in range(20) if power_of_two().accepts(n)]
    [1, 2, 4, 8, 16]
    """
    return Automaton.of(1, [[0, 1], [1, 2], [2, 2]], [False, True, False])


def lowest_bit() -> Automaton:
    """The (m, u) with m >= 1 and u = 2^v2(m), the greatest power of 2 that divides m.

    >>> [(m, u) for m in range(9) for u in range(9) if lowest_bit().accepts(m, u)]
    [(1, 1), (2, 2), (3, 1), (4, 4), (5, 1), (6, 2), (7, 1), (8, 8)]
    """
    return Automaton.of(2, [[0, 2, 2, 1], [1, 1, 2, 2], [2, 2, 2, 2]], [False, True, False])

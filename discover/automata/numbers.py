"""Automata of simple relations among numbers: linear ones, finite ones, powers of 2."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.operations import exists, minimal

State = TypeVar("State", bound=Hashable)


def explored(
    tracks: int,
    start: State,
    step: Callable[[State, int], State],
    accepting: Callable[[State], bool],
) -> Automaton:
    """The automaton of the states that can be reached, given by functions."""
    numbers = {start: 0}
    order, table = [start], []
    for state in order:
        row = []
        for symbol in range(1 << tracks):
            following = step(state, symbol)
            if following not in numbers:
                numbers[following] = len(order)
                order.append(following)
            row.append(numbers[following])
        table.append(row)
    return minimal(Automaton.of(tracks, table, [accepting(state) for state in order]))


def _weights(coefficients: Sequence[int]) -> list[int]:
    """The sum of the coefficients whose bits are 1 in each symbol."""
    tracks = len(coefficients)
    return [
        sum(c for i, c in enumerate(coefficients) if symbol >> i & 1)
        for symbol in range(1 << tracks)
    ]


def equation(coefficients: Sequence[int], constant: int) -> Automaton:
    """The (x_1, x_2, ...) with c_1*x_1 + c_2*x_2 + ... = constant.

    With x = 2y + bits: the sum over y must be (constant - sum of the bits' coefficients)/2.

    >>> equation((2, -1), 0).accepts(3, 6)
    True
    """
    weights = _weights(coefficients)

    def step(rest: int | None, symbol: int) -> int | None:
        if rest is None or (rest - weights[symbol]) % 2:
            return None
        return (rest - weights[symbol]) // 2

    first: int | None = constant
    return explored(len(coefficients), first, step, lambda rest: rest == 0)


def inequality(coefficients: Sequence[int], constant: int) -> Automaton:
    """The (x_1, x_2, ...) with c_1*x_1 + c_2*x_2 + ... <= constant.

    >>> [n for n in range(9) if inequality((-1,), -5).accepts(n)]
    [5, 6, 7, 8]
    """
    weights = _weights(coefficients)
    return explored(
        len(coefficients),
        constant,
        lambda rest, symbol: (rest - weights[symbol]) // 2,
        lambda rest: rest >= 0,
    )


def finite(tuples: Iterable[Sequence[int]], tracks: int) -> Automaton:
    """Exactly these tuples.

    >>> few = finite([(1, 2), (5, 0)], 2)
    >>> few.accepts(5, 0), few.accepts(1, 0)
    (True, False)
    """
    Rest = frozenset[tuple[int, ...]]

    def step(rest: Rest, symbol: int) -> Rest:
        bits = tuple(symbol >> i & 1 for i in range(tracks))
        return frozenset(
            tuple(n >> 1 for n in numbers)
            for numbers in rest
            if tuple(n & 1 for n in numbers) == bits
        )

    first: Rest = frozenset(tuple(numbers) for numbers in tuples)
    return explored(tracks, first, step, lambda rest: (0,) * tracks in rest)


def residue(modulus: int, remainder: int) -> Automaton:
    """The n with n mod modulus = remainder."""
    return exists(equation((1, -modulus), remainder), 1)


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

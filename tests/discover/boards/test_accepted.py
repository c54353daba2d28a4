"""Counts and numbers of accepted tuples, in any number of coordinates, against lists of them."""

from __future__ import annotations

from itertools import product

import pytest

from mexplore.discover.automata.automaton import Automaton
from mexplore.discover.automata.numbers import equation, finite, inequality
from mexplore.discover.automata.numeration import FIBONACCI, Base, Numeration, Ostrowski
from mexplore.discover.automata.operations import exists
from mexplore.discover.boards.patterns.accepted import Accepted
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.patterns.vector_period import VectorPeriod
from mexplore.discover.outcomes.counting import how_many

NUMERATIONS = (Base(2), Base(3), FIBONACCI, Ostrowski((2,)))
SETS = (
    ((2, -3), 1, False),
    ((1, -2), 0, True),
    ((1, -1, -1), 0, True),
    ((3, -1, -2), 1, False),
)


def _listed(automaton: Automaton, side: int) -> list[tuple[int, ...]]:
    tuples = product(range(side), repeat=automaton.tracks)
    return [each for each in tuples if automaton.accepts(*each)]


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
@pytest.mark.parametrize(("coefficients", "constant", "equal"), SETS)
def test_counts_and_numbers(
    coefficients: tuple[int, ...], constant: int, equal: bool, numeration: Numeration
) -> None:
    made = equation if equal else inequality
    automaton = made(coefficients, constant, numeration)
    accepted, law, side = Accepted(automaton), LostByDigits.of(automaton), 14
    listed = _listed(automaton, side)
    for low, high in ((0, 9), (3, 14), (5, 5)):
        inside = [each for each in listed if all(low <= at < high for at in each)]
        assert law.count_between(0, low, high) == len(inside)
        sums = [each for each in inside if 7 <= sum(each) < 12]
        assert accepted.counted([(low, high)] * automaton.tracks, (7, 12)) == len(sums)
    ordered = sorted((e for e in listed if sum(e) < side), key=lambda each: (sum(each), each))
    for k in (1, 2, len(ordered) // 2, len(ordered)):
        assert law.nth_square(0, k) == ordered[k - 1]


@pytest.mark.parametrize("numeration", NUMERATIONS, ids=str)
def test_laws_are_told_apart_by_a_position(numeration: Numeration) -> None:
    laws = [
        LostByDigits.of(equation((1, -1), 0, numeration)),
        LostByDigits.of(inequality((1, -1), 0, numeration)),
        LostByDigits.of(inequality((1, -1), 1, numeration)),
    ]
    for one, other in product(laws, repeat=2):
        found = one.other_zero(other)
        assert (found is None) == (one is other)
        if found is not None:
            assert one.is_zero(found) != other.is_zero(found)


def test_equal_periods_do_not_have_the_same_zeros() -> None:
    """G = 0 and G = 1 everywhere have the same periods."""
    period = VectorPeriod(((1, 0), (0, 1)))
    with pytest.raises(NoValue):
        period.other_zero(VectorPeriod(((1, 0), (0, 1))))


def test_laws_in_different_numerations_are_not_compared() -> None:
    one, other = (LostByDigits.of(equation((1, -1), 0, n)) for n in (Base(2), FIBONACCI))
    with pytest.raises(NoValue):
        one.other_zero(other)


@pytest.mark.parametrize("numeration", [Base(2), FIBONACCI])
def test_lines_and_diagonals_of_a_set(numeration: Numeration) -> None:
    """x + 2*y = 3*n, whatever the numeration."""
    thirds = exists(equation((1, 2, -3), 0, numeration), 2)
    accepted = Accepted(thirds)
    assert accepted.total is None
    for number in (0, 1, 7, 40):
        row, column = accepted.on_line(0, number), accepted.on_line(1, number)
        assert [row.nth(k) for k in (1, 2, 3)] == [(number % 3 + 3 * k,) for k in range(3)]
        assert [column.nth(k) for k in (1, 2)] == [(number % 3 + 3 * k,) for k in range(2)]
        for difference in (number, -number):
            diagonal = accepted.on_diagonal(difference)
            want = [n for n in range(9) if (difference % 3 == 0)]
            assert [n for n in range(9) if diagonal.automaton.accepts(n)] == want
    few = accepted.with_numbers({0: 10**20, 1: 10**20 + 3})
    assert few.total == 1 and few.nth(1) == (10**20, 10**20 + 3) and few.nth(2) is None


def test_how_many_there_are() -> None:
    for limit in range(6):
        assert how_many(inequality((1, 1), limit)) == (limit + 1) * (limit + 2) // 2
    assert how_many(inequality((1, 1), 5, FIBONACCI)) == 21
    assert how_many(inequality((-1, -1), -5)) is None
    assert how_many(finite([], 2)) == 0 and how_many(finite([(0, 0)], 2)) == 1

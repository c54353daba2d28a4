"""Squares of a value by laws of boards: listed, counted and numbered as in tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from discover.grounds.boards.values import SquareValues
from discover.patterns.beatty.pattern import Beatty
from discover.patterns.boards.beatty_pairs import BeattyPairs
from discover.patterns.boards.line import square_of
from discover.patterns.boards.outcomes import CONDITIONS, Outcomes
from discover.patterns.boards.pattern import BoardLaw, NoValue
from discover.questions.board_places import count_by_law, nth_by_law, on_line
from discover.theorems.boards.wythoff_pairs import wythoff_pairs
from rules.arithmetic.surd import square_root
from rules.boards.board import Board
from rules.boards.table import table_by_definition
from rules.library import library_with

SIDE = 40
Squares = set[tuple[int, int]]


def zeros_of_pairs(law: BeattyPairs) -> Squares:
    """From the definition of the law, with more pairs than reach the corner."""
    pairs = [(law.first.at(n), law.second.at(n)) for n in range(SIDE + 9)]
    return {square for x, y in pairs for square in ((x, y), (y, x))}


def check_places(law: BoardLaw, zeros: Squares, value: int, kinds: tuple[str, ...]) -> None:
    """The squares of the corner on each line."""
    for kind, number in product(kinds, range(-SIDE // 2, SIDE)):
        if kind != "diagonal" and number < 0:
            continue
        squares = [square_of(kind, number, n) for n in range(SIDE)]
        wanted = [n for n, square in enumerate(squares) if square in zeros and max(square) < SIDE]
        places = law.places(kind, number, value)
        found = [n for n in places.listed(0, SIDE) if max(squares[n]) < SIDE]
        assert found == wanted, (kind, number)
        for stop in (0, 1, 7, SIDE // 2):  # where the whole line up to there is in the corner
            if max(square_of(kind, number, stop)) < SIDE:
                assert places.below(stop) == sum(n < stop for n in wanted), (kind, number, stop)


def check_counts(law: BoardLaw, zeros: Squares, value: int) -> None:
    for stop in range(SIDE):
        assert law.count_below(value, stop) == sum(max(square) < stop for square in zeros), stop


def check_numbers(law: BoardLaw, zeros: Squares, value: int) -> None:
    """In the order of x + y, then of x, as far as all are known."""
    ordered = sorted((s for s in zeros if sum(s) < SIDE), key=lambda s: (sum(s), s))
    assert ordered
    for k, square in enumerate(ordered, 1):
        assert law.nth_square(value, k) == square, k


ROOTS = [square_root(Fraction(d)) for d in (2, 3, 5)]
PAIRS = [
    *(wythoff_pairs(r) for r in (1, 2, 3, 5)),
    BeattyPairs(Beatty(ROOTS[0], 0), Beatty(ROOTS[0] + 1, 1)),  # type: ignore[arg-type]
    BeattyPairs(Beatty(ROOTS[1], 1), Beatty(ROOTS[1] + Fraction(1, 3), 1)),  # type: ignore[arg-type]
    BeattyPairs(Beatty(ROOTS[2], 0), Beatty(2 * ROOTS[2], 3)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("law", PAIRS, ids=lambda law: law.statement())
def test_pairs(law: BeattyPairs) -> None:
    zeros = zeros_of_pairs(law)
    check_places(law, zeros, 0, ("row", "column", "diagonal"))
    check_counts(law, zeros, 0)
    check_numbers(law, zeros, 0)


@pytest.mark.parametrize("condition", sorted(CONDITIONS))
def test_outcomes(condition: str) -> None:
    law = Outcomes(condition)
    test = CONDITIONS[condition].test
    zeros = {(x, y) for x, y in product(range(SIDE), repeat=2) if test(x, y)}
    assert all(law.is_zero(square) == (square in zeros) for square in product(range(9), repeat=2))
    check_places(law, zeros, 0, ("row", "column"))
    check_counts(law, zeros, 0)
    with pytest.raises(NoValue):
        law.places("row", 5, 1)


def board_named(name: str) -> Board:
    rule = library_with(None)[name].rule
    board = Board.parse(str(rule))
    assert board is not None
    return board


@pytest.mark.parametrize("name", ["wythoff"])
def test_pairs_of_a_board_are_proved(name: str) -> None:
    board = board_named(name)
    table = table_by_definition(board, (SIDE, SIDE), edges=False)
    known = SquareValues(board)
    count, warrant = count_by_law(known, 0, SIDE)
    assert (count, warrant.status) == (int((table == 0).sum()), "proved")
    for number in (0, 1, 7, 12):
        found, _ = on_line(known, "row", number, 0).first()
        wanted = [(number, y) for y in range(SIDE) if table[number, y] == 0]
        assert [square for square in found if max(square) < SIDE] == wanted
    x, y = nth_by_law(known, 0, 12)[0]
    assert table[x, y] == 0


def test_wythoff_pairs_as_published() -> None:
    """W. A. Wythoff (1907); OEIS A000201 and A001950."""
    lower = [1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 25, 27, 29, 30, 32]
    upper = [2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31, 34, 36, 39, 41, 44, 47, 49, 52]
    law = wythoff_pairs(1)
    for n, pair in enumerate(zip(lower, upper, strict=True), 1):
        assert law.nth_square(0, 2 * n) == pair
        assert law.nth_square(0, 2 * n + 1) == pair[::-1]
        assert list(law.places("row", pair[0], 0).listed(0, 100)) == [pair[1]]
        assert list(law.places("column", pair[1], 0).listed(0, 100)) == [pair[0]]


def test_mutated_pairs_count_other_squares() -> None:
    """The numbers tell r = 1 from r = 2."""
    assert wythoff_pairs(1).count_below(0, SIDE) != wythoff_pairs(2).count_below(0, SIDE)
    assert wythoff_pairs(1).nth_square(0, 6) != wythoff_pairs(2).nth_square(0, 6)

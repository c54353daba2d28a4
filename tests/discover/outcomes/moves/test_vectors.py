"""Moves by few vectors, one by one: the same options, and the same sets from which they lead."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from linear_boards import NAMES, Rules

from mexplore.discover.automata.operations import Budget
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.outcomes.conditions import recognised
from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.linear import LinearMove, relations_of
from mexplore.discover.outcomes.moves.vectors import by_vectors
from mexplore.discover.outcomes.search import MOST_STATES
from mexplore.rules.arithmetic.formulas import parse_condition
from mexplore.rules.boards.board import Board
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_board


def options(moves: list[LinearMove], square: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {to for move in moves for to in move.options(square)}


def agree(board: Board, side: int) -> bool:
    """Whether a move was split; its options are the same."""
    whole = list(relations_of(board))
    split = [each for move in whole for each in by_vectors(move)]
    for square in product(range(side), repeat=board.dimensions):
        assert options(split, square) == options(whole, square), (str(board), square)
    return len(split) > len(whole)


@pytest.mark.parametrize(
    ("text", "split"),
    [
        ("cyclic nimhoff(3 heaps; 3)", True),
        ("(x, y) -> [(x - i, y + j) for i in range(1, 3) for j in range(-1, i) if y > j]", True),
        ("(x, y) -> [(x - i, y - j) for i in range(1, x + 1) for j in range(i)]", False),
        ("(x, y) -> [(x - i, y - j) for i in range(40) for j in range(40) if i + j]", False),
        ("nim(3 heaps; at most 2)", False),
    ],
)
def test_options_are_the_same(text: str, split: bool) -> None:
    board = parse_board(text)
    assert isinstance(board, Board)
    assert agree(board, 6 if board.dimensions == 2 else 4) == split


def test_options_of_random_boards_are_the_same() -> None:
    pick, read = Random(8), 0
    while read < 8:
        try:
            board = Board.parse(f"({', '.join(NAMES[:2])}) -> {Rules(pick, 2).body()}")
            assert board is not None
            agree(board, 5)
        except (MexploreError, NotSeen):
            continue
        read += 1


@pytest.mark.slow
def test_cyclic_nimhoff_with_three_heaps() -> None:
    """A. S. Fraenkel and M. Lorberbom, Nimhoff games, J. Combin. Theory A 58 (1991) 1-25: lost is
    where the quotients by h have the xor 0, and h divides the sum."""
    text = "xor(x//3, y//3, z//3) == 0 and (x + y + z) % 3 == 0"
    names = ("x", "y", "z")
    law = LostByDigits.of(recognised(parse_condition(text, names, text, 0), names, Budget()))
    for h, true in ((3, True), (4, False)):
        board = parse_board(f"cyclic nimhoff(3 heaps; {h})")
        assert isinstance(board, Board)
        shape = LostByDigitsTheorem().hypotheses(board)
        assert isinstance(shape, Linear)
        assert (shape.linear.refusal(law, Budget(MOST_STATES)) is None) == true

"""Moves into the set of P-positions, by automata, against all options one by one."""

from __future__ import annotations

from itertools import product

import pytest

from mexplore.discover.boards.far_moves import moves_by_law
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.outcomes.deciding import Moves
from mexplore.discover.outcomes.winning import Leading
from mexplore.discover.study.theorem import Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.notation import parse_board

GAMES = [
    "(x, y) -> [(x - j, 2*j) for j in range(1, min(x, y) + 1)]",
    "(x, y) -> [(x - j, j) for j in range(max(1, y), x + 1)]",
    "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] + "
    "[(x - k, y - k) for k in range(1, min(x, y) + 1)]",
    "nim(3 heaps; at most 2)",
]


@pytest.mark.parametrize("text", GAMES)
def test_all_winning_moves_are_found(text: str) -> None:
    board = parse_board(text)
    assert isinstance(board, Board)
    theorem = LostByDigitsTheorem()
    shape = theorem.hypotheses(board)
    assert isinstance(shape, Linear)
    tables = Tables(board)
    found = theorem.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(found, Proved)
    claim = found.claim
    leading = Leading(Moves(shape.moves, board.names, claim.written_in), claim.automaton)
    side = 22 if board.dimensions == 2 else 8
    for square in product(range(side), repeat=board.dimensions):
        options = {option for (option,) in board.options(square)}
        assert set(leading.options(square)) == set(filter(claim.is_zero, options)), square
    far = tuple(10**300 + 7**i for i in range(1, board.dimensions + 1))
    moves, why = moves_by_law(board, far, claim, 0)
    assert why in ("", "there are more than 100")
    assert all(claim.is_zero(option) for (option,) in moves)
    assert claim.is_zero(far) == (not moves)

"""Linear moves as terms and as formulas."""

from __future__ import annotations

from mexplore.discover.coq.linear_moves import formula_of, moves_of, proof_of_same
from mexplore.discover.outcomes.moves.linear import relations_of, relations_of_heaps
from mexplore.rules.boards.board import Board
from mexplore.rules.notation import parse_board, parse_rule


def test_digits_that_are_compared_are_numbers_of_their_own() -> None:
    rule = parse_rule("n -> [n - x for x in range(1, n + 1) if x & n == 0]")
    (move,) = moves_of(relations_of_heaps(rule), ("n",))
    assert "Z.land" in move.formula() and move.term().startswith("Move ")
    assert len(move.all_names) == 1 + len(move.numbers)
    text = "\n".join(proof_of_same([move], ("n",)))
    assert "by_move moves 0%nat move_1" in text and "of_move move_1 PU F B E" in text


def test_a_formula_has_no_differences() -> None:
    board = parse_board("(x, y) -> [(x - j, 2*j) for j in range(1, min(x, y) + 1)]")
    assert isinstance(board, Board)
    (move,) = moves_of(relations_of(board), board.names)
    assert move.formula() == "x' + 1 <= x /\\ x <= y + x' /\\ 2 * x' + y' = 2 * x"
    assert "| [x; y], [x'; y'] =>" in formula_of([move], board.names)

"""One token on a board under misère play: the game, and tables of misère values."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mexplore.rules.boards.board import Board, Square
from mexplore.rules.boards.reachable import table_by_search
from mexplore.rules.boards.table import Tables, table_by_definition
from mexplore.rules.engine.exploring import Clock
from mexplore.rules.errors import InputError
from mexplore.rules.misere.board import MisereBoard

ROWS = ("[(a, y) for a in range(x)]", "[(x, b) for b in range(y)]")
DIAGONAL = "[(x - k, y - k) for k in range(1, min(x, y) + 1)]"
STEPS = ("[(x - 1, y - 2)]", "[(x - 2, y + 1)]", "[(x - 1, y)]", "[(x, y - 3)]", "[(x - 2, y - 2)]")
THREE = "(x, y, z) -> [(a, y, z) for a in range(x)] + [(x, b, z - 1) for b in range(y)]"


def random_board(pick: Random) -> MisereBoard:
    parts = pick.sample([*ROWS, DIAGONAL, *STEPS], pick.randint(1, 4))
    poison = " except (0, 0), (2, 1)" * (pick.random() < 0.3)
    return read(f"misere (x, y) -> {' + '.join(parts)}{poison}")


def read(text: str) -> MisereBoard:
    game = MisereBoard.parse(text)
    assert game is not None
    return game


def lost_by_play(
    board: Board, size: Square | None, square: Square, known: dict[Square, bool]
) -> bool:
    """Who is to move loses: there is a move, and each leaves a square that is not lost."""
    if square not in known:
        options = [to for (to,) in board.options_within(size, square)]
        lost = [lost_by_play(board, size, to, known) for to in options]
        known[square] = bool(options) and not any(lost)
    return known[square]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("edges", [False, True])
def test_the_value_is_0_exactly_where_a_token_is_lost(seed: int, edges: bool) -> None:
    game = random_board(Random(seed))
    size = (21, 20)
    table = Tables(game).table(size, edges=edges)
    known: dict[Square, bool] = {}
    for square in product(*map(range, size)):
        lost = lost_by_play(game.board, size if edges else None, square, known)
        assert lost == (table[square] == 0), (str(game), square)
    assert (table == table_by_definition(game, size, edges=edges)).all()
    searched = table_by_search(game, size, Clock(), edges=edges)
    assert searched is not None and (searched == table).all()


def test_more_coordinates() -> None:
    game, size = read(f"misère  {THREE}"), (7, 7, 7)
    table = table_by_definition(game, size, edges=False)
    searched = table_by_search(game, size, Clock(), edges=False)
    assert searched is not None and (searched == table).all()
    assert table[0, 0, 0] == 1 and table[1, 0, 0] == 0
    assert str(game) == f"misere {THREE}"


def test_who_is_to_move_without_a_move_has_won() -> None:
    rook = read(f"misere (x, y) -> {' + '.join(ROWS)}")
    assert list(rook.options((0, 0))) == [()]
    assert list(rook.options((0, 2))) == [((0, 0),), ((0, 1),)]
    assert list(rook.options_within((1, 1), (0, 0))) == [()]


@pytest.mark.parametrize(
    "text",
    ["(x, y) -> [((a, y), (x - a, y)) for a in range(1, x)]", "(x, y) -> [()] if x else []"],
)
def test_sums_of_squares_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="no single square; leave --misere out"):
        read(f"misere {text}")


def test_other_texts_are_none() -> None:
    assert MisereBoard.parse("misere 0.77") is None
    assert MisereBoard.parse("(x, y) -> [(x - 1, y)]") is None

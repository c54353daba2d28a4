"""Boards: notation, tables, sequences and vector periods."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board import Board
from rules.board_table import Tables, table_by_definition
from rules.errors import InputError, MexploreError, RuleSyntaxError, TooLarge
from rules.positions import Positions

KNIGHT = "(x, y) -> [(x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2), (x - 2, y + 1)]"
KING = "(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]"
ROOK = "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
BISHOP = "(x, y) -> [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
QUEEN = f"{ROOK} + [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
CHESSBOARD = [
    "00110011",
    "00210011",
    "12223222",
    "11214323",
    "00340011",
    "00230021",
    "11221222",
    "11231120",
]


def read(text: str) -> Board:
    board = Board.parse(text)
    assert board is not None
    return board


@pytest.mark.parametrize("text", [KNIGHT, KING, ROOK, BISHOP, QUEEN])
def test_the_text_is_canonical(text: str) -> None:
    assert str(read(text)) == text
    assert read(str(read(text))) == read(text)
    assert Board.parse("0.77") is None
    assert Board.parse("n -> [n - 1]") is None


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("(x, y) -> [(x-1, y, 3)]", 11, "no square"),
        ("(x, y) -> [(x, y - 1), x-1]", 23, "no square"),
        ("(x, y) -> range(x)", 10, "no square"),
        ("(x, y) -> [(x - 1, z)]", 19, "no name"),
        ("(x, x) -> [(x - 1, x)]", 4, "both"),
        ("(x, max) -> [(x - 1, 0)]", 4, "cannot name"),
        ("(x, y) -> (x - 1, y)", 10, "no list"),
        ("(x, y) -> [(x, y // x)]", 10, "division"),
        ("(x, y) -> [(x, y)]", 10, "circle"),
        ("(x, y) -> [(x.real, y)]", 12, "not allowed"),
        ("(x, y) ->", 9, "missing"),
    ],
)
def test_a_malformed_text_names_the_place(text: str, place: int, problem: str) -> None:
    with pytest.raises(RuleSyntaxError, match=problem) as caught:
        Board.parse(text)
    assert caught.value.position == place
    assert "\n" not in str(caught.value)


def test_the_knight_on_a_chessboard_is_not_the_knight_on_the_quarter_plane() -> None:
    board = Tables(read(KNIGHT)).table((8, 8), edges=True)
    assert ["".join(map(str, row)) for row in board.tolist()] == CHESSBOARD
    plane = Tables(read(KNIGHT)).table((8, 8))
    assert (board[7, 7], plane[7, 7]) == (0, 1)


@pytest.mark.parametrize("edges", [False, True])
def test_published_tables(edges: bool) -> None:
    """The rook is Nim with two heaps, the bishop moves min(x, y) times."""
    x, y = np.indices((70, 60))
    assert (Tables(read(ROOK)).table((70, 60), edges=edges) == x ^ y).all()
    assert (Tables(read(BISHOP)).table((70, 60), edges=edges) == np.minimum(x, y)).all()


def test_p_positions_of_the_queen_are_wythoffs_pairs() -> None:
    """(floor(n*phi), floor(n*phi^2)), W. A. Wythoff 1907."""
    table = Tables(read(QUEEN)).table((100, 100))
    found = [(x, y) for x, y in np.argwhere(table == 0).tolist() if x <= y]
    wanted = [((n + int((5 * n * n) ** 0.5)) // 2, 0) for n in range(len(found))]
    assert [(x, y) for x, y in found] == [(a, a + n) for n, (a, _) in enumerate(wanted)]


DECREASING = st.tuples(st.integers(-3, 2), st.integers(-3, 2)).filter(lambda m: sum(m) < 0)
TERMINATING = DECREASING | st.tuples(st.just(-1), st.integers(-3, 3))


def written(moves: list[tuple[int, int]]) -> str:
    """The board of these jumps."""
    return f"(x, y) -> [{', '.join(f'(x + {a}, y + {b})' for a, b in moves)}]".replace("+ -", "- ")


@settings(max_examples=5, deadline=None)
@given(st.lists(TERMINATING, min_size=1, max_size=4))
def test_the_loop_equals_the_definition(moves: list[tuple[int, int]]) -> None:
    board = read(written(moves))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.board_table.SEARCHED", 0)
        tables = Tables(board)
        for edges in (False, True):
            fast = tables.table((23, 19), edges=edges)
            assert (fast == table_by_definition(board, (23, 19), edges=edges)).all()


def test_moves_in_a_circle_are_refused_with_the_circle() -> None:
    board = read("(x, y) -> [(x + 1, y - 1), (x - 1, y + 1)]")
    for edges in (False, True):
        with pytest.raises(InputError, match=r"circle: \(.*\) -> \(.*\) -> \("):
            Tables(board).table((5, 5), edges=edges)
    with pytest.raises(InputError, match="circle"):
        Tables(board).table((60, 70))


def test_play_that_ends_only_at_the_edges_is_a_game_only_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rules.board_table.MOST_BESIDE", 1000)
    board = read("(x, y) -> [(x + 1, y)]")
    assert Tables(board).table((4, 1), edges=True).ravel().tolist() == [1, 0, 1, 0]
    with pytest.raises(TooLarge, match="need not end"):
        Tables(board).table((4, 1))


def test_positions_of_any_kind_and_long_games() -> None:
    assert Positions(lambda n: [n - 1] if n else []).value(100_000) == 0
    assert Positions(lambda word: [word[1:]] if word else []).value("abc") == 1
    with pytest.raises(InputError, match="circle: 1 -> 0 -> 1"):
        Positions(lambda n: [1 - n]).value(1)
    with pytest.raises(MexploreError, match="more than 100 positions"):
        Positions(lambda n: [n + 1], most=100).value(0)

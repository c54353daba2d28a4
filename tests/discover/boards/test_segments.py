"""Options as segments of lines, against the definition; winning moves by laws, against tables."""

from __future__ import annotations

from itertools import product

import pytest

from mexplore.discover.boards import far_moves
from mexplore.discover.boards.far_moves import Unread, moves_by_law, segments_of
from mexplore.discover.boards.theorems.wythoff_pairs import wythoff_pairs
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import table_by_definition
from mexplore.rules.library import library_with

LIBRARY = (
    "wythoff",
    "wythoff-2",
    "wythoff-3",
    "euclid",
    "euclid-to-zero",
    "knight",
    "king",
    "rook",
    "bishop",
    "chomp-2",
    "fibonacci-nim",
    "mem",
)
WRITTEN = (
    "(x, y) -> [(x - 2 * k, y + k) for k in range(1, x + 1)]",
    "(x, y) -> [(max(a, y - 1), min(a + 1, x) - 2) for a in range(x - 1)]",
    "(x, y) -> [(x - k, max(y - 3 * k, 0)) for k in range(1, x + 1)]",
    "(x, y) -> [(a, min(2 * a, y)) for a in range(x - 1, 0, -2)] + [(0, b) for b in range(y)]",
    "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] except (0, 2), (1, 2)",
)


def board_of(text: str) -> Board:
    board = Board.parse(text if "->" in text else str(library_with(None)[text].rule))
    assert board is not None
    return board


@pytest.mark.parametrize("text", LIBRARY + WRITTEN)
def test_segments_hold_the_options_and_nothing_else(text: str) -> None:
    board = board_of(text)
    for square in product(range(9), range(11)):
        found = {s.square(t) for s in segments_of(board, square) for t in range(s.count)}
        assert {(to,) for to in found} == set(board.options(square)), square


def test_what_is_no_line_is_not_read() -> None:
    cutting = "(w, h) -> [((a, h), (w - a, h)) for a in range(1, w // 2 + 1)]"
    for text in (
        cutting,
        "(x, y) -> [(a * a, y) for a in range(x) if a * a < x]",
        "(x, y) -> [(x // k, y) for k in range(2, x + 1)]",
    ):
        with pytest.raises(Unread):
            segments_of(board_of(text), (5, 7))


@pytest.mark.parametrize(("name", "r"), [("wythoff", 1), ("wythoff-2", 2), ("wythoff-3", 3)])
def test_moves_by_a_law_are_those_of_the_table(
    name: str, r: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(far_moves, "ONE_BY_ONE", 1)
    board = board_of(name)
    table = table_by_definition(board, (16, 16), edges=False)
    for square in product(range(16), repeat=2):
        wanted = sorted(option for option in board.options(square) if table[option[0]] == 0)
        found = moves_by_law(board, square, wythoff_pairs(r), 0)
        assert found == (tuple(dict.fromkeys(wanted)), "")


def test_too_many_moves_are_counted_as_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(far_moves, "MOST_LISTED", 1)
    board = board_of("wythoff-3")
    found, why = moves_by_law(board, (10**9, 2 * 10**9), wythoff_pairs(3), 0)
    assert len(found) == 1 and "more than 1" in why

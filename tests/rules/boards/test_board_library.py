"""The boards of the library: what is published of them, and what their notes say."""

from __future__ import annotations

from math import isqrt

import pytest
from published import BOARD_LINES, BOARD_TABLES, BOARD_WINNERS, PublishedLine, PublishedTable

from mexplore.rules.boards import read_board
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.kernel import BoardValues
from mexplore.rules.boards.table import Tables, table_by_definition
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.library import NamedGame, shipped
from mexplore.rules.notation import parse_rule

BOARDS = [entry for entry in shipped().values() if read_board(entry.rule) is not None]


def named(name: str) -> Board:
    board = read_board(shipped()[name].rule if name in shipped() else name)
    assert board is not None
    return board


def values(name: str, side: int = 26) -> BoardValues:
    return table_by_definition(named(name), (side, side), edges=False)


@pytest.mark.parametrize("entry", BOARDS, ids=lambda entry: entry.name)
def test_every_entry_is_canonical_and_carries_a_source(entry: NamedGame) -> None:
    assert str(named(entry.name)) == entry.rule
    assert entry.title and entry.source and entry.notes
    with pytest.raises(RuleSyntaxError, match="a board has no heaps"):
        parse_rule(entry.name)


def test_the_games_of_the_library() -> None:
    names = {entry.name for entry in BOARDS}
    assert names >= {"wythoff", "wythoff-2", "euclid", "knight", "king", "queen", "rook", "bishop"}
    assert names >= {"chomp-2", "cutting-game", "fibonacci-nim", "mem", "dynamic-nim"}


@pytest.mark.parametrize("row", BOARD_TABLES, ids=lambda row: row.source[-7:])
def test_published_tables(row: PublishedTable) -> None:
    squares = row.squares()
    table = Tables(named(row.rule)).table((33, 33))
    by_definition = table_by_definition(named(row.rule), (13, 13), edges=False)
    assert (table[:13, :13] == by_definition).all()
    # OEIS reads a table by antidiagonals in one of two directions.
    same = all(table[square] == value for square, value in squares.items())
    mirrored = all(table[square[::-1]] == value for square, value in squares.items())
    assert same or mirrored


@pytest.mark.parametrize("row", BOARD_LINES, ids=lambda row: row.rule)
def test_published_lines(row: PublishedLine) -> None:
    squares = row.squares()
    sides = tuple(max(at) + 1 for at in zip(*squares, strict=True))
    table = Tables(named(row.rule)).table(sides)
    assert {square: table[square] for square in squares} == squares


@pytest.mark.parametrize(("name", "square", "wins"), BOARD_WINNERS)
def test_published_winners(name: str, square: tuple[int, int], wins: bool) -> None:
    assert bool(values(name, 6)[square]) == wins


def floor_of_root(n: int, under: int, add: int) -> int:
    """floor(n * (sqrt(under) + add) / 2), exactly."""
    return (isqrt(under * n * n) + add * n) // 2


@pytest.mark.parametrize(("name", "r"), [("wythoff", 1), ("wythoff-2", 2), ("wythoff-3", 3)])
def test_p_positions_of_wythoff(name: str, r: int) -> None:
    """(floor(n*alpha), floor(n*(alpha + r))), alpha = (2 - r + sqrt(r^2 + 4))/2."""
    table = values(name, 24)
    lost = [(x, y) for x in range(24) for y in range(x, 24) if table[x, y] == 0]
    pairs = [(a, a + r * n) for n in range(40) for a in [floor_of_root(n, r * r + 4, 2 - r)]]
    assert lost == [pair for pair in pairs if pair[1] < 24]


def test_euclid() -> None:
    table, zero = values("euclid"), values("euclid-to-zero")
    for x in range(1, 26):
        for y in range(1, 26):
            assert table[x, y] == abs(x * x - y * y) // (x * y)
            low, high = sorted((x, y))
            below_phi = high * high < low * high + low * low
            assert (zero[x, y] == 0) == (below_phi and x != y)
    assert not table[0].any() and not table[:, 0].any()


def test_chess_pieces() -> None:
    knight, king, rook, bishop = map(values, ("knight", "king", "rook", "bishop"))
    assert (values("queen") == values("wythoff")).all()
    for x in range(22):
        for y in range(22):
            assert knight[x, y] == knight[x + 4, y + 4]
            assert king[x, y] == king[x + 2, y + 2]
            assert (king[x, y] == 0) == (x % 2 == y % 2 == 0)
            assert (rook[x, y], bishop[x, y]) == (x ^ y, min(x, y))
    small = table_by_definition(named("knight"), (8, 8), edges=True)
    assert (small[7, 7], knight[7, 7]) == (0, 1)


def test_chomp_with_two_rows() -> None:
    table = values("chomp-2")
    lost = [(x, y) for x in range(1, 26) for y in range(x + 1) if table[x, y] == 0]
    assert lost == [(n + 1, n) for n in range(25)]


def test_games_with_a_limit() -> None:
    fibonacci, dynamic = values("fibonacci-nim", 35), values("dynamic-nim", 35)
    assert [n for n in range(1, 35) if fibonacci[n, n - 1] == 0] == [1, 2, 3, 5, 8, 13, 21, 34]
    for n in range(35):
        for limit in range(35):
            assert (dynamic[n, limit] == 0) == (n == 0 or n & -n > limit)

"""Nim with moves in several heaps at once: its notation, its moves, and what is published of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import prod
from typing import NoReturn

import pytest

from mexplore.discover.outcomes.moves.linear import relations_of
from mexplore.discover.outcomes.moves.ranks import Rank, end_of_play
from mexplore.rules.boards import looks_like_board, read_board
from mexplore.rules.boards.board import Board, Square
from mexplore.rules.boards.several import SeveralHeaps
from mexplore.rules.boards.table import Tables, table_by_definition
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.notation import parse_board
from mexplore.rules.rule import mex


def read(text: str) -> Board:
    board = read_board(text)
    assert isinstance(board, SeveralHeaps)
    return board


def values(text: str, side: int) -> dict[Square, int]:
    """The values in a corner, by the definition."""
    board = read(text)

    @cache
    def value(square: Square) -> int:
        return mex(value(option) for (option,) in board.options(square))

    return {square: value(square) for square in product(range(side), repeat=board.dimensions)}


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("  nim(3 heaps;at  most 2 ) ", "nim(3 heaps; at most 2)"),
        ("nim ( 2 heaps ; exactly 1 )", "nim(2 heaps; exactly 1)"),
        ("nim(3 heaps; sets {3,2},{1},{2, 3, 2})", "nim(3 heaps; sets {1}, {2, 3})"),
        ("nim(3 heaps; set {2})", "nim(3 heaps; sets {2})"),
        ("nim(4 heaps; exactly 2;one  each)", "nim(4 heaps; exactly 2; one each)"),
        ("cyclic  nimhoff(3 heaps;4)", "cyclic nimhoff(3 heaps; 4)"),
    ],
)
def test_texts_have_one_form(text: str, canonical: str) -> None:
    board = read(text)
    assert str(board) == canonical and read(canonical) == board
    assert looks_like_board(text) and parse_board(canonical) == board
    assert hash(read(canonical)) == hash(board) and board.words().endswith(".")


@pytest.mark.parametrize("text", ["nim", "nimber(2 heaps)", "nim-square", "cyclic nim(3 heaps; 4)"])
def test_other_texts_are_left_to_others(text: str) -> None:
    assert read_board(text) is None and not looks_like_board(text)


@pytest.mark.parametrize(
    "text, place, what",
    [
        ("nim(", 4, "the number of heaps is missing"),
        ("nim(x heaps; at most 2)", 4, "the number of heaps is missing"),
        ("nim(1 heap; at most 1)", 4, "from 2 to 6"),
        ("nim(7 heaps; at most 1)", 4, "from 2 to 6"),
        ("nim(3)", 5, "the word heaps is missing"),
        ("nim(3 heaps)", 11, "from which heaps a move takes is missing"),
        ("nim(3 heaps; at least 2)", 13, "from which heaps a move takes is not said"),
        ("nim(3 heaps; at most 0)", 21, "from 1 to 3"),
        ("nim(3 heaps; exactly 4)", 21, "from 1 to 3"),
        ("nim(3 heaps; exactly 99999999999)", 21, "is missing"),
        ("nim(3 heaps; sets 1, 2)", 18, "a set of heaps is missing"),
        ("nim(3 heaps; sets {})", 19, "the number of a heap is missing"),
        ("nim(3 heaps; sets {1, 4})", 22, "from 1 to 3"),
        ("nim(3 heaps; sets {1, 2)", 23, "the set does not end"),
        ("nim(3 heaps; sets {1},)", 22, "a set of heaps is missing"),
        ("nim(3 heaps; exactly 2; two each)", 24, "how much a move takes"),
        ("nim(3 heaps; exactly 2", 22, "the closing bracket is missing"),
        ("nim(3 heaps; exactly 2) or 0.77", 24, "something follows"),
        ("cyclic nimhoff(3 heaps)", 22, "the total is missing"),
        ("cyclic nimhoff(3 heaps; 1)", 24, "from 2 to 100"),
        ("cyclic nimhoff(3 heaps; at most 2)", 24, "the total is missing"),
    ],
)
def test_errors_have_their_place(text: str, place: int, what: str) -> None:
    with pytest.raises(RuleSyntaxError) as refused:
        read_board(text)
    assert refused.value.position == place and what in str(refused.value)
    assert "\n" not in str(refused.value)


def nim_moves(square: Square, sets: list[tuple[int, ...]], slow: bool) -> Iterator[Square]:
    """The moves, told once more: every smaller position of which the changed heaps are a set."""
    for option in product(*(range(size + 1) for size in square)):
        lowered = tuple(k for k in range(len(square)) if option[k] < square[k])
        by_one = all(square[k] - option[k] == 1 for k in lowered)
        if lowered in sets and (by_one or not slow):
            yield option


@pytest.mark.parametrize("heaps", [2, 3, 4])
@pytest.mark.parametrize("slow", [False, True])
def test_moves_are_those_of_the_words(heaps: int, slow: bool) -> None:
    numbers = range(heaps)
    end = "; one each" * slow
    for k in range(1, heaps + 1):
        exactly = list(combinations(numbers, k))
        at_most = [s for size in range(1, k + 1) for s in combinations(numbers, size)]
        listed = ", ".join(f"{{{', '.join(str(i + 1) for i in s)}}}" for s in exactly[::2])
        for how, sets in (
            (f"exactly {k}", exactly),
            (f"at most {k}", at_most),
            (f"sets {listed}", exactly[::2]),
        ):
            board = read(f"nim({heaps} heaps; {how}{end})")
            moves = relations_of(board)
            for square in product(range(3), repeat=heaps):
                options = [option for (option,) in board.options(square)]
                expected = list(nim_moves(square, sets, slow))
                assert sorted(options) == sorted(expected), (board, square)
                assert {each for move in moves for each in move.options(square)} == set(expected)


@pytest.mark.parametrize("heaps, total", [(2, 2), (2, 5), (3, 4)])
def test_moves_of_cyclic_nimhoff(heaps: int, total: int) -> None:
    board = read(f"cyclic nimhoff({heaps} heaps; {total})")
    moves = relations_of(board)
    assert isinstance(end_of_play(moves), Rank)
    for square in product(range(5), repeat=heaps):
        expected = set()
        for option in product(*(range(size + 1) for size in square)):
            taken = [a - b for a, b in zip(square, option, strict=True) if a > b]
            if len(taken) == 1 or 0 < sum(taken) < total:
                expected.add(option)
        assert {option for (option,) in board.options(square)} == expected
        assert {each for move in moves for each in move.options(square)} == expected


@pytest.mark.parametrize("heaps, most, side", [(3, 2, 8), (4, 2, 5), (4, 3, 5)])
def test_moores_nim(heaps: int, most: int, side: int) -> None:
    """E. H. Moore (1910): lost exactly if at each binary place the digits 1 are a multiple of
    most + 1."""
    for square, value in values(f"nim({heaps} heaps; at most {most})", side).items():
        digits = (sum(size >> place & 1 for size in square) for place in range(4))
        assert (value == 0) == all(number % (most + 1) == 0 for number in digits)


@pytest.mark.parametrize("heaps, many, side", [(3, 2, 7), (4, 3, 5)])
def test_exact_nim_in_more_than_half_of_the_heaps(heaps: int, many: int, side: int) -> None:
    """Boros, Gurvich, Ho, Makino and Mursic (2015): the value is the longest play, the largest m
    for which the sum of all min(size, m) is at least many*m."""
    for square, value in values(f"nim({heaps} heaps; exactly {many})", side).items():
        plays = (m for m in range(20) if sum(min(x, m) for x in square) >= many * m)
        assert value == max(plays)


@pytest.mark.parametrize("heaps, total, side", [(2, 5, 14), (3, 3, 7), (3, 4, 8)])
def test_cyclic_nimhoff(heaps: int, total: int, side: int) -> None:
    """Fraenkel and Lorberbom (1991)."""
    for square, value in values(f"cyclic nimhoff({heaps} heaps; {total})", side).items():
        quotients = 0
        for size in square:
            quotients ^= size // total
        assert value == total * quotients + sum(square) % total


def test_even_positions_of_exact_slow_nim_are_lost() -> None:
    found = values("nim(4 heaps; exactly 2; one each)", 7)
    assert not any(found[tuple(2 * n for n in half)] for half in product(range(4), repeat=4))


def test_six_heaps_may_all_be_in_a_move() -> None:
    board = read("nim(6 heaps; at most 6)")
    square = (1, 2, 1, 1, 2, 1)
    assert len(list(board.options(square))) == prod(size + 1 for size in square) - 1


def test_squares_with_many_options_are_valued_by_a_compiled_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four heaps below 6 are few squares, but have hundreds of options each: one by one they take
    longer than all the rest of a study."""
    board = parse_board("nim(4 heaps; at most 3)")
    assert board is not None
    few, many = parse_board("nim(3 heaps; at most 1)"), (6, 6, 6, 6)
    assert few is not None
    expected = table_by_definition(board, (4, 4, 4, 4), edges=False)

    def by_definition(*_: object, **__: object) -> NoReturn:
        raise AssertionError

    monkeypatch.setattr("mexplore.rules.boards.table.table_by_definition", by_definition)
    assert (Tables(board).table(many)[:4, :4, :4, :4] == expected).all()
    with pytest.raises(AssertionError):
        Tables(few).table((8, 8, 8))

"""Moves as linear relations: on every square tried exactly the options of the definition."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from linear_boards import NAMES, Rules
from written_boards import board as read

from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.linear import (
    LinearMove,
    relations_of,
    relations_of_heaps,
)
from mexplore.discover.outcomes.moves.ranks import Rank, end_of_play
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule

SIDES = {2: 7, 3: 4, 4: 3}


def options_of(moves: tuple[LinearMove, ...], square: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {option for move in moves for option in move.options(square)}


def agrees(board: Board, moves: tuple[LinearMove, ...], side: int) -> None:
    for square in product(range(side), repeat=board.dimensions):
        expected = {part for (part,) in board.options(square)}
        assert options_of(moves, square) == expected, (str(board), square, moves)


def falls(board: Board, rank: Rank, side: int) -> None:
    """Every move in a corner lowers the rank."""

    def at(square: tuple[int, ...]) -> list[int]:
        values = dict(zip(board.names, square, strict=True))
        return [total.at(values) for total in rank.sums]

    for square in product(range(side), repeat=board.dimensions):
        for (option,) in board.options(square):
            assert at(option) < at(square), (str(board), square, option, rank)


def tried(count: int, seed: int, dimensions: int) -> tuple[int, int]:
    random, read_well, refused = Random(seed), 0, 0
    side = SIDES[dimensions]
    head = f"({', '.join(NAMES[:dimensions])}{',' * (dimensions == 1)}) ->"
    while read_well + refused < count:
        try:
            board = read(f"{head} {Rules(random, dimensions).body()}")
            for square in product(range(side), repeat=dimensions):
                list(board.options(square))
        except MexploreError:
            continue
        try:
            moves = relations_of(board)
        except NotSeen:
            refused += 1
            continue
        agrees(board, moves, side)
        rank = end_of_play(moves)
        if isinstance(rank, Rank):
            falls(board, rank, side)
        read_well += 1
    return read_well, refused


@pytest.mark.parametrize("dimensions", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_relations_are_those_of_the_definition(dimensions: int) -> None:
    read_well, _ = tried(12, dimensions, dimensions)
    assert read_well >= 10


@pytest.mark.slow
@pytest.mark.parametrize("dimensions, count", [(2, 1000), (3, 800), (4, 300)])
def test_relations_are_those_of_the_definition_thousands_of_times(
    dimensions: int, count: int
) -> None:
    read_well, _ = tried(count, 10 + dimensions, dimensions)
    assert read_well >= 0.9 * count


def written(text: str) -> list[str]:
    return list(map(str, relations_of(read(text))))


def test_moves_are_few_relations_in_few_names() -> None:
    wythoff = (
        "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] "
        "+ [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
    )
    assert written(wythoff) == [
        "(x, y) -> (n1, y) for n1 >= 0 with -n1 + x - 1 >= 0",
        "(x, y) -> (x, n1) for n1 >= 0 with -n1 + y - 1 >= 0",
        "(x, y) -> (n1, n1 - x + y) for n1 >= 0 with -n1 + x - 1 >= 0, n1 - x + y >= 0",
    ]
    near = "[(x - i, y - j) for i in range(1, x + 1) for j in range(1, y + 1) if abs(i - j) < 3]"
    assert len(written(f"(x, y) -> {near}")) == 1
    for options in (
        "[(x - 1 - k // 2, y) for k in range(999)]",
        "[(x - 500, y) for k in range(9)]",
    ):
        assert len(written(f"(x, y) -> {options}")) == 1


def test_names_of_a_rule_are_no_names_of_the_reading() -> None:
    """A loop or a coordinate may be called as quotients and names of relations are."""
    board = read(
        "(n1, q) -> [(n1 - q1, n2) for q1 in range(1, n1 // 2 + 1) for n2 in range(q // 2)]"
    )
    assert written(str(board)) == [
        "(n1, q) -> (n2, n3) for n2, n3 >= 0 with n1 - n2 - 1 >= 0, -n1 + 2*n2 >= 0, "
        "-2*n3 + q - 2 >= 0"
    ]
    agrees(board, relations_of(board), 7)


@pytest.mark.parametrize(
    "options, what",
    [
        ("[(x - k, y) for k in range(1, x + 1) if x % ((k & 6) + 1) == 0]", "x % ((k & 6) + 1)"),
        ("[(x - k*y, y) for k in range(1, x + 1)] if y else []", "k * y"),
        ("[(x - k, y) for k in range(1, x + 1) if gcd(k, 6) == 1]", "gcd(k, 6)"),
        ("[(x - y**2 - 1, y)]", "y**2"),
        ("[(x - x // (y + 1) - 1, y)]", "x // (y + 1)"),
        ("[(x - d, y) for d in divisors(x)]", "divisors(x)"),
        ("[((x - 1, y), (x - 2, y))]", "another number of squares"),
        ("[(x - 1, y), ()]", "another number of squares"),
        ("[(x - [1, 2][y] - 1, y)] if y < 2 else []", "the place y"),
    ],
)
def test_what_is_not_linear_is_refused_by_name(options: str, what: str) -> None:
    with pytest.raises(NotSeen) as refused:
        relations_of(read(f"(x, y) -> {options}"))
    assert what in str(refused.value)


@pytest.mark.parametrize(
    "options",
    [
        "[(x - 1, y + 1), (x + 1, y - 1)]",
        "[(y, x)] if x != y else []",
        "[(x + 1, y)]",
        "[(x - 1, y + 4), (x + 3, y - 2)]",
        "[(x, y - 1), (x - 1, 2*y)] + ([(x + 1, 0)] if y > 5 else [])",
    ],
)
def test_play_that_may_not_end_has_no_rank(options: str) -> None:
    refused = end_of_play(relations_of(read(f"(x, y) -> {options}")))
    assert isinstance(refused, Inapplicable) and "a move may lead from" in refused.reason


def test_ranks_of_several_sums_are_found() -> None:
    for options, sums in (
        ("[(x - 1, 5*y + 3), (x, y - 1)]", ["x", "y"]),
        ("[(y, a) for a in range(x)]", ["x + y"]),
        ("[(x + 1, y - 2), (x - 2, y + 1)]", ["x + y"]),
        ("[(x + 1, y - 1), (x - 2, y + 1)]", ["2*x + 3*y"]),
        ("[]", []),
    ):
        rank = end_of_play(relations_of(read(f"(x, y) -> {options}")))
        assert isinstance(rank, Rank) and list(map(str, rank.sums)) == sums


@pytest.mark.parametrize(
    "text",
    [
        "nim",
        "subtract(1, 3, 4)",
        "subtract(all but 5)",
        "divide(2..6)",
        "divide(2, 3, ceil)",
        "remove(1 .. n//2)",
        "leave(ceil(n/2) .. n-1)",
        "subtract(2) or divide(2)",
        "n -> range(n // 3) if n % 2 else [n - 1, (n - 2,)]",
        "n -> [n - k for k in range(1, n + 1) if k % 3 == n % 2]",
        "n -> [n & 6] if n > 6 else []",
        "n -> [n - x for x in range(1, n + 1) if x & n == 0]",
        "n -> [n - (n & -n)] + [n - x for x in range(1, n + 1) if x | n == n + 1]",
        "n -> [m for m in range(n) if m ^ n < m >> 1 or m & 3 == n & 3]",
        "n -> [n & (n - 3)] if n & (n - 3) < n else [n >> 2] if n else []",
    ],
)
def test_relations_of_heaps(text: str) -> None:
    rule = parse_rule(text)
    moves = relations_of_heaps(rule)
    assert isinstance(end_of_play(moves), Rank)
    for n in range(40):
        assert options_of(moves, (n,)) == {left or (0,) for left in rule.options(n)}, n


@pytest.mark.parametrize(
    "text", ["0.77", "n -> [(a, n - a) for a in range(1, n)]", "n -> [n // (n % 3 + 2)]"]
)
def test_other_heaps_are_refused(text: str) -> None:
    with pytest.raises(NotSeen):
        relations_of_heaps(parse_rule(text))

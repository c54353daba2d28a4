"""Steps read from a rule's text: exactly the moves of the definition, at every square tried."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Ray, Steps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board
from mexplore.rules.errors import MexploreError

SIDE = 7


def read(options: str) -> Board:
    board = Board.parse(f"(x, y) -> {options}")
    assert board is not None
    return board


def agrees(board: Board, steps: Steps) -> None:
    """Every square of a corner has exactly the options that the steps give it."""
    last = 2 * SIDE
    reach = [(i, j) for i in range(-last, SIDE) for j in range(-last, SIDE)]
    members = [step for step in reach if steps.holds(step)]
    for x, y in product(range(SIDE), repeat=2):
        options = {square for (square,) in board.options((x, y)) if max(square) < last}
        expected = {(x - i, y - j) for i, j in members if i <= x and j <= y}
        assert options == {s for s in expected if max(s) < last}, (board, x, y)


def ends(random: Random, other: str) -> str:
    return random.choice(
        [
            "x + 1",
            "y + 1",
            "min(x, y) + 1",
            "max(x, y) + 1",
            "x + y + 1",
            "x",
            "x // 2 + 1",
            "4",
            other,
        ]
    )


def entries(random: Random) -> str:
    a, b, c, d = (random.randint(-1, 3) for _ in range(4))
    low = random.randint(0, 2)
    test = random.choice(
        [
            "",
            "",
            f" if abs(i - j) < {d + 2}",
            f" if i + j > {c + 1}",
            f" if i != {d} and j >= {low}",
            " if i == j or i == 0",
            " if not (i > j + 1)",
            " if x - i >= 0 and j <= y",
            " if i * j == 0",
            f" if i - j <= {c} or j < {low}",
        ]
    )
    return random.choice(
        [
            f"[(x - {abs(a) + 1}, y - {b})]",
            f"[(x - {a} * k - {c + 1}, y - {b} * k) for k in range({low}, {ends(random, 'y')})]",
            f"[(k, y - {b}) for k in range(x - {low})]",
            f"[(k, y - x + k) for k in range({ends(random, 'x')})]",
            f"[(x - i, y - j) for i in range({low}, x + 1) for j in range(1, y + 1){test}]",
            f"[(x - i, y - j) for i in range(1, {d + 3}) "
            f"for j in range({low}, {ends(random, 'y')}){test}]",
            f"[(i, j) for i in range(x) for j in range(y + 1) if x - i < {d + 2}]",
            f"([(x - 1, y - {b})] if x > {low} else [(x - 1, y)])",
            f"[(x - i, y - j) for i in [1, 2, {abs(a) + 1}] for j in [-1, 0, {b}]{test}]",
        ]
    )


def tried(count: int, seed: int) -> tuple[int, int]:
    random, read_well, refused = Random(seed), 0, 0
    while read_well + refused < count:
        options = " + ".join(entries(random) for _ in range(random.randint(1, 3)))
        try:
            board = read(options)
            for square in product(range(SIDE), repeat=2):
                list(board.options(square))
        except MexploreError:
            continue
        steps = steps_of(board)
        if isinstance(steps, Inapplicable):
            refused += 1
        else:
            agrees(board, steps)
            read_well += 1
    return read_well, refused


def test_steps_are_those_of_the_definition() -> None:
    read_well, refused = tried(80, 1)
    assert read_well > 25 and refused > 5


@pytest.mark.slow
def test_steps_are_those_of_the_definition_thousands_of_times() -> None:
    read_well, refused = tried(1500, 2)
    assert read_well > 500 and refused > 100


@pytest.mark.parametrize(
    "options",
    [
        "[(x // 2, y)] if x else []",
        "[(x - k, y - k) for k in range(1, x // 2 + 1)]",
        "[(x - 1, y)] if y > 2 else []",
        "[(x - i, y - j) for i in range(1, x + 1) for j in range(i, y + 1)]",
        "[(x - k, y) for k in range(1, x + 1) if k % 2]",
        "[(x - k, y) for k in range(1, x) ]",
        "[(x - 1, y)] except (5, 5)",
        "[((x - 1, y), (x - 2, y))]",
        "[(x - x % 3 - 1, y)]",
    ],
)
def test_what_depends_on_the_square_is_refused(options: str) -> None:
    assert isinstance(steps_of(read(options)), Inapplicable)


def test_unions_are_written_in_one_way() -> None:
    line = Ray((1, 0), (1, 0))
    assert Steps.union([(1, 0), (2, 0)], [Ray((3, 0), (1, 0))]).rays == {line}
    assert Steps.union([], [line, Ray((4, 0), (2, 0))]).rays == {line}
    assert Steps.union([(5, 5)], [Ray((4, 2), (1, 1))], [(2, 1)]).quadrants == {(2, 1)}
    both = Steps.union([], [line, Ray((2, 1), (1, 1))])
    assert both == Steps.union([], [line, Ray((1, 0), (1, 1))])


def test_coordinates_may_have_any_names() -> None:
    for text in ("(a, b) -> [(k, b) for k in range(a)]", "(y, x) -> [(k, x) for k in range(y)]"):
        board = Board.parse(text)
        assert board is not None
        steps = steps_of(board)
        assert isinstance(steps, Steps) and steps.rays == {Ray((1, 0), (1, 0))}


@pytest.mark.parametrize("i, j", [("a", "b"), ("a", "first"), ("first", "second"), ("j", "i")])
def test_names_of_a_rule_are_no_names_of_the_reading(i: str, j: str) -> None:
    listed = f"[(x - {i}, y - {j}) for {i} in range(50, 52) for {j} in range(1, 3)]"
    steps = steps_of(read(listed))
    assert isinstance(steps, Steps)
    assert steps.points == set(product((50, 51), (1, 2)))

"""Schemas from linear forms: what has to be refused, and what may be dropped."""

from __future__ import annotations

import pytest

from mexplore.rules.boards.board import Board
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.systems.board_states import BoardStates, system_of
from mexplore.rules.systems.facts import Unread
from mexplore.rules.systems.written import WrittenSystem


@pytest.mark.parametrize(
    "option",
    [
        # All three are equal: no order of the heaps' names has this without a condition.
        "A(i) + A(j) + A(n - 1 - i - j) for i <= j, j <= n - 1 - i - j, n - 1 - i - j <= i",
        "A(i) + A(n - 1 - i) for i <= n - 1 - i, i % 2 == 0",  # of 1 + 2 the smaller one is odd
        "A(i) + A(n - 1 - i) for i < n - 1 - i",  # no equal heaps
        "A(2 * i) + A(n - 2 * i)",  # even sizes alone
        "A(i) + A(j) + A(n - 1 - i - j) for i + j >= 1",
        "A(i) + A(j) + A(n - 1 - i - j) for (i + 2 * j) % 5 == 0",
        "A(i) + A(n - 1 - i) for 2 * i <= n - 2",
        "A(i) + B(n - 1 - i) for i <= n - 1 - i",  # heaps of two kinds cannot be exchanged
    ],
)
def test_conditions_that_no_schema_has_are_refused(option: str) -> None:
    with pytest.raises(RuleSyntaxError, match=r"condition on|neither one heap"):
        WrittenSystem.parse(f"kinds A(n) -> {option}; B(n) -> none; start A(n)")


@pytest.mark.parametrize(
    ("option", "same"),
    [
        ("A(i) + A(n - 1 - i) for i <= n - 1 - i", "A(i) + A(n - 1 - i)"),
        ("A(i) + A(n - 1 - i) for i <= n - i", "A(i) + A(n - 1 - i)"),
        (
            "A(i) + A(j) + A(n - 1 - i - j) for i <= j, j <= n - 1 - i - j",
            "A(i) + A(j) + A(n - 1 - i - j)",
        ),
        (
            "A(i) + A(n - 1 - i) for i < n - 1 - i if n % 2 == 0",
            "A(i) + A(n - 1 - i) if n % 2 == 0",
        ),
        ("A(i) + A(j) + A(n - 1 - i - j) for i + j >= 0", "A(i) + A(j) + A(n - 1 - i - j)"),
        ("A(i) + A(n - 1 - i) for 2 * i <= n", "A(i) + A(n - 1 - i)"),
        (
            "A(i) + A(j) + B(n - 1 - i - j) for (i + j) % 2 == 0",
            "A(i) + A(j) + B(k) for i + j + k == n - 1, (n - 1 - k) % 2 == 0",
        ),
        ("A(n - 1) + B(i) for 2 <= i <= 3", "A(n - 1) + B(2) | A(n - 1) + B(3)"),
        ("A(i) for n - 3 <= i, i < n", "A(n - 1) | A(n - 2) | A(n - 3)"),
        ("A(n - i) for 1 <= i <= 2", "A(n - 1) | A(n - 2)"),
    ],
)
def test_options_that_are_the_same_give_the_same_schemas(option: str, same: str) -> None:
    one, other = (
        WrittenSystem.parse(f"kinds A(n) -> {text}; B(n) -> none; start A(n)")
        for text in (option, same)
    )
    assert one is not None
    assert other is not None
    for n in range(12):
        found, wanted = (
            {tuple(sorted(heaps)) for heaps in game.system.options((0, n))} for game in (one, other)
        )
        assert found == wanted


@pytest.mark.parametrize(
    "text",
    [
        "(n, c) -> [(n - 1, n // 2 % 2)] if n else []",
        "(n, c) -> [(n - 1, 1 - c)] if n // 2 // 3 % 2 else [(n - 2, c)]",
        "(n, c) -> [(a, c) for a in range(n // 2, n, 2) if a >= n - 2]",
        "(n, c) -> [(a, c) for a in range(n - 1, n // 3, -2) if a >= n - 4]",
        "(n, c) -> [(a, c) for a in range(n) if a == ceil(n/2) and n < 9] + [(n - 1, 0)]",
    ],
)
def test_quotients(text: str) -> None:
    board = Board.parse(text)
    assert board is not None
    game = system_of(board, 0, (1,))
    assert isinstance(game, BoardStates)
    for kind in range(len(game.states)):
        for n in range(30):
            square = game.square((kind, n))
            found = {
                tuple(game.square(h) for h in heaps) for heaps in game.system.options((kind, n))
            }
            assert found == set(board.options(square))


def test_a_loop_whose_name_is_in_no_square_has_to_be_read_too() -> None:
    board = Board.parse("(n, c) -> [(n - 1, c) for a in range(n) if 2 * a == n]")
    assert board is not None
    with pytest.raises(Unread):
        system_of(board, 0, (1,))

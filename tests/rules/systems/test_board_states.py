"""Boards with a state beside the heap: the system is read off the rule, exactly or not at all."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from random_systems import RandomExpressions, random_board_text

from mexplore.rules.boards.board import Board
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.systems.board_states import BoardStates, system_of
from mexplore.rules.systems.facts import Unread
from mexplore.rules.systems.values import values

PASS = (
    "(n, p) -> ([(n, 0)] if p else []) + [((a, p), (n-1-a, 0)) for a in range(n)] + "
    "[((a, p), (n-2-a, 0)) for a in range(n-1)]"
)
NO_REPETITION = (
    "(n, t) -> ([(max(0,n-3), 0)] + ([(max(0,n-1), 1)] if t != 1 else []) + "
    "([(max(0,n-2), 2)] if t != 2 else [])) if n else []"
)
NIM_WITH_A_PASS = "(n, z) -> [(k, z) for k in range(n)] + ([(n, 0)] if n and z else [])"


def game_of(text: str, *state: int, along: int = 0) -> BoardStates:
    board = Board.parse(text)
    assert board is not None
    return system_of(board, along, state)


def check_options(game: BoardStates, stop: int) -> None:
    """The options of the system are those of the board, for all n < stop and all states."""
    for kind, state in enumerate(game.states):
        for n in range(stop if state is not None else 0):
            square = game.square((kind, n))
            of_board = {tuple(sorted(option)) for option in game.board.options(square)}
            of_system = {
                tuple(sorted(game.square(h) for h in option if game.states[h[0]] is not None))
                for option in game.system.options((kind, n))
            }
            assert of_board == of_system, (str(game), square)


@pytest.mark.parametrize("text", [PASS, NO_REPETITION, NIM_WITH_A_PASS])
def test_games_with_a_state(text: str) -> None:
    game = game_of(text, 1)
    check_options(game, 30)
    found = values(game.system, 40)
    heaps = [(kind, n) for kind in range(len(game.system.kinds)) for n in range(40)]
    assert game.directly(heaps) == [int(found[kind, n]) for kind, n in heaps]


def test_nim_with_a_pass_has_its_published_values() -> None:
    found = values(game_of(NIM_WITH_A_PASS, 1).system, 100)[0]
    assert found[1:].tolist() == [n + 1 if n % 2 else n - 1 for n in range(1, 100)]


def test_kayles_with_a_pass_has_period_12() -> None:
    found = values(game_of(PASS, 1).system, 400)[0]
    assert (found[71:-12] == found[83:]).all()
    assert found[70] != found[82]


def test_the_size_may_be_any_coordinate_and_a_loop_may_be_called_n() -> None:
    text = (
        "(c, x, d) -> [((c + 1) % 2, n, d) for n in range(x) if n % 2 == d] + [(c, x - 1, 1 - d)]"
    )
    game = game_of(text, 0, 1, along=1)
    check_options(game, 12)
    assert game.heap((1, 5, 0)) == (game.states.index((1, 0)), 5)


def test_positions_are_squares() -> None:
    game = game_of(PASS, 1)
    assert game.position("7") == ((0, 7),)
    assert game.position("(7, 0)") == ((1, 7),)
    for text in ("", "a", "7,5", "1,2,3"):
        with pytest.raises(InputError):
            game.position(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(n, c) -> [(n - 1, c + 1)]", "takes more than 400 values"),
        ("(n, c) -> [(n - k, k) for k in range(1, n + 1)]", "infinitely many values"),
        ("(n, c) -> [(n // 2, c)] if n else []", "is neither one heap"),
        ("(n, c) -> [(a, c) for a in range(n // 2, n)]", "a condition on"),
        ("(n, c) -> [(isqrt(n - 1), c)] if n else []", "no sum of multiples"),
        ("(n, c) -> [((n - 1, c), (n - 2, c))]", "which is not n less a constant"),
        (
            "(n, c) -> [((a, 0), (n - 1 - a, 0)) for a in range(n) if 2 * a < n - 1]",
            "a condition on",
        ),
        ("(n, c) -> [((a, 0), (b, 0)) for a in range(n) for b in range(n)]", "is neither one heap"),
        ("(n, c) -> [(n - 1, n % 9999)]", "residues by 9999"),
        ("(n, c) -> [(n - 1, c)] if n > 10**9 else []", "regular from 1000000001 on only"),
    ],
)
def test_what_is_not_read_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(Unread, match=why):
        game_of(text, 1)


def test_rules_that_would_take_long_are_refused() -> None:
    many = "(n, c) -> [(n - 1, (a + b) % 2) for a in range(900) for b in range(900)]"
    with pytest.raises(Unread, match="more than 3000 kinds of moves"):
        game_of(many, 1)
    cases = "(n, c) -> [(n - 1, (n % 60 + n // 2 % 60 + n % 7 % 3 * (n % 59)) % 2)]"
    with pytest.raises(Unread, match="more than 2000 cases"):
        game_of(cases, 1)


def check(texts: Iterator[str], stop: int) -> int:
    read = 0
    for text in texts:
        try:
            board = Board.parse(text)
        except RuleSyntaxError:  # a move that leads nowhere
            continue
        assert board is not None
        for state in (0, 1):
            try:
                game = system_of(board, 0, (state,))
            except InputError:
                continue
            read += 1
            check_options(game, stop)
    return read


def boards(seed: int, count: int) -> Iterator[str]:
    draw = random.Random(seed)
    return (random_board_text(draw) for _ in range(count))


def expressions(seed: int, count: int) -> Iterator[str]:
    draw = RandomExpressions(random.Random(seed))
    return (draw.board() for _ in range(count))


def test_the_options_of_random_boards_are_their_own() -> None:
    assert check(boards(1, 90), 12) > 60
    assert check(expressions(1, 90), 9) > 60


@pytest.mark.slow
def test_the_options_of_thousands_of_boards() -> None:
    assert check(boards(2, 2000), 26) > 1200
    assert check(expressions(2, 6000), 16) > 4000

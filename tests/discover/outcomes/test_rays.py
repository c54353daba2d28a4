"""Far P-positions line by line against the table of all positions, and what they speak for."""

from __future__ import annotations

from math import isqrt
from random import Random

import numpy as np
import pytest

from mexplore.discover.automata.numbers import equation
from mexplore.discover.automata.numeration import FIBONACCI, Ostrowski
from mexplore.discover.automata.operations import Budget
from mexplore.discover.outcomes.hints import hinted, period_of
from mexplore.discover.outcomes.moves.conditions import Affine
from mexplore.discover.outcomes.moves.linear import LinearMove, relations_of
from mexplore.discover.outcomes.moves.ranks import end_of_play
from mexplore.discover.outcomes.rays import far_outcomes, rays_of
from mexplore.discover.outcomes.search import Search
from mexplore.discover.outcomes.sparse import Sparse
from mexplore.discover.outcomes.tables import outcomes
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board
from mexplore.rules.notation import parse_board

NAMES = ("x", "y")
X, Y, N = map(Affine.name, "xyn")


def linear_moves(text: str) -> tuple[Board, tuple[LinearMove, ...]]:
    board = parse_board(text)
    assert isinstance(board, Board)
    return board, relations_of(board)


def wythoff(end: int) -> str:
    return (
        "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] + "
        f"[(x - k, y - k) for k in range(1, min(x, y) + 1)] if x + y > {end} else []"
    )


@pytest.mark.parametrize("seed", range(40))
def test_random_rays_lead_where_the_table_says(seed: int) -> None:
    """Directions, first options and conditions of every kind, single options among them."""
    pick = Random(seed)
    moves = []
    for _ in range(pick.randint(1, 4)):
        a, b = pick.choice([(1, 0), (0, 1), (1, 1), (2, 1), (1, 3), (2, 0), (2, 2), (3, 2)])
        skip = pick.choice([0, 0, 0, 1, 2])
        names = ("n",) if pick.random() < 0.8 else ()
        times = N + skip + 1 if names else Affine.number(skip + 1)
        option = X - a * times, Y - b * times
        given = [pick.randint(-1, 2) * X + pick.randint(-1, 2) * Y - pick.randint(-3, 9)]
        forms = (*option, *(given if pick.random() < 0.4 else []))
        moves.append(LinearMove(option, forms, names, NAMES))
    rays = rays_of(moves, NAMES)
    assert rays is not None
    side = 70
    table = outcomes(moves, NAMES, (X + Y,), side)
    few = far_outcomes(rays, NAMES, side, lambda: None)
    assert (few is None and table.sum() > 4 * side) or (few and (few.flags() == table).all())


@pytest.mark.parametrize(
    "text",
    [
        wythoff(0),
        wythoff(7),
        "cyclic nimhoff(2 heaps; 5)",
        "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] + "
        "[(x - i, y - j) for i in range(1, x + 1) for j in range(max(1, i - 1), i + 2)]",
    ],
)
def test_known_games_line_by_line(text: str) -> None:
    board, moves = linear_moves(text)
    rays, rank = rays_of(moves, board.names), end_of_play(moves)
    assert rays is not None
    assert not isinstance(rank, Inapplicable)
    few = far_outcomes(rays, board.names, 150, lambda: None)
    assert few is not None
    assert (few.flags() == outcomes(moves, board.names, rank.sums, 150)).all()
    assert few.agrees(few.flags()[:40, :40])


def test_wythoff_pairs_far_out() -> None:
    """W. A. Wythoff (1907): the k-th pair is floor(k*phi), floor(k*phi) + k."""
    board, moves = linear_moves(wythoff(0))
    rays = rays_of(moves, board.names)
    assert rays is not None
    few = far_outcomes(rays, board.names, 1 << 18, lambda: None)
    assert few is not None
    pairs = [((k + isqrt(5 * k * k)) // 2, k) for k in range(1 << 18)]
    expected = {(a, a + k) for a, k in pairs if a + k < 1 << 18}
    assert {(int(x), int(y)) for x, y in few.lost if x <= y} == expected


@pytest.mark.parametrize(
    "text",
    [
        "(n, t) -> [(n - k, k) for k in range(1, min(n, t) + 1)]",  # no translation
        "(x, y) -> [(x - i, y - j) for i in range(1, x + 1) for j in range(1, y + 1)]",  # no lines
        "(x, y) -> [(x // 2, y)] if x else []",
        "nim(3 heaps; at most 1)",
    ],
)
def test_other_moves_are_no_rays(text: str) -> None:
    board, moves = linear_moves(text)
    assert rays_of(moves, board.names) is None


def test_many_are_not_listed() -> None:
    board, moves = linear_moves("(x, y) -> [(x - 1, y), (x, y - 1)]")
    rays = rays_of(moves, board.names)
    assert rays is not None
    assert far_outcomes(rays, board.names, 1000, lambda: None) is None


@pytest.mark.parametrize("seed", range(20))
def test_periods_of_quadratic_numbers_are_seen(seed: int) -> None:
    """[a; b, period, period, ...] by its convergents, known to eleven digits."""
    pick = Random(seed)
    period = tuple(pick.randint(1, 4) for _ in range(pick.randint(1, 3)))
    slope = 1.0
    for term in reversed([pick.randint(1, 3), *period * 12]):
        slope = term + 1 / slope
    found = period_of(slope, 1e-11)
    assert found is not None
    assert (found * 4)[: len(period)] in [(period * 2)[i:][: len(period)] for i in range(3)]


def test_hints_come_from_the_lines_of_far_positions() -> None:
    k = np.arange(3000)
    low = (k * 2**0.5).astype(np.int64)
    both = np.concatenate([np.stack([low, low + 2 * k], 1), np.stack([low + 2 * k, low], 1)])
    assert hinted(Sparse(both, 10**4)) == [Ostrowski((2,))]
    assert hinted(Sparse(np.stack([k, 2 * k], 1), 6000)) == []
    assert hinted(Sparse(np.zeros((0, 2), dtype=np.int64), 6000)) == []


def test_wrong_guesses_are_seen_near_and_far() -> None:
    double = equation((1, -2), 0, FIBONACCI)
    n = np.arange(5000)
    right = Sparse(np.stack([2 * n, n], 1), 10**4)
    assert right.wrong(double, 8) == []
    assert right.wrong(equation((1, -3), 0, FIBONACCI), 2) == [(2, 1), (3, 1)]
    assert Sparse(right.lost[:-1], 10**4).wrong(double, 8) == [(9998, 4999)]


@pytest.mark.parametrize(
    "end", [4, pytest.param(6, marks=pytest.mark.slow), pytest.param(12, marks=pytest.mark.slow)]
)
def test_terminal_positions_of_wythoff(end: int) -> None:
    """Found by its hint and proved; held against the table by the definition."""
    board, moves = linear_moves(wythoff(end))
    rays, rank = rays_of(moves, board.names), end_of_play(moves)
    assert rays is not None
    assert not isinstance(rank, Inapplicable)
    tables = []

    def table(side: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        tables.append(side)
        return outcomes(moves, board.names, rank.sums, side)

    def far(side: int) -> Sparse | None:
        return far_outcomes(rays, board.names, side, lambda: None)

    found = Search(moves, board.names, table, Budget(), far=far).run()
    assert found is not None
    assert found.numeration == FIBONACCI
    assert set(tables) == {64}
    whole = outcomes(moves, board.names, rank.sums, 300)
    assert all(found.accepts(x, y) == whole[x, y] for x in range(300) for y in range(300))

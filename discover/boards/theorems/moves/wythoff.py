"""Wythoff's game and its generalisations, recognised by their steps."""

from __future__ import annotations

from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Ray, Steps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board


def wythoff_number(board: Board) -> int | Inapplicable:
    """r, where the steps are exactly all (k, 0) and (0, k), k >= 1, and all (k, l), k, l >= 1, with
    |k - l| < r; r >= 1.

    >>> board = Board.parse("(x, y) -> [(a, b) for a in range(x + 1) for b in range(y + 1) "
    ...     "if a + b < x + y and (a == x or b == y or abs((x - a) - (y - b)) < 2)]")
    >>> wythoff_number(board)
    2
    """
    steps = steps_of(board)
    if isinstance(steps, Inapplicable):
        return steps
    r = (sum(ray.direction == (1, 1) for ray in steps.rays) + 1) // 2
    if r < 1 or steps != wythoff_steps(r):
        return Inapplicable("the moves are not those of Wythoff's game, or of |k - l| < r")
    return r


def wythoff_steps(r: int) -> Steps:
    """The steps of the game with |k - l| < r."""
    lines = [Ray((1, 0), (1, 0)), Ray((0, 1), (0, 1)), Ray((1, 1), (1, 1))]
    for d in range(1, r):
        lines += [Ray((1 + d, 1), (1, 1)), Ray((1, 1 + d), (1, 1))]
    return Steps.union([], lines)

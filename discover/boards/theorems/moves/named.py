"""Boards recognised by the parts of their text, or, as Wythoff's game is, by their steps."""

from __future__ import annotations

from functools import cache

from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Ray, Steps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic import tree
from mexplore.rules.boards.board import Board

LOOP = "k"


def parts_of_text(board: Board) -> frozenset[str] | None:
    """The lists that the rule joins, the coordinates called x and y, the name of a single loop k;
    None where that is not possible.

    >>> board = Board.parse("(a, b) -> [(t, b) for t in range(a)] + [(a - 1, b - 1)]")
    >>> sorted(parts_of_text(board))
    ['[(k, y) for k in range(x)]', '[(x - 1, y - 1)]']
    """
    if len(board.names) != 2 or board.poisoned:
        return None
    body = board.body
    loops = tree.names_in(body) - set(board.names)
    if loops & {"x", "y"}:
        return None
    renamed = dict(zip(board.names, (tree.Name("x"), tree.Name("y")), strict=True))
    body = tree.substitute(body, {name: new for name, new in renamed.items() if name != new.name})
    return frozenset(str(part) for part in _parts(body))


def _parts(node: tree.Node) -> list[tree.Node]:
    match node:
        case tree.Binary("+", left, right):
            return [*_parts(left), *_parts(right)]
        case tree.Choice(test, yes, tree.Listing(())):
            return [tree.Choice(_plain(test), part, tree.Listing(())) for part in _parts(yes)]
        case tree.Comprehension(item, (clause,)) if clause.name not in ("x", "y"):
            new = {clause.name: tree.Name(LOOP)}
            tests = tuple(tree.substitute(test, new) for test in clause.tests)
            return [
                tree.Comprehension(
                    tree.substitute(item, new), (tree.Clause(LOOP, clause.source, tests),)
                )
            ]
        case _:
            return [node]


def _plain(test: tree.Node) -> tree.Node:
    """Every way to say that neither x nor y is 0 as ``x * y``."""
    return tree.Binary("*", tree.Name("x"), tree.Name("y")) if str(test) in _POSITIVE else test


_POSITIVE = frozenset(
    {
        "x * y",
        "y * x",
        "x * y > 0",
        "x * y != 0",
        "x and y",
        "y and x",
        "x > 0 and y > 0",
        "x >= 1 and y >= 1",
        "x != 0 and y != 0",
        "min(x, y)",
        "min(x, y) > 0",
        "min(x, y) >= 1",
    }
)


@cache
def parts_of_rule(text: str) -> frozenset[str] | None:
    """The same of a text."""
    board = Board.parse(text)
    return None if board is None else parts_of_text(board)


def is_one_of(board: Board, texts: tuple[str, ...]) -> bool:
    """Whether the board is one of these rules, its lists in whatever order."""
    parts = parts_of_text(board)
    return parts is not None and any(parts == parts_of_rule(text) for text in texts)


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

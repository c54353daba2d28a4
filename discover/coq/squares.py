"""Boards as terms of the Coq library (``Boards.v``)."""

from __future__ import annotations

from discover.theorem import Inapplicable
from discover.theorems.boards.moves.reading import steps_of
from discover.theorems.boards.moves.steps import Ray, Steps
from rules.boards.board import Board

_FIRST = {Ray((1, 0), (1, 0)): 0, Ray((0, 1), (0, 1)): 1}


def game_of_board(board: Board) -> str | Inapplicable:
    """The board as a term of type ``board``; Inapplicable where there is none.

    >>> game_of_board(Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x + 1, y - 2)]"))
    'steps [Ray 1 0 1 0; Step (-1) 2]'
    """
    steps = steps_of(board)
    if isinstance(steps, Inapplicable):
        return Inapplicable(f"the library of Coq proofs has no term for the board: {steps.reason}")
    slow = [p for p in [*steps.points, *steps.quadrants] if sum(p) <= 0]
    slow += [p for ray in steps.rays for p in ray if sum(p) <= 0]
    if slow:
        return Inapplicable("the library of Coq proofs has steps that lower x + y")
    return f"steps {parts_term(steps)}"


def parts_term(steps: Steps) -> str:
    """The list of the parts, the moves of a rook first.

    >>> parts_term(Steps.union([(3, 0), (1, 2)], [Ray((0, 1), (0, 1))]))
    '[Ray 0 1 0 1; Step 1 2; Step 3 0]'
    """
    rays = sorted(steps.rays, key=lambda ray: (_FIRST.get(ray, 2), ray))
    parts: list[tuple[str, tuple[int, ...]]] = [("Ray", ray.start + ray.direction) for ray in rays]
    parts += [("Step", step) for step in sorted(steps.points)]
    parts += [("Quadrant", corner) for corner in sorted(steps.quadrants)]
    return f"[{'; '.join(f'{name} {_numbers(places)}' for name, places in parts)}]"


def _numbers(places: tuple[int, ...]) -> str:
    return " ".join(f"({n})" if n < 0 else f"{n}" for n in places)

"""Boards as terms of the Coq library."""

from __future__ import annotations

from dataclasses import dataclass

from mexplore.discover.boards.theorems import difference, euclid, known_outcomes
from mexplore.discover.boards.theorems.digit_windows import DigitMoves, DigitWindows
from mexplore.discover.boards.theorems.moves.named import is_one_of
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Ray, Steps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board


@dataclass(frozen=True)
class BoardTerm:
    """A term of type ``board``, the file of the library that defines it, and the tactics by which
    it has a function of nim-values."""

    text: str
    module: str
    exists: str


_FIRST = {ray: n for n, ray in enumerate(Ray(d, d) for d in ((1, 0), (0, 1), (1, 1)))}
_NAMED = {
    euclid.RULES: BoardTerm("euclid", "Euclid", "apply euclid_exists."),
    known_outcomes.EUCLID[:1]: BoardTerm("euclid_to_zero", "Euclid", "apply to_zero_exists."),
    known_outcomes.EUCLID[1:]: BoardTerm("euclid_to_zero_both", "Euclid", "apply both_exists."),
    difference.RULES: BoardTerm("towards_the_smaller", "Chain", "apply towards_exists."),
}
_CHOMP = BoardTerm("chomp", "Euclid", "apply chomp_exists.")


def term_of(board: Board) -> BoardTerm | Inapplicable:
    """The board as a term; Inapplicable where there is none.

    >>> term_of(Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x + 1, y - 2)]")).text
    'steps [Ray 1 0 1 0; Step (-1) 2]'
    """
    for texts, term in _NAMED.items():
        if is_one_of(board, texts):
            return term
    if not isinstance(known_outcomes.TwoRowChomp().hypotheses(board), Inapplicable):
        return _CHOMP
    steps = steps_of(board)
    divided = DigitWindows().hypotheses(board)
    if isinstance(divided, DigitMoves) and divided.divisor is not None:
        parts = parts_term(Steps.union(divided.steps, ()))
        text = f"steps_or_quotients {parts} {divided.divisor}"
        return BoardTerm(text, "DigitWindows", "apply quotients_exist. reflexivity.")
    if isinstance(steps, Inapplicable):
        return Inapplicable(f"the library of Coq proofs has no term for the board: {steps.reason}")
    slow = [p for p in [*steps.points, *steps.quadrants] if sum(p) <= 0]
    slow += [p for ray in steps.rays for p in ray if sum(p) <= 0]
    if slow:
        return Inapplicable(
            "the library of Coq proofs has no term for steps that do not lower x + y"
        )
    return BoardTerm(f"steps {parts_term(steps)}", "Boards", "apply steps_exist. reflexivity.")


def parts_term(steps: Steps) -> str:
    """The list of the parts, the moves of a queen first.

    >>> parts_term(Steps.union([(3, 0), (1, 2)], [Ray((0, 1), (0, 1))]))
    '[Ray 0 1 0 1; Step 1 2; Step 3 0]'
    """
    rays = sorted(steps.rays, key=lambda ray: (_FIRST.get(ray, 3), ray))
    parts: list[tuple[str, tuple[int, ...]]] = [("Ray", ray.start + ray.direction) for ray in rays]
    parts += [("Step", step) for step in sorted(steps.points)]
    parts += [("Quadrant", corner) for corner in sorted(steps.quadrants)]
    return f"[{'; '.join(f'{name} {_numbers(places)}' for name, places in parts)}]"


def _numbers(places: tuple[int, ...]) -> str:
    return " ".join(f"({n})" if n < 0 else f"{n}" for n in places)

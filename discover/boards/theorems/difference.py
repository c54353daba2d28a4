"""Lowering the larger number to the smaller one: |x - y|."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.named import is_one_of
from mexplore.discover.boards.theorems.theorem import LawOfMoves
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board

LAW = FormulaLaw("abs(x - y)")
RULES = (
    "(x, y) -> [(a, y) for a in range(y, x)] + [(x, b) for b in range(x, y)]",
    "(x, y) -> [(x - k, y) for k in range(1, x - y + 1)]"
    " + [(x, y - k) for k in range(1, y - x + 1)]",
)


class Difference(LawOfMoves[FormulaLaw]):
    """**Statement.** Let the moves lower the larger coordinate by any number >= 1 to one that is
    at least the smaller coordinate. Then G(x, y) = |x - y|.

    **Proof.** Induction on x + y. For x >= y the options are (a, y), y <= a < x, with the values
    a - y = 0, 1, ..., x - y - 1; their mex is x - y. The same holds for x < y. ∎

    The rule is recognised by its text: ``range(y, x)`` is empty unless y < x.
    """

    name: ClassVar[str] = "difference of the coordinates"
    source: ClassVar[str] = "proof in full in discover/boards/theorems/difference.py"
    statement: ClassVar[str] = (
        "If the larger coordinate may be lowered to anything that is at least the smaller one, the "
        "value is |x - y|."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (FormulaLaw,)

    def hypotheses(self, board: Board) -> FormulaLaw | Inapplicable:
        if is_one_of(board, RULES):
            return LAW
        return Inapplicable("the moves do not lower the larger coordinate to the smaller one")

"""The rook, with more moves that never lead to a square of the same value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Ray, Steps
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board

COMPARED = 24
NIM = FormulaLaw("x ^ y")


class NimAndMore(BoardTheorem[Steps, FormulaLaw]):
    """**Statement.** Let the moves take any number >= 1 from one coordinate, and let every other
    step (i, j), i and j not 0, lower x + y and have v(i) != v(j), where v(i) is the exponent of 2
    in i. Then G(x, y) = x xor y.

    **Proof.** Induction on x + y: G = xor on the options. The moves in one coordinate alone reach
    every value below x xor y and never x xor y (Bouton 1901). A further option has the value
    (x - i) xor (y - j). If it were x xor y, then x xor (x - i) = y xor (y - j). But x and x - i
    agree in the binary digits below v(i) and differ in the digit v(i), for i of either sign, and so
    do y and y - j with v(j); so v(i) = v(j). Larger values among the options change no mex. ∎

    Of a ray only what lies on a line through (0, 0) is looked at: s = c*d with v(d_1) != v(d_2)
    gives v(t*d_1) != v(t*d_2) for all t.

    >>> board = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
    ...     " + [(x - 2, y - 1), (x + 1, y - 2)]")
    >>> [claim.statement() for claim in NimAndMore().claims(board)]
    ['G(x, y) = x xor y for all x, y >= 0']
    """

    name: ClassVar[str] = "rook and more"
    source: ClassVar[str] = (
        "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Math. 3 (1901) "
        "35-39; proof in full in discover/boards/theorems/nim_and_more.py"
    )
    statement: ClassVar[str] = (
        "If any number may be taken from one coordinate, and the two parts of every other step are "
        "divisible by 2 unequally often, the value is x xor y."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (FormulaLaw,)

    def hypotheses(self, board: Board) -> Steps | Inapplicable:
        steps = steps_of(board)
        if isinstance(steps, Inapplicable):
            return steps
        rook = Ray((1, 0), (1, 0)), Ray((0, 1), (0, 1))
        if steps.quadrants or not set(rook) <= steps.rays:
            return Inapplicable("the moves in one coordinate are not those of Nim")
        if not steps.points and len(steps.rays) == 2:
            return Inapplicable("there are no moves but those of Nim")
        starts = [*steps.points, *(ray.start for ray in steps.rays - set(rook))]
        if any(i + j <= 0 or v2(i) == v2(j) for i, j in starts):
            return Inapplicable("a step may lead to a square of the same value")
        for (i, j), (d, e) in steps.rays - set(rook):
            if i * e != j * d or v2(d) == v2(e) or d + e <= 0:
                return Inapplicable("a line of steps may lead to a square of the same value")
        return steps

    def prove(
        self, shape: Steps, claim: FormulaLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        del shape, deadline
        if claim != NIM or claim.first_failure(values(COMPARED, COMPARED)) is not None:
            return Inapplicable("the claim is another formula than x xor y")
        return Proved(claim, COMPARED)

    def claims_of(self, shape: Steps) -> Iterable[FormulaLaw]:
        del shape
        yield NIM


def v2(number: int) -> int:
    """The exponent of 2 in a number; -1 for 0, of which there is none.

    >>> v2(12), v2(-2), v2(0)
    (2, 1, -1)
    """
    return (number & -number).bit_length() - 1

"""Nim with two heaps from which fewer than h may be taken together."""

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

LARGEST = 40


class CyclicNimhoff(BoardTheorem[int, FormulaLaw]):
    """**Statement.** Let the moves take any number >= 1 from one coordinate, or i, j >= 1 from the
    two with i + j < h, where h >= 3. Then G(x, y) = h*(floor(x/h) xor floor(y/h)) + (x + y) mod h.

    **Proof.** Write x = h*x1 + x0, y = h*y1 + y0, 0 <= x0, y0 < h, and V(x, y) for the right side;
    V mod h is (x + y) mod h. By induction G = V on the options.

    No option has the value V(x, y). A move that lowers x + y by s, 1 <= s < h, changes V mod h. A
    move from x to a that keeps floor(V/h) = x1 xor y1 keeps x1, and if it keeps V mod h, a = x
    modulo h; so a = x. The same holds for y.

    Every W = h*w1 + w0 < V(x, y), 0 <= w0 < h, is a value of an option. If w1 < x1 xor y1, Nim has
    a move from x1 to some a1 < x1 with a1 xor y1 = w1 (or one of y1); with the a0 < h for which
    a0 + y0 = w0 modulo h, the option (h*a1 + a0, y) has the value W. If w1 = x1 xor y1, w0 is less
    than u = (x0 + y0) mod h; let s = u - w0. As 1 <= s <= u <= x0 + y0, there are i <= x0 and j <=
    y0 with i + j = s < h, and (x - i, y - j) is an option. It has the same quotients x1, y1, and
    (x0 + y0 - s) mod h = u - s = w0. ∎

    >>> board = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
    ...     " + [(x - 1, y - 1)]")
    >>> [claim.statement() for claim in CyclicNimhoff().claims(board)]
    ['G(x, y) = 3 * (x // 3 xor y // 3) + (x + y) % 3 for all x, y >= 0']
    """

    name: ClassVar[str] = "cyclic Nimhoff"
    source: ClassVar[str] = (
        "A. S. Fraenkel and M. Lorberbom, Nimhoff games, J. Combin. Theory Ser. A 58 (1991) 1-25; "
        "proof in full in discover/boards/theorems/cyclic_nimhoff.py"
    )
    statement: ClassVar[str] = (
        "If any number may be taken from one coordinate, or fewer than h from both together, the "
        "value is h*(floor(x/h) xor floor(y/h)) + (x + y) mod h."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (FormulaLaw,)

    def hypotheses(self, board: Board) -> int | Inapplicable:
        """h, for exactly these moves."""
        steps = steps_of(board)
        if isinstance(steps, Inapplicable):
            return steps
        h = max((i + j for i, j in steps.points), default=0) + 1
        if not 3 <= h <= LARGEST or steps != cyclic_steps(h):
            return Inapplicable("the moves are not those of Nim, and fewer than h from both heaps")
        return h

    def prove(
        self, shape: int, claim: FormulaLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        del deadline
        if claim != cyclic_law(shape):
            return Inapplicable("the claim is another formula than that of the theorem")
        side = 3 * shape
        if claim.first_failure(values(side, side)) is not None:
            return Inapplicable("the claim is false")
        return Proved(claim, side)

    def claims_of(self, shape: int) -> Iterable[FormulaLaw]:
        yield cyclic_law(shape)


def cyclic_steps(h: int) -> Steps:
    """The steps of the game."""
    both = ((i, j) for i in range(1, h) for j in range(1, h - i))
    return Steps.union(both, [Ray((1, 0), (1, 0)), Ray((0, 1), (0, 1))])


def cyclic_law(h: int) -> FormulaLaw:
    """The law of the game."""
    return FormulaLaw(f"{h} * (x // {h} ^ y // {h}) + (x + y) % {h}")

"""Boards on which a move of a move is a move: the longest play counts."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Ray, Steps
from mexplore.discover.boards.theorems.theorem import LawOfMoves
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board

MOST_PARTS = 40


class LongestChain(LawOfMoves[FormulaLaw]):
    """**Statement.** Let the steps of the moves be a set D of pairs (i, j) >= 0, not (0, 0), the
    same at every square, such that the sum of two members is a member. Then G(x, y) is the largest
    number of members of D whose sum is at most (x, y) in both coordinates. In particular, with
    members of D (a, b), such that i >= a and j >= b for all (i, j) in D, it is
    min(floor(x/a), floor(y/b)), where a 0 leaves its quotient out; and with (1, 0) and (0, 1) in D
    it is x + y.

    **Proof.** Every option of an option of (x, y) is an option of it, as D is closed under sums and
    the coordinates stay >= 0. Let L(x, y) be the largest number of moves that can be made one after
    the other; members s_1, ..., s_k with a sum <= (x, y) can be played in any order, so it is the
    number in the statement. By induction G = L for the options. L(X) < L(Y) for an option X of Y,
    and every v < L(Y) is L of an option: after all but v moves of a longest play from Y stands a
    square from which v moves are made, and no more are possible, as the play is longest; it is an
    option of Y, by transitivity. So G(Y) = mex {0, ..., L(Y) - 1} = L(Y).

    If (a, b) is in D and i >= a, j >= b for all members, k members with a sum <= (x, y) need k*a <=
    x and k*b <= y, and k times (a, b) shows that this suffices. If (1, 0) and (0, 1) are in D,
    x + y moves can be made, and no more, as each lowers x + y. ∎

    That D is closed is seen from its parts: a quadrant {i >= a, j >= b} absorbs every sum with a
    member of it; the sums of the other parts are compared one by one.

    >>> bishop = Board.parse("(x, y) -> [(x - k, y - k) for k in range(1, min(x, y) + 1)]")
    >>> [claim.statement() for claim in LongestChain().claims(bishop)]
    ['G(x, y) = min(x, y) for all x, y >= 0']
    """

    name: ClassVar[str] = "longest chain of moves"
    source: ClassVar[str] = "proof in full in discover/boards/theorems/longest_chain.py"
    statement: ClassVar[str] = (
        "If the steps are the same at every square and the sum of two steps is a step, the value "
        "is the length of the longest play: min(x, y) for steps (k, k), x + y where all smaller "
        "squares are options."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (FormulaLaw,)

    def hypotheses(self, board: Board) -> FormulaLaw | Inapplicable:
        """The length of the longest play as a formula."""
        steps = steps_of(board)
        if isinstance(steps, Inapplicable):
            return steps
        if not closed(steps):
            return Inapplicable("a move of a move is not seen to be a move")
        law = _length(steps)
        return law or Inapplicable("the length of the longest play is no formula that is known")


def closed(steps: Steps) -> bool:
    """Whether the sum of two steps is a step, all of them being >= 0 and none (0, 0).

    >>> closed(Steps.union([], [Ray((1, 1), (1, 1))])), closed(Steps.union([(1, 1)]))
    (True, False)
    """
    rays = [*steps.rays, *(Ray(point, (0, 0)) for point in steps.points)]
    if len(rays) > MOST_PARTS or steps.holds((0, 0)) or not (rays or steps.quadrants):
        return False
    if any(min(*ray.start, *ray.direction) < 0 for ray in rays):
        return False
    if any(min(corner) < 0 for corner in steps.quadrants):
        return False
    return all(_sum_inside(one, other, steps) for one, other in product(rays, repeat=2))


def _sum_inside(one: Ray, other: Ray, steps: Steps) -> bool:
    """Whether all sums of a member of one ray and one of the other are steps."""
    start = one.start[0] + other.start[0], one.start[1] + other.start[1]
    directions = {one.direction, other.direction} - {(0, 0)}
    if not directions:
        return steps.holds(start)
    sums = Steps(rays=frozenset({Ray(start, directions.pop())}))
    if not directions:
        return steps.contains(sums)
    return steps.contains(Steps(quadrants=frozenset({start})))


def _length(steps: Steps) -> FormulaLaw | None:
    least = steps.least()
    a, b = min(i for i, _ in least), min(j for _, j in least)
    if steps.holds((1, 0)) and steps.holds((0, 1)):
        return FormulaLaw("x + y")
    if not steps.holds((a, b)):
        return None
    quotients = [f"{n} // {d}" if d > 1 else n for n, d in (("x", a), ("y", b)) if d]
    return FormulaLaw(quotients[0] if len(quotients) == 1 else f"min({', '.join(quotients)})")

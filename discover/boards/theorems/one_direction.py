"""Moves in one direction: a single heap."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import ClassVar

from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.one_heap import OneHeap
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.one_coordinate import subtraction
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Step
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

COMPARED = 24


@dataclass(frozen=True)
class Direction:
    """The steps are t*(a, b) for the numbers t that may be taken from a heap of the rule."""

    step: Step
    rule: Rule


class OneDirection(BoardTheorem[Direction, OneHeap]):
    """**Statement.** Let the steps be t*(a, b) for all t of a set S of numbers >= 1, a, b >= 1, the
    same at every square. Then G(x, y) = f(n) with n = min(floor(x/a), floor(y/b)), f being the
    values of the subtraction game with the set S.

    **Proof.** t*(a, b) can be taken from (x, y) exactly if t <= n, and leaves a square whose n is
    n - t, as floor((x - t*a)/a) = floor(x/a) - t. So the options of (x, y) correspond to those of a
    heap of n; by induction they have its values. ∎

    >>> board = Board.parse("(x, y) -> [(x - 1, y - 2), (x - 2, y - 4)]")
    >>> [claim.statement() for claim in OneDirection().claims(board)]
    ['G(x, y) = Mod(min(x, y // 2), 3) for all x, y >= 0']
    """

    name: ClassVar[str] = "moves in one direction"
    source: ClassVar[str] = "proof in full in discover/boards/theorems/one_direction.py"
    statement: ClassVar[str] = (
        "If every step is a multiple of one step (a, b), the value is that of a heap of "
        "min(floor(x/a), floor(y/b)) from which these multiples may be taken."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (OneHeap,)

    def hypotheses(self, board: Board) -> Direction | Inapplicable:
        steps = steps_of(board)
        if isinstance(steps, Inapplicable):
            return steps
        members = [*steps.points, *(step for ray in steps.rays for step in ray)]
        if steps.quadrants or not members or min(c for step in members for c in step) < 1:
            return Inapplicable("the steps are not multiples of one step with parts >= 1")
        a, b = members[0]
        a, b = a // gcd(a, b), b // gcd(a, b)
        if any(i * b != j * a for i, j in members):
            return Inapplicable("the steps have several directions")
        text = subtraction(
            (i // a for i, _ in steps.points),
            ((ray.start[0] // a, ray.direction[0] // a) for ray in steps.rays),
        )
        return Direction((a, b), parse_rule(text)) if text else Inapplicable("a step is 0")

    def prove(
        self, shape: Direction, claim: OneHeap, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        del deadline
        if (claim.a, claim.b) != shape.step or claim.heap.rule != shape.rule:
            return Inapplicable("the claim is about another heap, or other steps")
        if reason := claim.heap.objection():
            return Inapplicable(reason)
        if claim.first_failure(values(COMPARED, COMPARED)) is not None:
            return Inapplicable("the claim is false")
        return Proved(claim, COMPARED)

    def claims_of(self, shape: Direction) -> Iterable[OneHeap]:
        part = HeapPart.studied(shape.rule)
        if not part.is_identity:  # the longest chain says it, too
            yield OneHeap(part, *shape.step)

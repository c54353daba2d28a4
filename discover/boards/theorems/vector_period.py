"""Vector periods of boards with finitely many steps, by a check of two strips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.strips import Strips, strips_of
from mexplore.discover.boards.patterns.vector_period import VectorPeriod, eventual_vectors
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Step
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board, Square
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.rules.boards.kernel import BoardValues

FIRST_SIDE = 32
LAST_SIDE = 1024
MOST_STEPS = 60  # a set of values is the bits of a 64-bit word
MOST_SQUARES = 20_000_000  # of one check
MOST_TRIED = 2  # pairs of corner and vector: of the claim, and of the table


@dataclass(frozen=True)
class FiniteSteps:
    """The steps of a board: (i, j) leads from (x, y) to (x - i, y - j); every i + j > 0."""

    steps: tuple[Step, ...]

    @property
    def decrease(self) -> int:
        """K: the largest decrease of a coordinate in one move."""
        return max((max(step) for step in self.steps), default=0)

    @property
    def increase(self) -> int:
        """U: the largest increase of a coordinate in one move, 0 if there is none."""
        return max((max(0, *(-c for c in step)) for step in self.steps), default=0)


class VectorPeriodTheorem(BoardTheorem[FiniteSteps, VectorPeriod]):
    """**Setting.** The moves of a board on the quarter plane are finitely many steps, X -> X - s
    wherever X - s has no negative coordinate, and i + j > 0 for every step s = (i, j). K is the
    largest decrease of a coordinate by a move, U the largest increase (0 if there is none). Let
    v = (a, b), a, b >= 1, and C = (c, d), c, d >= 0.

    Let rows f_y (0 <= y < d + b) and columns g_x (0 <= x < c + a) be sequences with f_y(x) = g_x(y)
    where both are defined, and f_y(x + p) = f_y(x) for x >= m, g_x(y + q) = g_x(y) for y >= m'. For
    a square X = (x, y) let l = min(floor((x - c)/a), floor((y - d)/b)), or 0 where this is
    negative, and define F(X) by the square X - l*v, which has x < c + a or y < d + b: F(x, y) =
    f_y(x) if y < d + b, = g_x(y) if x < c + a. Put

        t = floor((K + b + U - 1)/b),   t' = floor((K + a + U - 1)/a),
        m* = max(m, c) + a*t,   m'* = max(m', d) + b*t'.

    **Statement.** If F(X) is the mex of F over the options of X at all squares with

        (y < d + K + b and x < m* + p + K)  or  (x < c + K + a and y < m'* + q + K),

    then F = G everywhere; so G(X + v) = G(X) for all X with x >= c, y >= d.

    **Proof.** (1) F(X + v) = F(X) for all X with x >= c, y >= d: l grows by one, the reduced square
    is the same.

    (2) F(x + p, y) = F(x, y) for y < d + K + b + U and x >= m*. If y < d + b, these are values of
    the row f_y, and x >= m. Else floor((y - d)/b) <= t and x - c >= a*t, so that l is
    floor((y - d)/b) for (x, y) and for (x + p, y); the reduced squares lie in one row below d + b,
    at x - a*l >= m and p further on. Likewise F(x, y + q) = F(x, y) for x < c + K + a + U and
    y >= m'*.

    (3) Write M(X) for 'F(X) is the mex of F over the options of X'. It holds for all X, by
    induction on x + y. If x >= c + K + a and y >= d + K + b, then every step s is a move from X and
    from X - v, X - v - s is beyond C, and by (1) M(X - v) implies M(X). Otherwise let y < d + K + b
    (the case x < c + K + a is the same with the coordinates exchanged). If x < m* + p + K, M(X) was
    checked. If not, let X' = (x - p, y). A step s = (i, j) is a move from X exactly if it is one
    from X', as y - j is the same and x - p - i >= m* >= 0. By (2), F(X - s) = F(X' - s), because
    y - j <= y + U < d + K + b + U and x - p - i >= m*; and F(X) = F(X'), because x - p >= m* + K.
    So M(X') implies M(X).

    (4) Every move lowers x + y, so that exactly one function satisfies M everywhere, and G is one.
    ∎

    **The vectors w of the claim, from a corner (e, f) on.** F(X + w) = F(X) has to be shown only
    for X beyond (e, f) with x < max(c, e) + a or y < max(d, f) + b: from any other X both X and
    X + w can be moved by -v, by (1). On a row y < max(d, f) + b, both sides repeat with p from
    max(m, c) + a*floor((y + w_y - d)/b) on, by the argument of (2) for the rows y and y + w_y (with
    0 for a negative quotient); so the squares up to the greatest of these places, or e if that is
    greater, and p more are compared, and the same on the columns.

    **Negative controls.** With m, m' in place of m*, m'*, or with the region x < m + p, y <
    m' + q, the check accepts tables that are false
    (tests/discover/boards/theorems/test_vector_period.py).

    >>> king = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    >>> from mexplore.rules.boards.table import Tables
    >>> values = lambda width, height: Tables(king).table((width, height))
    >>> law = VectorPeriodTheorem().proved(king, VectorPeriod(((2, 2),)), values).claim
    >>> law.value((10**30 + 1, 10**30))
    1
    """

    name: ClassVar[str] = "vector period"
    source: ClassVar[str] = "proof in full in discover/boards/theorems/vector_period.py"
    statement: ClassVar[str] = (
        "Let the moves be finitely many steps that lower x + y. If the table that repeats along a "
        "vector, its rows and columns near the edges repeating too, satisfies the mex rule on two "
        "strips along the edges, one period wide beyond all irregularities, it is the table of the "
        "game."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (VectorPeriod,)

    def hypotheses(self, board: Board) -> FiniteSteps | Inapplicable:
        steps = steps_of(board)
        if isinstance(steps, Inapplicable):
            return steps
        if not steps.finite:
            return Inapplicable("there are infinitely many steps")
        if any(i + j <= 0 for i, j in steps.points):
            return Inapplicable("a move does not lower x + y")
        if len(steps.points) > MOST_STEPS:
            return Inapplicable(f"there are more than {MOST_STEPS} steps")
        return FiniteSteps(tuple(sorted(steps.points)))

    def prove(
        self,
        shape: FiniteSteps,
        claim: VectorPeriod,
        values: Values,
        deadline: float | None = None,
    ) -> Proved | Inapplicable:
        why = "a line near an edge is not seen to repeat"
        side = FIRST_SIDE
        while side <= LAST_SIDE:
            if deadline is not None and working_seconds() > deadline:
                return Inapplicable("time is up")
            table = values(side, side)
            if claim.first_failure(table) is not None:
                return Inapplicable("the claim is false")
            for corner, vector in _candidates(claim, table):
                strips = strips_of(table, corner, vector)
                if strips is None:
                    continue
                bound = checked(shape, strips)
                if bound and all(repeats(strips, w, claim.corner) for w in claim.vectors):
                    return Proved(replace(claim, strips=strips), bound)
                why = why if bound else "the strips near the edges do not satisfy the rule"
            side *= 2
        return Inapplicable(why)


def _candidates(claim: VectorPeriod, table: BoardValues) -> Iterator[tuple[Square, Square]]:
    """Corners and vectors that may give strips: those of the claim, then those of the table."""
    sums = {(a + c, b + d) for (a, b), (c, d) in product([(0, 0), *claim.vectors], repeat=2)}
    most = min(table.shape) // 4
    positive = [(a, b) for a, b in sums if a > 0 and b > 0 and max(a, b) <= most]
    for vector in sorted(positive, key=lambda v: (v[0] * v[1], v))[:MOST_TRIED]:
        yield claim.corner, vector
    found = islice(eventual_vectors(table), MOST_TRIED)
    yield from (pair for pair in found if pair != (claim.corner, claim.vectors[0]))


def checked(shape: FiniteSteps, strips: Strips) -> int | None:
    """The bound of the check, as the theorem states it; None where it fails."""
    if not strips.consistent:
        return None
    U, regions = shape.increase, regions_of(shape, strips, strips.along_columns[0])
    if sum((w + U) * (h + U) for w, h in regions) > MOST_SQUARES:
        return None
    if not all(satisfied(shape, strips, w, h) for w, h in regions):
        return None
    (wide, _), (_, high) = regions
    return max(wide, high)


def regions_of(shape: FiniteSteps, strips: Strips, n: int) -> tuple[Square, Square]:
    """The widths and heights of the two regions whose squares are looked at, a strip along the
    x-axis and one along the y-axis, if columns are taken to repeat from n on."""
    K, U, (a, b), (c, d) = shape.decrease, shape.increase, strips.vector, strips.corner
    (m, p), (_, q) = strips.along_rows, strips.along_columns
    wide = max(m, c) + a * ((K + b + U - 1) // b) + p + K
    high = max(n, d) + b * ((K + a + U - 1) // a) + q + K
    return (wide, d + K + b), (c + K + a, high)


def satisfied(shape: FiniteSteps, strips: Strips, width: int, height: int) -> bool:
    """Whether F is the mex of its options at all squares x < width, y < height."""
    U = shape.increase
    F = strips.array(width + U, height + U)
    if int(F.min()) < 0 or int(F.max()) > len(shape.steps):
        return False  # the mex of len(shape.steps) values is no larger than their number
    seen = np.zeros((width, height), dtype=np.uint64)
    bits = np.uint64(1) << F.astype(np.uint64)
    for i, j in shape.steps:
        x, y = min(max(i, 0), width), min(max(j, 0), height)
        seen[x:, y:] |= bits[x - i : width - i, y - j : height - j]
    return bool((_mex(seen) == F[:width, :height]).all())


def _mex(seen: np.ndarray[tuple[int, ...], np.dtype[np.uint64]]) -> BoardValues:
    """The lowest bit that is not set."""
    lowest = ~seen & (seen + np.uint64(1))
    return np.log2(lowest.astype(np.float64)).astype(np.int32)


def repeats(strips: Strips, vector: Square, start: Square) -> bool:
    """Whether F(X + w) = F(X) for all X beyond ``start``."""
    (a, b), (c, d), (e, f), (u, w) = strips.vector, strips.corner, start, vector
    right, top = max(c, e) + a, max(d, f) + b
    wide = max(strips.row_repeats_from(top - 1 + w), e) + strips.along_rows[1]
    high = max(strips.column_repeats_from(right - 1 + u), f) + strips.along_columns[1]
    sizes = (wide - e, top - f), (right - e, high - f)
    if sum(width * height for width, height in sizes) > MOST_SQUARES:
        return False
    moved = e + u, f + w
    return all(
        bool((strips.array(*size, start=moved) == strips.array(*size, start=start)).all())
        for size in sizes
    )

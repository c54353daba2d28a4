"""Rows of games that remember the last move: nothing changes once the whole heap may be taken."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from mexplore.discover.boards.patterns.line import LineLaw, cut
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.take_away import M, TakeAway, take_away_of
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.arithmetic.ends import least_from
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.rising import falls
from mexplore.rules.boards.board import Board

LONGEST = 1 << 13  # terms of a row that are compared


class BeyondTheHeap(BoardTheorem[TakeAway, LineLaw]):
    """**Statement.** From (n, m) let the moves take k, 1 <= k <= n and k <= h(m), and lead to
    (n - k, g(k)), where h never falls. If h(m0) >= n, G(n, m) = G(n, m0) for all m >= m0. So
    G(n, m + p) = G(n, m) holds for all m >= c if it does for c <= m < max(c, m0). If h(m) < 1,
    G(n, m) = 0 for all n.

    **Proof.** For m >= m0, h(m) >= h(m0) >= n, so that the moves are those with 1 <= k <= n: the
    options of (n, m) are those of (n, m0), and so is the value. For m >= max(c, m0) the last claim
    compares this value with itself. If h(m) < 1, there is no move from (n, m). ∎

    The bound is max(c, m0) + p + 1; of a column, whose values are all 0, c + p + 1. Where the heap
    is the second coordinate, columns and rows change places. Squares that are poisoned are so for
    all m.

    **Negative control.** h(m) = 3 for m < 9 and 1 from there on falls: (2, m) changes at m = 9.
    """

    name: ClassVar[str] = "limits beyond the heap"
    source: ClassVar[str] = "proof in full in discover/boards/theorems/take_away_rows.py"
    statement: ClassVar[str] = (
        "If what may be taken from a heap of n is limited by a number that never falls as m grows, "
        "the values of (n, m) are constant from the m on at which all of the heap may be taken."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (LineLaw,)

    def hypotheses(self, board: Board) -> TakeAway | Inapplicable:
        game = take_away_of(board)
        if isinstance(game, Inapplicable):
            return game
        if why := falls(game.most, M, 0):
            return Inapplicable(f"{game.most} is to be a number that never falls: {why}")
        return game

    def prove(
        self, shape: TakeAway, claim: LineLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        del deadline
        law = claim.law
        if claim.kind == "diagonal" or law.saltus:
            return Inapplicable("this is no row, and no column, that becomes constant")
        if claim.kind != ("row" if shape.heap == "x" else "column"):
            if evaluate(shape.most, {M: claim.number}) >= 1:
                return Inapplicable("something may be taken all along this line")
            return _compared(claim, 0, values)
        enough = least_from(lambda m: evaluate(shape.most, {M: m}) >= claim.number, 0, LONGEST)
        if enough is None:
            return Inapplicable("the values become constant later, or never")
        return _compared(claim, enough, values)


def _compared(claim: LineLaw, start: int, values: Values) -> Proved | Inapplicable:
    """The law, compared with the values up to where it repeats those from ``start`` on."""
    law = claim.law
    bound = max(start, law.preperiod) + law.period + 1
    if bound > LONGEST:
        return Inapplicable(f"it needs {bound} terms of the line")
    size = claim.number + 1, bound
    table = values(*(size if claim.kind == "row" else size[::-1]))
    line = Evidence(cut(table, claim.kind, claim.number))
    if reason := law.objection(line):
        return Inapplicable(reason)
    return Proved(replace(claim, form=law.closed_form(line)), bound)

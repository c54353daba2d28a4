"""Rows of boards with finitely many steps that never go back to a higher row."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import lcm
from typing import ClassVar

from mexplore.discover.boards.patterns.line import LineLaw, cut
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.reading import steps_of
from mexplore.discover.boards.theorems.moves.steps import Step
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

FIRST_TERMS = 64
LAST_TERMS = 1 << 13
LONGEST_PERIOD = 1 << 12
MOST_TRIED = 4  # periods of a row that the detector offers
MOST_ROWS = 200


@dataclass(frozen=True)
class FiniteRows:
    """The steps (i, j); rows are proved where every i >= 0, columns where every j >= 0."""

    steps: tuple[Step, ...]

    def along(self, kind: str) -> FiniteRows | None:
        """The steps with rows and columns exchanged for a column; None where a step goes back."""
        turned = tuple((j, i) for i, j in self.steps) if kind == "column" else self.steps
        forward = kind != "diagonal" and all(i >= 0 for i, _ in turned)
        return FiniteRows(turned) if forward else None

    @property
    def most(self) -> int:
        """K: the most that a move takes from the place within a row, at least 0."""
        return max((max(j, 0) for _, j in self.steps), default=0)


class FiniteRowsTheorem(BoardTheorem[FiniteRows, LineLaw]):
    """**Setting.** The moves are finitely many steps (i, j) with i >= 0, and j >= 1 where i = 0: no
    move leads to a higher row. K is the greatest j, or 0. Row a is n -> G(a, n).

    **Statement.** Let the rows below a satisfy G(i, n + P) = G(i, n) for all n >= M. Let Q be a
    multiple of P and c >= M + K. If G(a, n + Q) = G(a, n) for c <= n < c + K, it holds for all
    n >= c. If moreover G(a, n + p) = G(a, n) for n0 <= n < c + Q, where n0 <= c, it holds for all
    n >= n0.

    **Proof.** For n >= c + K a step (i, j) with i <= a is a move from (a, n) exactly if it is one
    from (a, n + Q), as n - j >= c >= 0. The options (a - i, n - j), i >= 1, are in rows below, at
    n - j >= M, and have the values of those of (a, n + Q). The options (a, n - j) have n - j >= c,
    and the same values by induction on n. So G(a, n + Q) = G(a, n). The last claim: for n >= c the
    difference G(a, n + p) - G(a, n) has the period Q, and it is 0 for c <= n < c + Q. ∎

    Each row is proved from those below, P a common multiple of their periods, M the greatest of
    their preperiods, Q = lcm(p, P), c = max(n0, M + K); the bound is c + Q + max(K, p). For columns
    the coordinates are exchanged.

    **Negative control.** With c = n0, before the preperiods of the rows below, the check accepts
    false laws (tests/discover/boards/theorems/test_finite_rows.py).
    """

    name: ClassVar[str] = "rows of finitely many steps"
    source: ClassVar[str] = "proof in full in discover/boards/theorems/finite_rows.py"
    statement: ClassVar[str] = (
        "If the moves are finitely many steps, none to a higher row, a row is periodic as soon as "
        "it repeats by a common multiple of the periods of the rows below on as many squares as a "
        "move may take."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (LineLaw,)

    def hypotheses(self, board: Board) -> FiniteRows | Inapplicable:
        steps = steps_of(board)
        if isinstance(steps, Inapplicable):
            return steps
        if not steps.finite or not steps.points:
            return Inapplicable("the steps are not finitely many")
        shape = FiniteRows(tuple(sorted(steps.points)))
        for kind in ("row", "column"):
            turned = shape.along(kind)
            if turned is not None and all(j > 0 for i, j in turned.steps if i == 0):
                return shape
        return Inapplicable("some move leads to a higher row")

    def prove(
        self, shape: FiniteRows, claim: LineLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        turned = shape.along(claim.kind)
        if turned is None or any(j <= 0 for i, j in turned.steps if i == 0):
            return Inapplicable("a move leads to a higher row, or this is a diagonal")
        if claim.law.saltus or claim.number >= MOST_ROWS:
            return Inapplicable("the claim is not that a row of small number is periodic")
        found = laws_of_lines(claim, turned, values, deadline)
        if isinstance(found, Inapplicable):
            return found
        law, bound = found[-1]
        if law != claim.law:
            return Inapplicable("the claim is not the least law of its row")
        size = (claim.number + 1, max(bound, FIRST_TERMS))
        line = cut(values(*_sized(claim, *size)), claim.kind, claim.number)
        return Proved(replace(claim, form=law.closed_form(Evidence(line))), bound)


def laws_of_lines(
    claim: LineLaw, turned: FiniteRows, values: Values, deadline: float | None = None
) -> list[tuple[Periodic, int]] | Inapplicable:
    """The least laws of the lines up to that of the claim, with the bounds; Inapplicable where the
    claim is false, or too few terms are looked at."""
    stop = FIRST_TERMS
    while stop <= LAST_TERMS and (deadline is None or working_seconds() < deadline):
        table = values(*_sized(claim, claim.number + 1, stop))
        lines = [Evidence(cut(table, claim.kind, a)) for a in range(claim.number + 1)]
        if reason := claim.law.objection(lines[-1]):
            return Inapplicable(reason)
        proved = proved_lines(lines, turned)
        if len(proved) == len(lines):
            return proved
        stop *= 2
    return Inapplicable(f"the rows up to this one are not proved by {stop // 2} terms")


def _sized(claim: LineLaw, lines: int, stop: int) -> tuple[int, int]:
    """The size of a table with this many lines of the claim's kind, this long."""
    return (lines, stop) if claim.kind == "row" else (stop, lines)


def proved_lines(lines: list[Evidence], shape: FiniteRows) -> list[tuple[Periodic, int]]:
    """The least laws of the first rows, as many as are proved by these terms, with the bounds."""
    proved: list[tuple[Periodic, int]] = []
    for evidence in lines:
        below = [law for law, _ in proved]
        offered = islice(Periodic.detect(evidence), MOST_TRIED)
        laws = (
            law
            for law in offered
            if not law.saltus
            and (bound := bound_of(law, below, shape)) is not None
            and bound <= evidence.stop
        )
        law = next((law for law in laws if law.objection(evidence) is None), None)
        bound = None if law is None else bound_of(law, below, shape)
        if law is None or bound is None:
            break
        proved.append((law, bound))
    return proved


def bound_of(law: Periodic, below: list[Periodic], shape: FiniteRows) -> int | None:
    """How many terms prove the law of the row above these; None where the periods are long."""
    common = lcm(law.period, *(other.period for other in below))
    if common > LONGEST_PERIOD:
        return None
    start = max(law.preperiod, max((o.preperiod for o in below), default=0) + shape.most)
    return start + common + max(shape.most, law.period)

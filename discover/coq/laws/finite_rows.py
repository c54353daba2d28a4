"""Rows of boards with finitely many steps as Coq reads them: the rows as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.patterns.line import cut
from mexplore.discover.boards.theorems.finite_rows import FiniteRowsTheorem, laws_of_lines
from mexplore.discover.coq.law import BOARD_VALUES, CoqLaw, numbers
from mexplore.discover.coq.laws.boards import BoardTranslation, common_to, of_line
from mexplore.discover.coq.laws.vector_periods import MOST_ENTRIES, moves_term
from mexplore.discover.coq.squares import term_of
from mexplore.discover.study.theorem import AnyTheoremOf, Inapplicable
from mexplore.rules.boards.table import Tables

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.line import LineLaw
    from mexplore.rules.boards.board import Board


class RowsOfSteps(BoardTranslation["LineLaw"]):
    """Finitely many steps, none to a higher row, or, for columns, none to a higher column."""

    of_theorem: ClassVar[type[AnyTheoremOf]] = FiniteRowsTheorem

    def law(self, shape: Board, claim: LineLaw) -> CoqLaw | Inapplicable:
        term, tables, steps = term_of(shape), Tables(shape), FiniteRowsTheorem().hypotheses(shape)
        if isinstance(term, Inapplicable) or isinstance(steps, Inapplicable):
            return term if isinstance(term, Inapplicable) else Inapplicable("no finite steps")
        turned = steps.along(claim.kind)
        if turned is None or claim.law.saltus:
            return Inapplicable("the claim is not that a row is periodic")
        laws = laws_of_lines(claim, turned, lambda w, h: tables.table((w, h)))
        if isinstance(laws, Inapplicable):
            return laws
        a, n0, p = claim.number, claim.law.preperiod, claim.law.period
        first, common = common_to(claim, (law for law, _ in laws))
        width = first + common
        if (a + 1) * width > MOST_ENTRIES:
            return Inapplicable(
                f"Coq would have to read {a + 1} rows of {width} values; no more than "
                f"{MOST_ENTRIES} values are exported"
            )
        size = (a + 1, width) if claim.kind == "row" else (width, a + 1)
        table = tables.table(size)
        rows = "; ".join(numbers(cut(table, claim.kind, i).tolist()) for i in range(a + 1))
        values = (a + 1) * (width + turned.most)
        return CoqLaw(
            ("Evaluate", "Boards", "FiniteRows"),
            term.text,
            of_line(claim),
            f"finite_{claim.kind}s_law moves rows {a} {n0} {p} {first} {common}",
            term.exists,
            values,
            values * len(steps.steps) * 1e-5,
            header=f"\n{moves_term(steps.steps)}\nDefinition rows : list (list N) :=\n  [{rows}].",
            subject=BOARD_VALUES,
        )

"""Automatic sequences: the automaton as a table and as a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from discover.patterns.automatic.pattern import Automatic
from reports.documents.document import Block, Code, Details, Table
from reports.documents.section import Detail, Section

if TYPE_CHECKING:
    from discover.finding import Finding
    from discover.pattern import Pattern


class AutomaticSection(Section):
    """G(n) is the output of a finite automaton that reads the digits of n."""

    about: ClassVar[tuple[type[Pattern], ...]] = (Automatic,)

    def words(self, finding: Finding, detail: Detail) -> list[Block]:
        """The transitions, and in full detail the drawing."""
        claim = finding.claim
        if not isinstance(claim, Automatic):
            return []
        rows = [[str(number) for number in row] for row in claim.table()[: detail.case_rows]]
        columns = ("state", "output", *(f"digit {digit}" for digit in range(claim.base)))
        left = len(claim.outputs) - len(rows)
        caption = f"The first {len(rows)} of {len(claim.outputs)} states." if left else ""
        told: list[Block] = [Table(columns, rows, numeric=True, caption=caption)]
        if detail.everything:
            told.append(Details("The automaton for Graphviz", [Code(claim.dot(), "dot")]))
        return told

    def graph(self, claim: Pattern) -> str | None:
        return claim.dot() if isinstance(claim, Automatic) else None

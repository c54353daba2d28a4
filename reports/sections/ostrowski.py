"""Laws by Fibonacci or Pell digits: the automaton as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from discover.patterns.ostrowski.pattern import OstrowskiAutomatic
from reports.documents.document import Block, Paragraph, Table
from reports.documents.section import Detail, Section

if TYPE_CHECKING:
    from discover.finding import Finding
    from discover.pattern import Pattern


class OstrowskiSection(Section):
    """G(n) is the output of a finite automaton that reads the Fibonacci (or Pell) digits of n."""

    about: ClassVar[tuple[type[Pattern], ...]] = (OstrowskiAutomatic,)

    def words(self, finding: Finding, detail: Detail) -> list[Block]:
        """How n is written, and the transitions."""
        claim = finding.claim
        if not isinstance(claim, OstrowskiAutomatic):
            return []
        units = claim.numeration.units(6)
        listed = ", ".join(str(unit) for unit in units)
        rows = [[str(number) for number in row] for row in claim.table()[: detail.case_rows]]
        columns = ("state", "output", *(f"digit {digit}" for digit in range(claim.quotient + 1)))
        left = len(claim.outputs) - len(rows)
        caption = f"The first {len(rows)} of {len(claim.outputs)} states." if left else ""
        told = f"The {claim.numeration.words()} digits of n are the greedy ones for {listed}, ..."
        return [Paragraph(told), Table(columns, rows, numeric=True, caption=caption)]

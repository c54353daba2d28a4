"""Laws of heaps by which an automaton tells the first nim-values."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
from mexplore.reports.sections.section import Section

if TYPE_CHECKING:
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern
    from mexplore.reports.writers.document import Block, Detail


class HeapValuesByDigitsSection(Section):
    """The values are the outputs of an automaton that reads digits."""

    about: ClassVar[tuple[type[Pattern], ...]] = (HeapValuesByDigits,)

    def answer(self, finding: Finding, detail: Detail) -> list[Block]:
        from mexplore.reports.sections.by_digits import in_brief

        del detail
        assert isinstance(finding.claim, HeapValuesByDigits)
        return in_brief(finding.claim)

    def closed_form(self, finding: Finding, detail: Detail) -> list[Block]:
        from mexplore.reports.sections.by_digits import in_full

        del detail
        assert isinstance(finding.claim, HeapValuesByDigits)
        return in_full(finding.claim)

"""Laws of heaps by which an automaton tells who wins, or the first nim-values."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
from mexplore.reports.sections.section import Section

if TYPE_CHECKING:
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern
    from mexplore.reports.writers.document import Block, Detail


class HeapsByDigitsSection(Section):
    """What an automaton says that reads the digits of a heap's size."""

    about: ClassVar[tuple[type[Pattern], ...]] = (HeapsLostByDigits, HeapValuesByDigits)

    def answer(self, finding: Finding, detail: Detail) -> list[Block]:
        from mexplore.reports.sections.by_digits import in_brief

        del detail
        assert isinstance(finding.claim, HeapsLostByDigits | HeapValuesByDigits)
        return in_brief(finding.claim)

    def closed_form(self, finding: Finding, detail: Detail) -> list[Block]:
        from mexplore.reports.sections.by_digits import in_full

        del detail
        assert isinstance(finding.claim, HeapsLostByDigits | HeapValuesByDigits)
        return in_full(finding.claim)

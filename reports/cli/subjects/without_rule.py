"""Terms of which no heap rule is known: those in a file, and what has such terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.reports.cli.subjects.subject import USUAL_LAST, Subject
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.listing import ValueListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.rule import Values


class WithoutRule(Subject):
    """Terms of which no heap rule is known, so that no theorem is about them."""

    def values(self, stop: int, watcher: Watcher) -> Values:
        """The terms at n < stop; fewer where there are no more."""
        return self.source(watcher).extend(stop).values

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.heaps.study import study
        from mexplore.reports.documents.report import StudyReport

        result = study(None, limits, watcher, self.source(watcher, store))
        return StudyReport(replace(result, name=self.name), self.head())

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        from mexplore.reports.documents.listing import SequenceListing

        del store
        stop = (USUAL_LAST if last is None else last) + 1
        values = self.values(stop, watcher)
        few = last is not None and len(values) < stop
        return SequenceListing(
            self.head(), values, note=f"only {len(values)} of {stop} terms" if few else ""
        )

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[int]:
        from mexplore.discover.heaps.check import check_terms

        del seconds  # without a rule nothing is proved
        low, high = ends
        terms = self.values(high + 1, watcher)
        if len(terms) <= low:
            raise InputError(f"{self.name} has only {len(terms)} terms")
        return check_terms(formula, terms, low)

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        from mexplore.discover.questions.bare_terms import look_up_terms

        return look_up_terms(self.name, self.source(watcher), numbers, means, watcher)


@dataclass(frozen=True)
class Numbers(WithoutRule):
    """The numbers in a file."""

    file: Path

    @property
    def name(self) -> str:
        return "A sequence"

    def head(self) -> dict[str, Any]:
        return {"rule": None}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.heaps.evidence.sequence_file import read_sequence
        from mexplore.discover.heaps.evidence.sources import GivenSource

        del watcher, store
        return GivenSource(read_sequence(self.file))

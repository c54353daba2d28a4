"""A rule of heaps: most questions are about one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mexplore.reports.cli.subjects.game import Game
from mexplore.reports.cli.subjects.subject import USUAL_LAST
from mexplore.rules.errors import TimeIsUp

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.explain import Explained
    from mexplore.reports.documents.listing import SequenceListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.library import Library
    from mexplore.rules.rule import Rule

EXPLAINED_HEAPS = range(1, 9)


@dataclass(frozen=True)
class HeapRule(Game):
    """A rule of heaps: G(n) is the nim-value of a heap of n."""

    rule: Rule

    @property
    def game(self) -> Rule:
        return self.rule

    def head(self) -> dict[str, Any]:
        return {"rule": str(self.rule)}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.heaps.evidence.sources import source_of

        return source_of(self.rule, watcher, store)

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.heaps.study import study
        from mexplore.reports.documents.report import StudyReport

        if limits.upto is not None:
            self._refuse_beyond_memory(limits.upto + 1)
        source = self.source(watcher, store)
        return StudyReport(study(self.rule, limits, watcher, source), self.head())

    def terms(
        self, last: int | None, watcher: Watcher, store: Store | None = None
    ) -> SequenceListing:
        """All values, or what was computed before Ctrl-C."""
        from mexplore.reports.documents.listing import SequenceListing
        from mexplore.rules.engine.grundy import Computation, refuse_beyond_memory

        stop = (USUAL_LAST if last is None else last) + 1
        refuse_beyond_memory(stop)
        computation = Computation(self.rule, watcher, store)
        try:
            return SequenceListing(self.head(), computation.extend(stop))
        except KeyboardInterrupt as stopped:
            missing = stop - len(computation.values)
            if isinstance(stopped, TimeIsUp):
                note = f"the budget ended; {missing} values are missing"
                return SequenceListing(self.head(), computation.values, note=note)
            return SequenceListing(self.head(), computation.values, missing=missing)

    def runs(self, stop: int, watcher: Watcher, seconds: float) -> Evidence:
        self._refuse_beyond_memory(stop)
        return super().runs(stop, watcher, seconds)

    def schedule(self) -> RunSchedule | None:
        from mexplore.discover.questions.recurrence import schedule_of

        return schedule_of(self.rule)

    def _refuse_beyond_memory(self, stop: int) -> None:
        from mexplore.rules.engine.grundy import refuse_beyond_memory
        from mexplore.rules.engine.walk import run_starts

        if run_starts(self.rule) is None:
            refuse_beyond_memory(stop)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        from mexplore.discover.questions.explain import explain
        from mexplore.reports.documents.explain import ExplainedRule
        from mexplore.rules.text.numbers import parse_number

        heaps = [parse_number(text, "heap") for text in positions] or EXPLAINED_HEAPS
        return ExplainedRule(explain(self.rule, heaps, library))

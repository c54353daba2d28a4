"""A rule of heaps: most questions are about one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.cli.subjects.game import Game
from reports.cli.subjects.subject import USUAL_LAST
from rules.errors import TimeIsUp

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from discover.evidence.limits import Limits
    from discover.evidence.sources import Source
    from discover.patterns.run_schedule.pattern import RunSchedule
    from reports.documents.explain import Explained
    from reports.documents.listing import SequenceListing
    from reports.documents.report import Report
    from rules.computing.grundy import Watcher
    from rules.computing.store import Store
    from rules.library import Library
    from rules.rule import Rule

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
        from discover.evidence.sources import source_of

        return source_of(self.rule, watcher, store)

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from discover.study import study
        from reports.documents.report import StudyReport

        if limits.upto is not None:
            self._refuse_beyond_memory(limits.upto + 1)
        source = self.source(watcher, store)
        return StudyReport(study(self.rule, limits, watcher, source), self.head())

    def terms(
        self, last: int | None, watcher: Watcher, store: Store | None = None
    ) -> SequenceListing:
        """All values, or what was computed before Ctrl-C."""
        from reports.documents.listing import SequenceListing
        from rules.computing.grundy import Computation, refuse_beyond_memory

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
        from discover.questions.recurrence import schedule_of

        return schedule_of(self.rule)

    def _refuse_beyond_memory(self, stop: int) -> None:
        from rules.computing.grundy import refuse_beyond_memory
        from rules.computing.walk import run_starts

        if run_starts(self.rule) is None:
            refuse_beyond_memory(stop)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        from discover.questions.explain import explain
        from reports.documents.explain import ExplainedRule
        from rules.text.numbers import parse_number

        heaps = [parse_number(text, "heap") for text in positions] or EXPLAINED_HEAPS
        return ExplainedRule(explain(self.rule, heaps, library))

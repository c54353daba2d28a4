"""A sequence of a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mexplore.discover.study.limits import uninterrupted
from mexplore.reports.cli.subjects.whole_board import WholeBoard
from mexplore.reports.cli.subjects.without_rule import WithoutRule

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.explain import Explained
    from mexplore.reports.documents.report import Report
    from mexplore.rules.boards.lines import BoardSequence
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.library import Library
    from mexplore.rules.rule import Values


@dataclass(frozen=True)
class BoardLine(WithoutRule):
    """A row, column or diagonal of a board, or the squares of one value."""

    line: BoardSequence

    @property
    def name(self) -> str:
        return str(self.line)

    def head(self) -> dict[str, Any]:
        whole = WholeBoard(self.line.board, self.line.size)
        return whole.head() | {self.line.kind: self.line.number}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.boards.line_study import study_line
        from mexplore.reports.documents.report import LineReport

        del store
        found = study_line(self.line, limits, watcher)
        return LineReport(found.study, self.head(), found)

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.heaps.evidence.board_source import source_of_line

        del store
        return source_of_line(self.line, watcher)

    def values(self, stop: int, watcher: Watcher) -> Values:
        return replace(self.line, watcher=watcher).values(stop)

    def _proved(self, budget: float, watcher: Watcher) -> Finding | None:
        """The law of the line that a theorem proves, where there is one."""
        from mexplore.discover.boards.line_study import study_line
        from mexplore.discover.study.limits import Limits

        best = uninterrupted(study_line(self.line, Limits(budget), watcher).study).best
        return best if best is not None and best.form and best.proof else None

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[int]:
        from mexplore.discover.heaps.check import check_by_law

        best = self._proved(seconds, watcher)
        verdict = None if best is None else check_by_law(formula, best, ends)
        return super().check(formula, ends, seconds, watcher) if verdict is None else verdict

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        """By a law that a theorem proves of the line, where there is one."""
        from mexplore.discover.study.kind import LookedUp, Warrant

        best = self._proved(means.budget, watcher)
        if best is None or best.form is None:
            return super().look_up(numbers, means, watcher)
        return LookedUp(list(best.form.at_many(numbers)), (Warrant.by(best),))

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        return WholeBoard(self.line.board, self.line.size).explained(positions, library)

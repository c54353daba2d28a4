"""The base class of the subjects of questions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.explain import Explained
    from mexplore.reports.documents.listing import ValueListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.boards.board import Square
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.library import Library

COMPUTING = 0.8  # of a budget, for values; the rest is for showing them
USUAL_LAST = 100  # of terms, unless --upto says otherwise


class Subject(ABC):
    """What a question is about. A kind without terms, or without a rule, raises InputError where a
    question needs them."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in titles."""

    @abstractmethod
    def head(self) -> dict[str, Any]:
        """The entries of JSON that name it."""

    of_squares: ClassVar[bool] = False
    """Whether its values are those of squares, not of heaps or of n."""

    @abstractmethod
    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        """Where its terms come from."""

    @property
    def checked(self) -> tuple[int, int]:
        """The first and the last n of which a conjecture is tested by default."""
        return 0, 100

    @property
    def drawn(self) -> Limits:
        """The last n that is studied for a picture by default."""
        from mexplore.discover.study.limits import Limits

        return Limits()

    @abstractmethod
    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        """The main job."""

    @abstractmethod
    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        """The values up to ``last``, or as far as is usual."""

    def runs(self, stop: int, watcher: Watcher, seconds: float) -> Evidence:
        """The evidence for n < stop that these seconds allow, in runs of equal values."""
        return self.source(watcher).extend(stop, working_seconds() + COMPUTING * seconds)

    def schedule(self) -> RunSchedule | None:
        """How the runs of equal values recur, where that is proved."""
        return None

    def refuse_unreadable(self, formula: str) -> None:
        """Raise for what is neither a formula nor a statement, before any work."""
        from mexplore.discover.heaps.check import refuse_unreadable

        refuse_unreadable(formula)

    @abstractmethod
    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[Any]:
        """Whether the formula gives the values in the range, and everywhere: a law that may prove
        the search for it takes at most the given seconds."""

    @abstractmethod
    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        """Single values, however far out."""

    def look_up_squares(
        self, squares: Sequence[Square], means: Means, watcher: Watcher
    ) -> LookedUp:
        """Values of single squares."""
        del squares, means, watcher
        raise InputError(f"{self.name} has no squares; write n, a number without commas")

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        """The rule in words, theorems, and the options of some positions, as they were written."""
        del positions, library
        raise InputError(f"{self.name}: there is no rule to explain")

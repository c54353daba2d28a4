"""What a question is about: a game of some kind, a line of a board, or numbers without a rule.

A `Subject` has a name, a head for JSON, and terms; each kind of game says for itself what study,
terms, check, predict and explain do with it, or why they can do nothing. Those that are not heaps
are in files of their own, `subjects_of_...`. What is heavy is imported where it is used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError, TimeIsUp

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.kind import GameKind, LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.cli.places import Sum
    from mexplore.reports.documents.explain import Explained
    from mexplore.reports.documents.listing import SequenceListing, ValueListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.library import Library
    from mexplore.rules.misere.game import Misere
    from mexplore.rules.rule import Rule, Values

COMPUTING = 0.8  # of a budget, for values; the rest is for showing them
USUAL_LAST = 100  # of terms, unless --upto says otherwise
USUAL_GENERA = 20  # the same of heaps under misère play, whose genus can be computed
EXPLAINED_HEAPS = range(1, 9)  # where no position is named


class Subject(ABC):
    """What a question is about: of itself terms, of which no theorem is known. It raises InputError
    for a question that makes no sense of it."""

    of_squares: ClassVar[bool] = False
    """Whether its values are those of squares, not of heaps or of n."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name in titles."""

    @abstractmethod
    def head(self) -> dict[str, Any]:
        """The entries of JSON that name it."""

    @abstractmethod
    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        """Where its terms come from."""

    @property
    def checked(self) -> tuple[int, int]:
        """The first and the last n of which a conjecture is tested by default."""
        return 0, 100

    @property
    def drawn(self) -> Limits:
        """How far it is studied for a picture by default."""
        from mexplore.discover.study.limits import Limits

        return Limits()

    def values(self, stop: int, watcher: Watcher) -> Values:
        """The terms at n < stop; fewer where there are no more."""
        return self.source(watcher).extend(stop).values

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        """The main job."""
        from mexplore.discover.heaps.study import study
        from mexplore.reports.documents.report import StudyReport

        result = study(None, limits, watcher, self.source(watcher, store))
        return StudyReport(replace(result, name=self.name), self.head())

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        """The values up to ``last``, or as far as is usual."""
        from mexplore.reports.documents.listing import SequenceListing

        del store
        stop = (USUAL_LAST if last is None else last) + 1
        values = self.values(stop, watcher)
        few = last is not None and len(values) < stop
        note = f"only {len(values)} of {stop} terms" if few else ""
        return SequenceListing(self.head(), values, note=note)

    def runs(self, stop: int, watcher: Watcher, seconds: float) -> Evidence:
        """The evidence for n < stop that these seconds allow, in runs of equal values."""
        return self.source(watcher).extend(stop, working_seconds() + COMPUTING * seconds)

    def schedule(self) -> RunSchedule | None:
        """How the runs of equal values recur, where that is proved."""
        return None

    def refuse_unreadable(self, formula: str) -> None:
        """Raise for what is neither a formula nor a statement, before any work."""
        from mexplore.discover.heaps.stated import refuse_unreadable

        refuse_unreadable(formula)

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[Any]:
        """Whether the formula gives the values in the range, and everywhere: a law that may prove
        the search for it takes at most the given seconds."""
        from mexplore.discover.heaps.check import check_terms

        del seconds  # without a rule nothing is proved
        low, high = ends
        terms = self.values(high + 1, watcher)
        if len(terms) <= low:
            raise InputError(f"{self.name} has only {len(terms)} terms")
        return check_terms(formula, terms, low)

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        """Values at single n, or on single squares, however far out."""
        from mexplore.discover.questions.bare_terms import look_up_terms

        return look_up_terms(self.name, self.source(watcher), places, means, watcher)

    def refuse_places(self, *, squares: bool) -> None:
        """Raise where its values are not those of squares, or of n."""
        if squares:
            raise InputError(f"{self.name} has no squares; write n, a number without commas")

    def position(self, text: str) -> Sum | None:
        """The position that a text writes out, if its values are those of positions, too; None
        for others."""
        del text
        return None

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        """The rule in words, theorems, and the options of some positions, as they were written."""
        del positions, library
        raise InputError(f"{self.name}: there is no rule to explain")


@dataclass(frozen=True)
class Numbers(Subject):
    """The numbers in a file, of which no rule is known."""

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


class Game(Subject):
    """A game of some kind: heaps, boards, or what other packages add."""

    no_sequence: ClassVar[str] = ""
    """Why it has no terms G(0), G(1), ..., where that is so."""

    @property
    @abstractmethod
    def game(self) -> Any:
        """The game as the kind reads it."""

    @property
    def name(self) -> str:
        return str(self.game)

    @property
    def kind(self) -> GameKind[Any]:
        """What it is played on."""
        from mexplore.discover.kinds import kind_of

        return kind_of(self.name)

    @property
    def checked(self) -> tuple[int, int]:
        return self.kind.checked

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        del watcher, store
        raise InputError(self.no_sequence)

    def refuse_unreadable(self, formula: str) -> None:
        self.kind.refuse_unreadable(self.game, formula)

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[Any]:
        return self.kind.check_conjecture(self.game, formula, ends, seconds, watcher)

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        return self.kind.known_values(self.game, places, means, watcher).look_up(places)


def written_out(game: Any, text: str) -> Sum | None:
    """The position of this game that a text writes out: heaps of its kinds, letters, whatever a
    function of the user's takes; None where the game has heaps of one kind only."""
    from mexplore.reports.cli.position import sum_of
    from mexplore.rules.systems.game import SystemGame

    takes = isinstance(game, SystemGame) or game.runs_python
    return sum_of(game, text) if takes else None


@dataclass(frozen=True)
class HeapRule(Game):
    """A rule of heaps: G(n) is the nim-value of a heap of n."""

    rule: Rule

    @property
    def game(self) -> Rule:
        return self.rule

    def position(self, text: str) -> Sum | None:
        return written_out(self.rule, text)

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
        from mexplore.reports.documents.explain import explained_rule
        from mexplore.rules.text.numbers import parse_number

        heaps = [parse_number(text, "heap") for text in positions] or EXPLAINED_HEAPS
        return explained_rule(explain(self.rule, heaps, library))


@dataclass(frozen=True)
class MisereHeaps(Game):
    """Sums of heaps of a rule, where the player who makes the last move loses."""

    no_sequence: ClassVar[str] = "classes of misère play are no sequence of numbers"

    rule: Rule

    @property
    def game(self) -> Misere:
        from mexplore.rules.misere.game import Misere

        return Misere(self.rule)

    def head(self) -> dict[str, Any]:
        from mexplore.rules.misere.game import PLAY

        return {"rule": str(self.rule), "play": PLAY}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.misere.study import study_misere
        from mexplore.reports.documents.one_picture import MisereReport

        del store
        return MisereReport(study_misere(self.game, limits, watcher), self.head())

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        from mexplore.reports.documents.listing import genera_listing

        del store
        return genera_listing(self.game, USUAL_GENERA if last is None else last, watcher)

"""Questions about games played with several kinds of heaps, and about those of which no system of
kinds is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mexplore.reports.cli.subjects import EXPLAINED_HEAPS, Game, Subject, written_out
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.cli.places import Sum
    from mexplore.reports.documents.explain import Explained
    from mexplore.reports.documents.listing import ValueListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.library import Library
    from mexplore.rules.systems.game import SystemGame

USUAL_DIRECT = 12  # of words and graphs without a system of kinds
MOST_DIRECT = 5000  # the size of positions of a function
USUAL_GUESSED = 4096  # of a system that is guessed from a function


@dataclass(frozen=True)
class KindsOfHeaps(Game):
    """A game of which a system of kinds is known: G(n) is the value of a heap of n of the kind with
    which play starts."""

    system: SystemGame

    @property
    def game(self) -> SystemGame:
        return self.system

    def position(self, text: str) -> Sum | None:
        return written_out(self.system, text)

    def head(self) -> dict[str, Any]:
        return {"rule": str(self.system), "family": self.system.family}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.systems.sources import KindSource

        del store
        return KindSource(self.system, watcher)

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.systems.study import study_system
        from mexplore.reports.documents.system_report import SystemReport

        del store
        found = study_system(self.system, limits, watcher)
        return SystemReport(found.of_start, self.head(), found)

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        start = self.system.system.start
        return super().look_up([(start, n) for n in places], means, watcher)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        from mexplore.discover.questions.explain import about_game
        from mexplore.reports.documents.explain import explained_system

        del library
        heaps = positions or list(map(str, EXPLAINED_HEAPS))
        return explained_system(self.system, heaps, about_game(self.system))


@dataclass(frozen=True)
class WithoutSystem(Subject):
    """A game of words or graphs that has no system of finitely many kinds of heaps, and why: its
    values are computed one by one, as far as memory goes."""

    game: SystemGame
    why: str

    @property
    def name(self) -> str:
        return str(self.game)

    def head(self) -> dict[str, Any]:
        return {"rule": self.name, "family": self.game.family, "no_system": self.why}

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.systems.sources import DirectSource

        del store
        return DirectSource(self.game, watcher)

    @property
    def checked(self) -> tuple[int, int]:
        return 0, 12

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.reports.documents.system_report import WithoutSystemReport

        found = super().study(limits, watcher, store).sequence_study()
        return WithoutSystemReport(found, self.head(), game=self.game, why=self.why)

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        return super().terms(USUAL_DIRECT if last is None else last, watcher, store)

    def position(self, text: str) -> Sum | None:
        return written_out(self.game, text)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        del positions, library
        raise InputError(f"{self.game.words()} It has no system of finitely many kinds: {self.why}")


@dataclass(frozen=True)
class FromFunction(WithoutSystem):
    """Positions of a Python function, one of each size: their values are the function's own. A
    study goes on with a system of kinds that is guessed from them, if there is one."""

    def head(self) -> dict[str, Any]:
        return {"rule": self.name, "family": self.game.family}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.reports.documents.system_report import GuessedReport, WithoutSystemReport
        from mexplore.rules.systems.game import NoSystem

        try:
            found = self._guessed(limits, watcher)
        except NoSystem as why:
            own = Subject.study(self, limits, watcher, store).sequence_study()
            head = self.head() | {"no_system": str(why)}
            return WithoutSystemReport(own, head, game=self.game, why=str(why))
        return GuessedReport(found, self.head() | {"guessed": self.game.guessed}, game=self.game)

    def _guessed(self, limits: Limits, watcher: Watcher) -> Study:
        """The study of the values of the system that is guessed; NoSystem where there is none."""
        from mexplore.discover.heaps.study import study
        from mexplore.discover.systems.sources import KindSource

        source = KindSource(self.game, watcher)
        limits = replace(limits, max_terms=limits.max_terms or USUAL_GUESSED)
        return replace(study(None, limits, watcher, source), name=self.name)

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        """Beyond the function's own values by a law of the system that is guessed, if unproved
        answers are wanted."""
        from mexplore.discover.study.kind import LookedUp, Warrant
        from mexplore.discover.study.limits import Limits

        own = self._computed(places)
        if not own.missing or not means.unproved:
            return own
        best = self._guessed(Limits(means.budget), watcher).best
        if best is None or best.form is None:
            return own
        warrant = Warrant("holds so far", f"{best.claim.statement()}: {self.game.guessed}")
        return LookedUp(list(best.form.at_many(places)), (warrant,))

    def _computed(self, places: Sequence[Any]) -> LookedUp:
        """The function's own values, as far as memory goes."""
        from mexplore.discover.study.kind import LookedUp, Warrant

        values: list[int | None] = []
        missing = ""
        for n in places:
            try:
                if n > MOST_DIRECT:
                    raise TooLarge(f"{self.name}: values are computed up to n = {MOST_DIRECT}")
                values.append(self.game.value_of_start(n))
            except TooLarge as why:
                values.append(None)
                missing = f"{why}; --unproved goes on by a system that is guessed"
        computed = Warrant("computed", "computed from the function, with memory for parts")
        known = any(value is not None for value in values)
        return LookedUp(values, (computed,) * known, missing)

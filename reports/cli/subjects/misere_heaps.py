"""A rule of heaps under misère play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from mexplore.reports.cli.subjects.game import Game
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.listing import ValueListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.misere.game import Misere
    from mexplore.rules.rule import Rule

USUAL_LAST = 20  # heaps, whose genus can be computed


@dataclass(frozen=True)
class MisereHeaps(Game):
    """Sums of heaps of a rule, where who makes the last move loses."""

    rule: Rule

    @property
    def game(self) -> Misere:
        from mexplore.rules.misere.game import Misere

        return Misere(self.rule)

    def head(self) -> dict[str, Any]:
        from mexplore.rules.misere.game import PLAY

        return {"rule": str(self.rule), "play": PLAY}

    def source(self, watcher: Watcher, store: Store | None = None) -> NoReturn:
        del watcher, store
        raise InputError("classes of misère play are no sequence of numbers")

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.misere.study import study_misere
        from mexplore.reports.documents.misere_report import MisereReport

        del store
        return MisereReport(study_misere(self.game, limits, watcher), self.head())

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        from mexplore.reports.documents.listing import genera_listing

        del store
        return genera_listing(self.game, USUAL_LAST if last is None else last, watcher)

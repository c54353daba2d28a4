"""The base class of the games of a kind, which answers for their values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mexplore.reports.cli.subjects.subject import Subject

if TYPE_CHECKING:
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.kind import GameKind, LookedUp, Means
    from mexplore.rules.engine.grundy import Watcher


class Game(Subject):
    """A game of some kind: heaps, boards, or what other packages add."""

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

    def refuse_unreadable(self, formula: str) -> None:
        self.kind.refuse_unreadable(self.game, formula)

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[Any]:
        return self.kind.check_conjecture(self.game, formula, ends, seconds, watcher)

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        return self.values_at(numbers, means, watcher)

    def values_at(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        """Values at any places of the kind."""
        return self.kind.known_values(self.game, places, means, watcher).look_up(places)

"""The base class of the games of a ground, which answers for their values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.cli.subjects.subject import Subject

if TYPE_CHECKING:
    from discover.ground import ConclusionOf, Ground, LookedUp, Means
    from rules.computing.grundy import Watcher


class Game(Subject):
    """A game of some ground: heaps, boards, or what other packages add."""

    @property
    @abstractmethod
    def game(self) -> Any:
        """The game as the ground reads it."""

    @property
    def name(self) -> str:
        return str(self.game)

    @property
    def ground(self) -> Ground[Any]:
        """What it is played on."""
        from discover.ground import ground_of

        return ground_of(self.name)

    @property
    def checked(self) -> tuple[int, int]:
        return self.ground.checked

    def refuse_unreadable(self, formula: str) -> None:
        self.ground.refuse_unreadable(self.game, formula)

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> ConclusionOf[Any]:
        return self.ground.check_conjecture(self.game, formula, ends, seconds, watcher)

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> LookedUp:
        return self.values_at(numbers, means, watcher)

    def values_at(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        """Values at any places of the ground."""
        return self.ground.known_values(self.game, places, means, watcher).look_up(places)

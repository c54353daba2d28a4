"""The values with which play starts as evidence: by the system, or without one."""

from __future__ import annotations

from mexplore.discover.heaps.evidence.sources import Source
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import TooLarge
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.values import SystemValues

FIRST_TERMS = 256
FIRST_DIRECT = 12


class KindSource(Source):
    """The values of the heaps with which play starts, computed beside those of all other kinds."""

    def __init__(self, game: SystemGame, watcher: Watcher = no_progress) -> None:
        self.start = game.system.start
        self.table = SystemValues(game.system, watcher)

    @property
    def evidence(self) -> Evidence:
        return Evidence(self.table.values[self.start].copy())

    def extend(self, stop: int, deadline: float | None = None) -> Evidence:
        return Evidence(self.table.extend(stop, deadline)[self.start].copy())

    def first(self) -> int:
        return FIRST_TERMS

    def further(self, stop: int) -> int:
        return 2 * stop


class DirectSource(Source):
    """The values with which play starts, by the game's own definition: of games that have no system
    of finitely many kinds."""

    def __init__(self, game: SystemGame, watcher: Watcher = no_progress) -> None:
        self._game, self._watcher = game, watcher
        self._values: list[int] = []
        self._ended = False

    @property
    def evidence(self) -> Evidence:
        import numpy as np

        return Evidence(np.array(self._values, dtype=np.uint64))

    def extend(self, stop: int, deadline: float | None = None) -> Evidence:
        while len(self._values) < stop and not self._ended:
            if deadline is not None and working_seconds() > deadline and self._values:
                break
            self._watcher(Progress("values", len(self._values), stop))
            try:
                self._values.append(self._game.value_of_start(len(self._values), self._watcher))
            except TooLarge:
                if not self._values:
                    raise
                self._ended = True
        return self.evidence

    def first(self) -> int:
        return FIRST_DIRECT

    def further(self, stop: int) -> int:
        return stop + FIRST_DIRECT

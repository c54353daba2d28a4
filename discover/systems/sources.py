"""The values of one kind of heaps as evidence."""

from __future__ import annotations

from mexplore.discover.heaps.evidence.sources import Source
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.values import SystemValues

FIRST_TERMS = 256


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

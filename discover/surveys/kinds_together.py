"""A system of kinds of heaps in a batch: the values, claims and proofs of its study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mexplore.discover.surveys.batch import InBatch
from mexplore.discover.surveys.games import Settled
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.study import (
    FIRST_SIZES,
    all_kinds,
    judged,
    next_sizes,
    study_of_laws,
)
from mexplore.rules.errors import InputError
from mexplore.rules.systems.values import AGAIN, SystemValues

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.systems.patterns.pattern import KindValues
    from mexplore.rules.rule import Values
    from mexplore.rules.systems.game import SystemGame

CHEAP = 3e6
"""Pairs of heaps for the values of one system: a few milliseconds."""


class SystemInBatch(InBatch):
    """A system, all of whose kinds are looked at (`systems.study`).

    >>> from mexplore.discover.surveys.batch import settled_of
    >>> from mexplore.rules.systems.reading import read_system
    >>> texts = "word(o^n; oo -> ..)", "kinds A(n) -> A(n - 1) | A(n - 3); start A(n)"
    >>> games = [SystemInBatch.of(read_system(text)) for text in texts]
    >>> for i, settled in settled_of(dict(enumerate(games))):
    ...     print(i, settled.finding.claim.statement(), settled.certificate["theorem"])
    1 G(n + 2) = G(n) for all n >= 0 Guy-Smith for kinds
    0 G(n + 34) = G(n) for all n >= 53 Guy-Smith for kinds
    """

    first = FIRST_SIZES

    def __init__(self, game: SystemGame, table: SystemValues) -> None:
        self._game, self._table = game, table
        schemas = (plain.schema for row in table.tables.schemas for plain in row)
        self._pairs = sum(len(schema.parts) == 2 for schema in schemas)
        self._known: KindValues | None = None
        self._wanted = 0

    @classmethod
    def of(cls, game: SystemGame) -> SystemInBatch | None:
        """The system of a game, no heap of it valued yet; None where there is none, or no quick way
        to value it. What is wrong with a game is said by its study."""
        try:
            table = SystemValues(game.system, cold_from=AGAIN)  # for many it is compiled at once
        except InputError:
            return None
        return None if table.tables.wide else cls(game, table)

    def is_cheap(self, stop: int) -> bool:
        return self._pairs * stop * stop / 2 <= CHEAP

    def rows(self, stop: int) -> Sequence[Values]:
        self._table.extend(stop)
        self._known = all_kinds(self._table)
        return [evidence.values for evidence in self._known.of.values()]

    def considered(self, periods: list[list[Periodic]]) -> Settled | None:
        assert self._known is not None
        found = [
            judged(self._game, claim, self._known) for claim in KindLaws.shown(self._known, periods)
        ]
        self._wanted = max((each.wanted for each in found), default=0)
        proved = [each.finding for each in found if each.finding.proof is not None]
        if not any(finding.explains for finding in proved):
            return None
        study = study_of_laws(self._game, self._known, proved)
        (law,) = study.of_start.findings
        return Settled(law, study.of_start.evidence, study.certificate)

    def further(self, stop: int) -> int:
        return next_sizes(stop, self._wanted)

"""The results of studies of games on words, graphs and kinds of heaps: with a picture of moves."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from mexplore.discover.study.certificate import write_certificate
from mexplore.reports.documents.literature import library_json, sources_of
from mexplore.reports.documents.relatives import relatives_json
from mexplore.reports.documents.report import StudyReport
from mexplore.reports.documents.study import study_document
from mexplore.reports.documents.systems import system_document, system_json
from mexplore.reports.writers.document import Paragraph, Table
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.systems.study import SystemStudy
    from mexplore.reports.writers.document import Detail, Document, Figure
    from mexplore.rules.systems.game import SystemGame

MOVES = "moves"
"""The kind of picture that such games have besides those of sequences."""


@dataclass(frozen=True)
class GameReport(StudyReport):
    """Of a game whose moves are drawn before its values, if it has a picture."""

    @property
    @abstractmethod
    def drawn_game(self) -> SystemGame:
        """The game."""

    def sources(self) -> list[str]:
        return sources_of(self.drawn_game, self.study.theorem)

    def json(self) -> dict[str, Any]:
        return super().json() | library_json(self.drawn_game)

    def _of_values(self, command: str, detail: Detail, figures: Sequence[Figure]) -> Document:
        """The report of the values, which says whose they are."""
        relatives, game = self.relatives(detail), self.drawn_game
        return study_document(self.study, command, detail, figures, None, relatives, game)

    def picture(self, kind: str | None, path: Path) -> str:
        if kind != MOVES:
            return super().picture(kind, path)
        from mexplore.reports.plots.moves import MOVES_PICTURE

        MOVES_PICTURE.write(self.drawn_game, path)
        return kind

    def figures(self) -> list[Figure]:
        if not self.drawn_game.sample:
            return super().figures()
        from mexplore.reports.plots.moves import MOVES_PICTURE

        return [MOVES_PICTURE.inline(self.drawn_game), *super().figures()]

    def caption(self, kind: str) -> str:
        if kind != MOVES:
            return super().caption(kind)
        from mexplore.reports.plots.moves import MOVES_PICTURE

        return MOVES_PICTURE.words(self.drawn_game)

    def draw(self, folder: Path, suffix: str = ".png") -> list[Path]:
        values = super().draw(folder, suffix)
        if not self.drawn_game.sample:
            return values
        path = folder / f"{MOVES}{suffix}"
        self.picture(MOVES, path)
        return [path, *values]


@dataclass(frozen=True)
class SystemReport(GameReport):
    """Of a system of kinds of heaps: of the values with which play starts, and of all kinds."""

    system: SystemStudy

    @property
    def drawn_game(self) -> SystemGame:
        return self.system.game

    @property
    def law(self) -> tuple[Any, Any]:
        return self.system.game, self.system.proved

    @property
    def interrupted(self) -> bool:
        return self.system.ended == "interrupted"

    def with_laws(self, laws: tuple[Finding, ...]) -> Self:
        shown = super().with_laws(laws)
        return replace(shown, system=replace(shown.system, of_start=shown.study))

    def json(self) -> dict[str, Any]:
        return system_json(self.system) | relatives_json(self.nearest) | self.head

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        relatives = self.relatives(detail)
        return system_document(self.system, command, detail, figures, relatives)

    def sources(self) -> list[str]:
        return sources_of(self.system.game, self.system.theorem)

    def certificate(self) -> str | None:
        known = self.system.certificate
        return None if known is None else write_certificate(known)

    def log(self) -> str:
        study = self.system
        laws = [f"{f.claim.statement()}: {f.status}" for f in study.findings]
        refused = [f"{r.statement}: {r.theorem}: {r.reason}" for r in study.refusals]
        return "\n".join([*laws, *refused, f"ended: {study.ended}"])


@dataclass(frozen=True)
class WithoutSystemReport(GameReport):
    """Of the values of a game that has no system of finitely many kinds of heaps: says why."""

    game: SystemGame = field(kw_only=True)
    why: str = field(kw_only=True)

    @property
    def drawn_game(self) -> SystemGame:
        return self.game

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        document = self._of_values(command, detail, figures)
        reason = f"It has no system of finitely many kinds of heaps: {self.why}."
        document.add(Paragraph(f"{reason} Values are computed one by one, and no law is proved."))
        return document


@dataclass(frozen=True)
class GuessedReport(GameReport):
    """Of the values of a system that is guessed from a Python function: says so, and its kinds."""

    game: SystemGame = field(kw_only=True)

    @property
    def drawn_game(self) -> SystemGame:
        return self.game

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        document = self._of_values(command, detail, figures)
        guessed = self.game.guessed
        document.add(
            Paragraph(f"Evidence only: {guessed}. The values above are those of the guess.")
        )
        kinds = self.game.system.kinds
        rows = [[kinds[kind].name, self.game.describe(kind)] for kind in range(1, len(kinds))]
        document.add(Table(("kind", "heaps"), rows))
        return document

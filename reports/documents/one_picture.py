"""The results of studies that have one picture each: of boards, and of misère play."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.reports.documents.board import board_document, board_json
from mexplore.reports.documents.report import Report
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from mexplore.discover.boards.study import BoardStudy
    from mexplore.discover.misere.study import MisereStudy
    from mexplore.reports.plots.single import OnlyPicture
    from mexplore.reports.writers.document import Block, Detail, Document, Figure


class OnePicture(Report):
    """Of a study with one kind of picture."""

    other_kind: ClassVar[str]
    """Why a picture of another ``{kind}`` is refused."""

    @abstractmethod
    def plot(self) -> OnlyPicture:
        """What draws the picture."""

    def picture(self, kind: str | None, path: Path) -> str:
        plot = self.plot()
        if kind not in (None, plot.name):
            raise InputError(self.other_kind.format(kind=kind))
        plot.write(self.study, path)
        return plot.name

    def caption(self, kind: str) -> str:
        del kind
        return self.plot().words(self.study)

    def figures(self) -> list[Figure]:
        from mexplore.reports.plots.picture import NothingToShow

        try:
            return [self.plot().inline(self.study)]
        except NothingToShow:
            return []

    def draw(self, folder: Path, suffix: str = ".png") -> list[Path]:
        from mexplore.reports.plots.picture import NothingToShow
        from mexplore.reports.plots.plotting import make_folder

        make_folder(folder)
        path = folder / f"{self.plot().name}{suffix}"
        try:
            self.picture(None, path)
        except NothingToShow:
            return []
        return [path]


@dataclass(frozen=True)
class BoardReport(OnePicture):
    """Of a whole board."""

    other_kind: ClassVar[str] = "a whole board has no picture of {kind}; name a row by --row A"

    def picture(self, kind: str | None, path: Path) -> str:
        from mexplore.reports.plots.single import DIGITS

        if kind != DIGITS.name:
            return super().picture(kind, path)
        DIGITS.write(self.study, path)
        return kind

    def figures(self) -> list[Figure]:
        """The table, and a small automaton of who wins."""
        from mexplore.reports.plots.digits import is_small
        from mexplore.reports.plots.single import DIGITS

        small = is_small(self.study)
        return super().figures() + ([DIGITS.inline(self.study)] if small else [])

    def caption(self, kind: str) -> str:
        from mexplore.reports.plots.single import DIGITS

        return DIGITS.words(self.study) if kind == DIGITS.name else super().caption(kind)

    def draw(self, folder: Path, suffix: str = ".png") -> list[Path]:
        from mexplore.reports.plots.digits import is_small
        from mexplore.reports.plots.single import DIGITS

        written = super().draw(folder, suffix)
        if is_small(self.study):
            DIGITS.write(self.study, folder / f"{DIGITS.name}{suffix}")
            written.append(folder / f"{DIGITS.name}{suffix}")
        return written

    study: BoardStudy

    @property
    def law(self) -> tuple[Any, Any]:
        return self.study.board, self.study.proved

    def json(self) -> dict[str, Any]:
        return board_json(self.study)

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        return board_document(self.study, command, detail, figures)

    def for_newcomers(self) -> list[Block]:
        from mexplore.reports.documents.newcomers import about_board

        return about_board(self.study)

    def log(self) -> str:
        known = "x".join(map(str, self.study.table.shape))
        laws = [f"{f.claim.statement()}: {f.status}" for f in self.study.findings]
        refused = [f"{r.statement}: {r.theorem}: {r.reason}" for r in self.study.refusals]
        return "\n".join([f"{known} squares known", *laws, *refused, f"ended: {self.study.ended}"])

    def frame(self) -> pd.DataFrame:
        from mexplore.reports.documents.listing import BoardListing

        return BoardListing({}, self.study.table).frame()

    def plot(self) -> OnlyPicture:
        from mexplore.reports.plots.single import BOARD

        return BOARD


@dataclass(frozen=True)
class MisereReport(OnePicture):
    """Of a rule under misère play; ``head`` is what JSON says of the subject."""

    other_kind: ClassVar[str] = "under misère play there is the picture 'classes', and no other"

    study: MisereStudy
    head: dict[str, Any]

    @property
    def law(self) -> tuple[Any, Any]:
        return self.study.misere, next(iter(self.study.findings), None)

    def json(self) -> dict[str, Any]:
        from mexplore.reports.documents.misere import misere_json

        return self.head | misere_json(self.study)

    def document(self, command: str, detail: Detail, figures: Sequence[Figure] = ()) -> Document:
        from mexplore.reports.documents.misere import misere_document

        return misere_document(self.study, command, detail, figures)

    def sources(self) -> list[str]:
        from mexplore.reports.documents.literature import sources_of

        return sources_of(self.study.misere.rule, self.study.theorem)

    def for_newcomers(self) -> list[Block]:
        from mexplore.reports.documents.newcomers import about_misere

        return about_misere(self.study)

    def log(self) -> str:
        study = self.study
        laws = [f"{f.claim.statement()}: {f.status} by {f.theorem}" for f in study.findings]
        refused = [f"{r.statement}: {r.theorem}: {r.reason}" for r in study.refusals]
        grown = [f"heap {heap}: {order} classes" for heap, order in study.grown]
        return "\n".join([*grown, *refused, *laws, f"ended: {study.ended}"])

    def frame(self) -> pd.DataFrame:
        """The heaps that are told one by one, their classes, and whether they are lost alone."""
        import pandas as pd

        from mexplore.reports.documents.misere import listed_classes

        rows = listed_classes(self.study)
        return pd.DataFrame(rows, columns=["n", "class", "lost"])

    def plot(self) -> OnlyPicture:
        from mexplore.reports.plots.single import MISERE

        return MISERE

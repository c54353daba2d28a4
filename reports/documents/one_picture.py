"""Reports that have a certificate or none, and one picture: of families, and of misère play."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from mexplore.discover.study.certificate import write_certificate
from mexplore.reports.documents.report import Report
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.reports.writers.document import Figure


class Plot(Protocol):
    """A module of `reports.plots` that draws one kind of picture."""

    NAME: str

    def caption(self, study: Any) -> str:
        """What the picture shows."""

    def write(self, study: Any, path: Path) -> None:
        """Write the picture; NothingToShow where the study has nothing of the kind."""

    def inline(self, study: Any) -> Figure:
        """The picture as an element of a page."""


class OnePicture(Report):
    """Of a study with one kind of picture."""

    study: Any

    other_kind: ClassVar[str]
    """Why a picture of another ``{kind}`` is refused."""

    @abstractmethod
    def plot(self) -> Plot:
        """What draws the picture."""

    @property
    def interrupted(self) -> bool:
        return bool(self.study.ended == "interrupted")

    def certificate(self) -> str | None:
        known = self.study.certificate
        return None if known is None else write_certificate(known)

    def picture(self, kind: str | None, path: Path) -> str:
        plot = self.plot()
        if kind not in (None, plot.NAME):
            raise InputError(self.other_kind.format(kind=kind))
        plot.write(self.study, path)
        return plot.NAME

    def caption(self, kind: str) -> str:
        del kind
        return self.plot().caption(self.study)

    def figures(self) -> list[Figure]:
        from mexplore.reports.plots.picture import NothingToShow

        try:
            return [self.plot().inline(self.study)]
        except NothingToShow:
            return []

    def draw(self, folder: Path) -> list[Path]:
        from mexplore.reports.plots.picture import NothingToShow
        from mexplore.reports.plots.plotting import make_folder

        make_folder(folder)
        path = folder / f"{self.plot().NAME}.png"
        try:
            self.picture(None, path)
        except NothingToShow:
            return []
        return [path]

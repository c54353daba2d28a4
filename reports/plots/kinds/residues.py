"""What the law says of n by its remainder, or by its place between two powers of a ratio."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.plots.picture import Picture, of_law

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.reports.sections.section import Drawing


class ResiduesPicture(Picture):
    """The law itself; its section draws it."""

    kind: ClassVar[str] = "residues"
    place: ClassVar[int] = 5

    def drawing(self, study: Study) -> Drawing:
        return of_law(study, self.kind, "no law with residues was found (a period, or a ratio)")

    def caption(self, study: Study) -> str:
        del study
        return "The values by the place of n in a period, or between two powers of the ratio."

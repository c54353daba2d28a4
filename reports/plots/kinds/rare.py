"""How many rare positions of a sparse space there are up to n."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.plots.picture import Picture, of_law

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.reports.sections.section import Drawing


class RarePicture(Picture):
    """A staircase that ends to rise, if the rare positions come to an end."""

    kind: ClassVar[str] = "rare"
    place: ClassVar[int] = 6

    def drawing(self, study: Study) -> Drawing:
        reason = "no sparse space was found, so there are no rare values to show"
        return of_law(study, self.kind, reason)

    def caption(self, study: Study) -> str:
        del study
        return "How many rare positions there are up to n."

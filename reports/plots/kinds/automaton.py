"""The automaton of a law: by Graphviz where it is installed, else in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.plots.picture import Picture, of_law
from mexplore.reports.sections.known import section_of

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.reports.sections.section import Drawing


class AutomatonPicture(Picture):
    """States with their outputs, and arrows with the digits that lead along them."""

    kind: ClassVar[str] = "automaton"
    place: ClassVar[int] = 7

    def drawing(self, study: Study) -> Drawing:
        return of_law(study, self.kind, "no automaton was found, or one of too many states")

    def graph(self, study: Study) -> str | None:
        graphs = (section_of(finding.claim).graph(finding.claim) for finding in study.findings)
        return next((graph for graph in graphs if graph is not None), None)

    def caption(self, study: Study) -> str:
        del study
        return (
            "The automaton reads the digits of n, the most significant first, from state 0 "
            "on: an arrow has the digits that lead along it, a circle has state/value, and the "
            "last value is G(n)."
        )

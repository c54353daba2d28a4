"""A kind of picture: what it draws of a study, and what is said under it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.sections.known import section_of
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.reports.sections.section import Drawing, Marked


class NothingToShow(InputError):
    """The study has nothing that this kind of picture shows."""


class Picture(ABC):
    """Of a sequence."""

    kind: ClassVar[str]
    place: ClassVar[int]
    """Pictures stand in a report by their places."""

    @abstractmethod
    def drawing(self, study: Study) -> Drawing:
        """What draws it on axes; NothingToShow where the study has nothing of the kind."""

    @abstractmethod
    def caption(self, study: Study) -> str:
        """What is to be seen, in a sentence."""

    def graph(self, study: Study) -> str | None:
        """The picture as Graphviz text, where it is a graph."""
        del study
        return None


def of_law(study: Study, kind: str, reason: str) -> Drawing:
    """The drawing that one of the laws found has of this kind."""
    for finding in study.findings:
        drawing = section_of(finding.claim).drawing(kind, finding, study.evidence)
        if drawing is not None:
            return drawing
    raise NothingToShow(reason)


def marked(study: Study) -> Marked | None:
    """The n at which the best law that knows any fails: rare ones, exceptions."""
    for finding in study.findings:
        found = section_of(finding.claim).marked(finding, study.evidence)
        if found is not None and found.where:
            return found
    return None

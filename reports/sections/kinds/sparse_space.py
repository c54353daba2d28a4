"""Sparse spaces: the number of rare positions up to n."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.sparse import SparseSpace
from mexplore.reports.sections.section import Marked, Section

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern
    from mexplore.reports.sections.section import Drawing


class SparseSpaceSection(Section):
    """The bits of nearly all values that a mask selects have odd parity."""

    about: ClassVar[tuple[type[Pattern], ...]] = (SparseSpace,)

    def drawing(self, kind: str, finding: Finding, evidence: Evidence) -> Drawing | None:
        """How many rare positions there are up to n."""
        claim = finding.claim
        if kind != "rare" or not isinstance(claim, SparseSpace):
            return None
        where, stop = claim.rare_positions(evidence), evidence.stop
        if not where:
            return None

        def draw(axes: Axes) -> None:
            from mexplore.reports.writers.drawing import BLUE

            axes.step([*where, stop], [*range(1, len(where) + 1), len(where)], where="post",
                      color=BLUE)  # fmt: skip
            axes.set_xscale("log")
            axes.set_xlabel("n")
            axes.set_ylabel("rare positions up to n")

        return draw

    def marked(self, finding: Finding, evidence: Evidence) -> Marked | None:
        """The rare positions."""
        claim = finding.claim
        if not isinstance(claim, SparseSpace):
            return None
        what = "rare values, outside the space of the common ones"
        return Marked("rare", what, claim.rare_positions(evidence))

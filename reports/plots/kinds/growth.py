"""How the starts of runs grow: a straight line on a logarithmic axis is a geometric law."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.plots.kinds.runs import known_runs
from mexplore.reports.plots.picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mexplore.discover.heaps.study import Study
    from mexplore.reports.sections.section import Drawing

MOST_RUNS = 400


class GrowthPicture(Picture):
    """A point at (i, start of run i)."""

    kind: ClassVar[str] = "growth"
    place: ClassVar[int] = 3

    def drawing(self, study: Study) -> Drawing:
        shown = known_runs(study)[:MOST_RUNS]

        def draw(axes: Axes) -> None:
            from mexplore.reports.writers.drawing import BLUE

            axes.set_yscale("log")
            starts = [float(run.start) for run in shown]
            axes.plot(range(1, len(shown) + 1), starts, ".-", color=BLUE, markersize=3,
                      linewidth=0.6)  # fmt: skip
            axes.set_xlabel("number of the run")
            axes.set_ylabel("its start")

        return draw

    def caption(self, study: Study) -> str:
        del study
        return "Where the runs of equal values start: a straight line means a constant ratio."

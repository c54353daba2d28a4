"""How often each value is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.plots.picture import Picture, marked

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mexplore.discover.heaps.study import Study
    from mexplore.reports.sections.section import Drawing

UNEVEN = 500  # where the counts differ by such a factor, their axis is logarithmic


class HistogramPicture(Picture):
    """A bar a value; of it, how often it is taken where the law fails."""

    kind: ClassVar[str] = "histogram"
    place: ClassVar[int] = 4

    def drawing(self, study: Study) -> Drawing:
        import numpy as np

        values, found = study.evidence.values, marked(study)
        taken, counts = np.unique(values, return_counts=True)

        def draw(axes: Axes) -> None:
            from mexplore.reports.writers.drawing import BLUE, ORANGE

            axes.bar(taken.astype(int), counts, color=BLUE, width=0.8)
            where = [n for n in found.where if n < len(values)] if found else []
            if found is not None and where:
                odd, often = np.unique(values[where], return_counts=True)
                axes.bar(odd.astype(int), often, color=ORANGE, width=0.8, label=found.name)
                axes.legend(loc="lower right", bbox_to_anchor=(1, 1), frameon=False, borderpad=0)
            if counts.max() > UNEVEN * counts.min():
                axes.set_yscale("log")
            axes.set_xlabel("value")
            axes.set_ylabel("how often")

        return draw

    def caption(self, study: Study) -> str:
        return f"How often each value is taken among n < {len(study.evidence.values)}."

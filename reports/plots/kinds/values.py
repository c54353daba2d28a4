"""Values over n, with those that break the law marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.plots.picture import Picture, marked

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mexplore.discover.heaps.study import Study
    from mexplore.reports.sections.section import Drawing

MOST_POINTS = 200_000
MOST_DRAWN = 3000  # points that are drawn one by one; more are one image within the picture


class ValuesPicture(Picture):
    """A point at (n, G(n))."""

    kind: ClassVar[str] = "values"
    place: ClassVar[int] = 1

    def drawing(self, study: Study) -> Drawing:
        values = study.evidence.values[:MOST_POINTS]
        found = marked(study)

        def draw(axes: Axes) -> None:
            from mexplore.reports.writers.drawing import BLUE, ORANGE

            many = len(values) > MOST_DRAWN
            size = 1.0 if many else 3.0
            axes.plot(range(len(values)), values, ".", color=BLUE, markersize=size,
                      markeredgewidth=0, rasterized=many)  # fmt: skip
            where = [n for n in found.where if n < len(values)] if found else []
            if found is not None and where:
                name = f"{found.name} ({len(where)})"
                axes.plot(where, values[where], "x", color=ORANGE, markersize=3.5, label=name,
                          rasterized=len(where) > MOST_DRAWN)  # fmt: skip
                axes.legend(loc="lower right", bbox_to_anchor=(1, 1), frameon=False, borderpad=0)
            axes.set_xlabel("n")
            axes.set_ylabel("G(n)")

        return draw

    def caption(self, study: Study) -> str:
        stop = min(len(study.evidence.values), MOST_POINTS)
        found = marked(study)
        crosses = f" Crosses: {found.what}." if found else ""
        return f"The values G(n) for n < {stop}.{crosses}"

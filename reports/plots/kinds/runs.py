"""Runs of equal values on a logarithmic axis, with the multiples of powers that bound them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from mexplore.reports.plots.picture import NothingToShow, Picture
from mexplore.reports.sections.known import section_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from mexplore.discover.heaps.study import Study
    from mexplore.reports.sections.section import Drawing, Multiples
    from mexplore.rules.engine.runs import Run

MOST_RUNS = 48
MOST_NAMED = 6  # multiples with a colour of their own
LARGEST = 10**300  # a float holds no more
STYLES = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 4)))


class RunsPicture(Picture):
    """A bar from the start to the stop of each run, at the height of its value."""

    kind: ClassVar[str] = "runs"
    place: ClassVar[int] = 2

    def drawing(self, study: Study) -> Drawing:
        shown, multiples = known_runs(study)[:MOST_RUNS], _multiples(study)

        def draw(axes: Axes) -> None:
            from mexplore.reports.writers.drawing import BLUE

            axes.set_xscale("log", base=multiples.ratio if multiples else 10)
            starts, stops = [run.start for run in shown], [run.stop for run in shown]
            axes.hlines([run.value for run in shown], starts, stops, colors=BLUE, linewidth=2.5)
            axes.set_xlim(starts[0], stops[-1])
            if multiples is not None:
                _draw_boundaries(axes, multiples, starts[0], stops[-1])
            axes.set_xlabel("n")
            axes.set_ylabel("G(n)")

        return draw

    def caption(self, study: Study) -> str:
        multiples = _multiples(study)
        shown = min(len(known_runs(study)), MOST_RUNS)
        lines = ""
        if multiples is not None:
            name = f"m*{multiples.ratio}^k" + " + 1" * multiples.shift
            listed = ", ".join(map(str, multiples.factors))
            lines = f" Lines: n = {name}, m = {listed}."
        return f"The first {shown} runs of equal values, on a logarithmic axis.{lines}"


def known_runs(study: Study) -> list[Run]:
    """The runs that an axis can show; NothingToShow where values are not computed by runs."""
    if study.evidence.by_runs is None:
        raise NothingToShow("only rules that are computed by runs have a picture of runs")
    found = [run for run in study.evidence.runs if run.start > 0 and run.stop < LARGEST]
    if not found:
        raise NothingToShow("there is no run of equal values beyond n = 0")
    return found


def boundaries(multiples: Multiples, low: int, high: int) -> dict[Fraction, list[int]]:
    """For each factor m the boundaries low <= ceil(m*c^k) + shift <= high.

    >>> from mexplore.reports.sections.section import Multiples
    >>> found = boundaries(Multiples(12, (Fraction(1), Fraction(4, 3))), 12, 200)
    >>> {str(m): where for m, where in found.items()}
    {'1': [12, 144], '4/3': [16, 192]}
    """
    found: dict[Fraction, list[int]] = {}
    for factor in multiples.factors:
        where, power = [], 1
        while factor * power <= high:
            n = -(-factor.numerator * power // factor.denominator) + multiples.shift
            where += [n] if low <= n <= high else []
            power *= multiples.ratio
        found[factor] = where
    return found


def _multiples(study: Study) -> Multiples | None:
    for finding in study.findings:
        found = section_of(finding.claim).multiples(finding)
        if found is not None:
            return found
    return None


def _draw_boundaries(axes: Axes, multiples: Multiples, low: int, high: int) -> None:
    from mexplore.reports.writers.drawing import COLOURS, GREY

    found = boundaries(multiples, low, high)
    few = len(found) <= MOST_NAMED
    for i, (factor, where) in enumerate(found.items()):
        colour, style = (COLOURS[i], STYLES[i]) if few else (GREY, ":")
        for j, n in enumerate(where):
            label = f"{factor}·" if factor != 1 else ""
            name = f"{label}{multiples.ratio}$^k$" + " + 1" * multiples.shift
            axes.axvline(n, color=colour, linestyle=style, linewidth=0.7, zorder=0,
                         label=name if few and not j else None)  # fmt: skip
    if few:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(found),
                    frameon=False, handlelength=1.6, columnspacing=1.0)  # fmt: skip

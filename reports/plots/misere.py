"""The picture of misère play: the class of each heap, the lost heaps marked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.reports.plots.picture import NothingToShow
from mexplore.reports.writers.document import Figure as Shown
from mexplore.reports.writers.drawing import (
    BLUE,
    ORANGE,
    new_figure,
    save,
    styled,
    svg_of,
    whole_numbers,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mexplore.discover.misere.study import MisereStudy

NAME = "classes"
PERIODS = 3  # that are drawn, after the preperiod
MOST_HEAPS = 2000
NAMED = 30  # classes whose names stand beside the axis


def caption(study: MisereStudy) -> str:
    """What the picture shows."""
    del study
    return "The class of each heap, classes in the order of their first heaps; lost ones marked."


def write(study: MisereStudy, path: Path) -> None:
    """Write the picture."""
    with styled():
        save(_figure(study, titled=True), path)


def inline(study: MisereStudy) -> Shown:
    """The picture as an element of a page."""
    with styled(inside=True):
        return Shown("", caption(study), svg_of(_figure(study), NAME, caption(study)))


def _figure(study: MisereStudy, *, titled: bool = False) -> Figure:
    law = study.law
    if not isinstance(law, ClassesOfHeaps) or not law.listed:
        raise NothingToShow("no classes of heaps were listed, as sums are played by nim-values")
    name_of = study.presentation.name_of if study.presentation is not None else law.name_of
    last = len(law.listed) + (PERIODS - 1) * law.repeats_with
    heaps = range(1, min(last, MOST_HEAPS) + 1)
    classes = [law.class_of(n) for n in heaps]
    rows = {q: i for i, q in enumerate(dict.fromkeys(classes))}
    figure = new_figure(3.0)
    axes = figure.subplots()
    for lost, colour, mark in ((False, BLUE, "."), (True, ORANGE, "x")):
        drawn = [
            (n, rows[q]) for n, q in zip(heaps, classes, strict=True) if law.is_lost(q) == lost
        ]
        if drawn:
            label = "lost alone" if lost else "won alone"
            axes.plot(*zip(*drawn, strict=True), mark, color=colour, markersize=4, label=label)
    if law.repeats_with:
        axes.axvline(law.preperiod - 0.5, color=BLUE, linewidth=0.5, linestyle=":")
    whole_numbers(axes)
    if len(rows) <= NAMED:
        axes.set_yticks(list(rows.values()), [name_of(q) for q in rows], fontsize=6)
    axes.set_xlabel("n")
    axes.set_ylabel("class")
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), frameon=False, borderpad=0, ncols=2)
    if titled:
        figure.suptitle(f"misère {study.misere.rule}", x=0.02, ha="left")
    return figure

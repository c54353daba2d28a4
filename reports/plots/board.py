"""The picture of a board: its values as colours, x downwards and y to the right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.reports.plots.plotting import in_lines
from mexplore.reports.writers.document import Figure as Shown
from mexplore.reports.writers.drawing import (
    heat_map,
    new_figure,
    save,
    styled,
    svg_of,
    whole_numbers,
)
from mexplore.reports.writers.prose import above_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mexplore.discover.boards.study import BoardStudy
    from mexplore.rules.boards.kernel import BoardValues

NAME = "board"


def caption(study: BoardStudy) -> str:
    """What the picture shows."""
    del study
    return NAME


def write(study: BoardStudy, path: Path) -> None:
    """Write the picture."""
    title = above_picture(str(study.board)) or "The values of a board"
    with styled():
        save(_figure(study.table, title), path)


def inline(study: BoardStudy) -> Shown:
    """The picture as an element of a page."""
    height, width = study.table.shape
    words = f"The values G(x, y) for x < {height}, y < {width}: x downwards, y to the right."
    with styled(inside=True):
        return Shown("", words, svg_of(_figure(study.table), "picture-board", words))


def _figure(table: BoardValues, title: str = "") -> Figure:
    """With numbers on a small one."""
    figure = new_figure(3.0)
    axes = figure.subplots()
    heat_map(axes, table, "G(x, y)")
    whole_numbers(axes)
    axes.set_xlabel("y")
    axes.set_ylabel("x")
    if title:
        figure.suptitle(in_lines(title))
    return figure

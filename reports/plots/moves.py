"""A position of a game on words or graphs and moves from it: before each move to the left, after it
to the right, what the move touches marked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mexplore.reports.plots.picture import NothingToShow
from mexplore.reports.plots.plotting import OTHERS, in_lines
from mexplore.reports.plots.single import OnlyPicture
from mexplore.reports.writers.drawing import COLUMN, GREY, INK, ORANGE, new_figure
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mexplore.rules.systems.game import SystemGame
    from mexplore.rules.systems.sample import Layout, Place, SampleMove

NAME = "moves"
APART = 2.0  # between the two positions, in cells
ABOVE, BELOW = 1.1, 1.1  # for the words of a move
LARGEST_CELL = 0.17  # inches
POINTS = 72  # an inch
LETTER, BEAD, VERTEX = 0.6, 0.84, 0.4  # sizes of a letter and of circles, in cells
INSIDE = 0.08  # how far the edge of an empty cell stands from its neighbours
LINE = 0.14  # inches of a title
LEAST_LETTERS, LARGEST_LETTERS = 5.0, 7.0  # points


def _words(game: SystemGame) -> str:
    """The caption."""
    vertices = any(move.layout.lines for move in _sample(game))
    what = "vertices that it deletes" if vertices else "cells that it looks at"
    return f"A move of each sort: to the left the {what}, to the right what is left."


def _sample(game: SystemGame) -> tuple[SampleMove, ...]:
    found = game.sample
    if not found:
        raise NothingToShow(f"--kind moves needs {OTHERS['moves']}")
    return found


def _draw(game: SystemGame, *, titled: bool = False) -> Figure:
    """Each move in a band of its own, from the top downwards."""
    moves = _sample(game)
    widest = max(_size(move.layout)[0] for move in moves)
    cell = min(COLUMN / (2 * widest + APART + 2), LARGEST_CELL)
    heights = [_size(move.layout)[1] + ABOVE + BELOW for move in moves]
    title = in_lines(str(game)) if titled else ""
    above = LINE * (title.count("\n") + 1.5) if titled else 0.0
    whole = cell * sum(heights) + above
    figure = new_figure(whole)
    figure.set_layout_engine("none")  # one cell is as large as it is said to be
    figure.suptitle(title, fontsize=LARGEST_LETTERS)
    axes = figure.add_axes((0, 0, 1, 1 - above / whole))
    axes.set_axis_off()
    axes.set_xlim(-1, COLUMN / cell - 1)
    axes.set_ylim(-sum(heights), 0)
    top = 0.0
    for move, height in zip(moves, heights, strict=True):
        _band(_Pen(axes, move, cell * POINTS), top, widest + APART)
        top -= height
    return figure


def _size(layout: Layout) -> tuple[float, float]:
    """Width and height of what is drawn, in cells."""
    across, up = zip(*layout.places, strict=True)
    return max(across) - min(across) + 1, max(up) - min(up) + 1


@dataclass(frozen=True)
class _Pen:
    """Draws one move, with cells of this many points."""

    axes: Axes
    move: SampleMove
    cell: float

    def write(self, x: float, y: float, text: str) -> None:
        size = max(min(self.cell / 2, LARGEST_LETTERS), LEAST_LETTERS)
        self.axes.text(x, y, text, va="center", fontsize=size, color=INK)

    def position(self, shown: tuple[str, ...], x: float, y: float) -> None:
        """The position whose upper left cell is here."""
        layout, at = self.move.layout, self.move.at
        left, high = min(p[0] for p in layout.places), max(p[1] for p in layout.places)
        places = [(px - left + x, py - high + y) for px, py in layout.places]
        self.lines([(places[u], places[v]) for u, v in layout.lines if shown[u] and shown[v]])
        for touched in (False, True):
            points = [n for n in range(len(places)) if (n in at) == touched]
            self.there([places[n] for n in points if shown[n]], touched=touched)
            self.gone([places[n] for n in points if not shown[n]], touched=touched)
        if layout.cells:
            for (px, py), text in zip(places, shown, strict=True):
                self.axes.text(px, py, text, ha="center", va="center_baseline", color=INK,
                               fontsize=LETTER * self.cell)  # fmt: skip

    def lines(self, ends: list[tuple[Place, Place]]) -> None:
        from matplotlib.collections import LineCollection

        self.axes.add_collection(LineCollection(ends, colors=INK, linewidths=0.8, zorder=1))

    def there(self, places: list[Place], *, touched: bool) -> None:
        """Cells, beads or vertices; those that the move touches stand out."""
        if not places:
            return
        colour, cells = ORANGE if touched else INK, self.move.layout.cells
        side = 1 if self.is_row else BEAD if cells else VERTEX
        self.axes.plot(
            *zip(*places, strict=True),
            "s" if self.is_row else "o",
            markersize=side * self.cell,
            markerfacecolor="none" if cells else colour,
            markeredgecolor=colour,
            markeredgewidth=1.2 if touched else 0.7,
            zorder=2 + touched,
        )

    def gone(self, places: list[Place], *, touched: bool) -> None:
        """Where there was something: a dotted edge of a cell, a hollow vertex."""
        from matplotlib.patches import Circle, Rectangle

        cells, inside = self.move.layout.cells, 1 - 2 * INSIDE
        style: dict[str, Any] = {
            "edgecolor": ORANGE if touched else GREY,
            "facecolor": "none",
            "linestyle": ":" if cells else "-",
            "linewidth": 1.0 if cells else 0.7,
        }
        for x, y in places:
            if self.is_row:
                corner = x - inside / 2, y - inside / 2
                self.axes.add_patch(Rectangle(corner, inside, inside, **style))
            else:
                self.axes.add_patch(Circle((x, y), (BEAD if cells else VERTEX) / 2, **style))

    @property
    def is_row(self) -> bool:
        """Whether its cells stand side by side, not on a ring."""
        layout = self.move.layout
        return layout.cells and not any(up for _, up in layout.places)


def _band(pen: _Pen, top: float, second: float) -> None:
    """The rule above, the two positions with an arrow between them, and what is left below."""
    move, (_, height) = pen.move, _size(pen.move.layout)
    pen.write(-0.5, top - ABOVE / 2, move.words)
    level = top - ABOVE - 0.5
    middle = level - (height - 1) / 2
    pen.position(move.before, 0, level)
    pen.position(move.after, second, level)
    arrow = {"arrowstyle": "->", "color": INK, "linewidth": 0.8}
    pen.axes.annotate("", (second - 0.8, middle), (second - APART + 0.3, middle), arrowprops=arrow)
    pen.write(second - 0.5, top - ABOVE - height - BELOW / 2, move.leaves)


MOVES_PICTURE = OnlyPicture(NAME, _words, _draw, "picture-moves")

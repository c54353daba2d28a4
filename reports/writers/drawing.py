"""How pictures look and how they are written: one size, that of a column of a paper.

Colours are those of Okabe and Ito (2008) and the map *cividis* (Nunez, Anderton and Renslow, PLOS
ONE 13, 2018), which readers distinguish who cannot tell red from green. The same study gives the
same bytes of SVG: there is no date in them, and their names do not change.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html import escape
from io import BytesIO, StringIO
from pathlib import Path
from shutil import which
from subprocess import SubprocessError, run
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    import numpy.typing as npt
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#808080"
COLOURS = ("#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#808080")
COLOUR_MAP = "cividis"
COLUMN = 3.4  # inches
ON_BRIGHT = "#101010"  # numbers on bright squares, dark on a dark page too
INK = "#1b1c1d"  # of letters and axes; within a page it is the page's own
DOTS, SCREEN = 300, 160  # an inch, of a file and in a notebook
_STYLE = {
    "font.size": 8, "axes.titlesize": 8, "axes.labelsize": 8, "legend.fontsize": 7,
    "xtick.labelsize": 7, "ytick.labelsize": 7, "axes.linewidth": 0.6,
    "axes.spines.top": False, "axes.spines.right": False,
    "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK,
    "xtick.color": INK, "ytick.color": INK, "legend.handlelength": 1.4,
    "svg.hashsalt": "mexplore",
}  # fmt: skip
_NO_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
MOST_WRITTEN = 16  # rows and columns of squares whose values are written


def check_pictures(path: Path | None = None) -> None:
    """Raise InputError, before the work begins, if no picture of this suffix can be drawn."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("pictures need matplotlib: pip install matplotlib") from None
    if path is None:
        return
    known = Figure().canvas.get_supported_filetypes()
    if path.suffix and path.suffix[1:].lower() not in known:
        raise InputError(f"{path}: no picture has this suffix; name a .png, .svg or .pdf")


@contextmanager
def styled(*, inside: bool = False) -> Iterator[None]:
    """Draw in this style; for a picture ``inside`` a page, letters stay text and the background is
    that of the page."""
    check_pictures()
    from matplotlib import rc_context

    paper = "none" if inside else "white"
    papers = {"figure.facecolor": paper, "axes.facecolor": paper, "savefig.facecolor": paper}
    letters = {"svg.fonttype": "none" if inside else "path"}
    style: dict[Any, Any] = {**_STYLE, **papers, **letters}
    with rc_context(style):
        yield


def new_figure(height: float = 2.4) -> Figure:
    """A figure as wide as a column, which shows itself in a notebook."""
    return _figures()(figsize=(COLUMN, height), layout="constrained")


@cache
def _figures() -> type[Figure]:
    from matplotlib.figure import Figure

    class Picture(Figure):
        """A figure with a picture for notebooks, which by themselves show only those of pyplot."""

        def _repr_png_(self) -> bytes:
            content = BytesIO()
            self.savefig(content, format="png", dpi=SCREEN, metadata={"Software": None})
            return content.getvalue()

    return Picture


def save(figure: Figure, path: Path) -> None:
    """In the format that the name's ending says."""
    from mexplore.reports.writers.output import written

    form = path.suffix[1:].lower()
    try:
        with written(path) as file:
            figure.savefig(file, dpi=DOTS, format=form or None, metadata=_NO_DATE.get(form))
    except ValueError as error:
        raise InputError(f"cannot write {path}: {error}") from None


def svg_of(figure: Figure, name: str, caption: str) -> str:
    """As an element that stands within a page."""
    text = StringIO()
    figure.savefig(text, format="svg", dpi=DOTS, metadata=_NO_DATE["svg"])
    return within_page(text.getvalue(), name, caption)


def within_page(svg: str, name: str, caption: str) -> str:
    """A file of SVG as an element of a page, with names of its own and the page's colour and width.

    >>> file = '<?xml version="1.0"?><svg width="9pt" viewBox="0 0 9 9"><g id="a" fill="black"/>'
    >>> within_page(file + '<use href="#a"/></svg>', "p", "1 < 2")[:72]
    '<svg role="img" aria-label="1 &lt; 2" viewBox="0 0 9 9"><g id="p-a" fill'
    """
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.DOTALL)
    opening, rest = svg.split(">", 1)
    opening = re.sub(r'\s(width|height|version|xmlns(:\w+)?)="[^"]*"', "", opening)
    opening = opening.replace("<svg", f'<svg role="img" aria-label="{escape(caption)}"', 1)
    rest = re.sub(r'\bid="', f'id="{name}-', rest)
    rest = re.sub(r'(url\(|href=")#', rf"\1#{name}-", rest)
    rest = re.sub(r'="black"', '="currentColor"', rest.replace(INK, "currentColor"))
    return f"{opening}>{rest}"


def whole_numbers(axes: Axes) -> None:
    """Values, residues and n are whole numbers: so are the marks of a linear axis."""
    from matplotlib.ticker import MaxNLocator

    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "linear":
            axis.set_major_locator(MaxNLocator(nbins=7, integer=True, min_n_ticks=1))


def heat_map(axes: Axes, table: npt.NDArray[Any], label: str) -> None:
    """Numbers as colours, with a colour bar of whole numbers; written where they are few. Squares
    with a negative number are left empty."""
    import numpy as np
    from matplotlib.ticker import MaxNLocator

    shown = np.ma.masked_less(table, 0)
    square = max(table.shape) <= 3 * min(table.shape)
    image = axes.imshow(shown, cmap=COLOUR_MAP, interpolation="nearest",
                        aspect="equal" if square else "auto")  # fmt: skip
    ticks = MaxNLocator(nbins=7, integer=True, min_n_ticks=1)
    axes.get_figure(root=True).colorbar(image, ax=axes, label=label, ticks=ticks, shrink=0.9)  # type: ignore[union-attr]
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
    if max(table.shape) <= MOST_WRITTEN:
        _write_numbers(axes, table)


def _write_numbers(axes: Axes, table: npt.NDArray[Any]) -> None:
    """Each number on its square, dark on light colours and light on dark ones."""
    bright = 0.55 * max(int(table.max()), 1)
    size = 7 if max(table.shape) <= MOST_WRITTEN // 2 else 5.5
    for x, row in enumerate(table.tolist()):
        for y, value in enumerate(row):
            if value >= 0:
                colour = ON_BRIGHT if value > bright else "white"
                axes.text(y, x, str(value), ha="center", va="center", color=colour, fontsize=size)


ENDINGS = (".dot", ".gv")  # the text itself
DRAWN = (".png", ".svg", ".pdf")
SECONDS = 60
LINE = 64  # characters of a line below a graph


def check_graph(path: Path) -> None:
    """Raise InputError if the drawing of an automaton cannot have this name."""
    if path.suffix.lower() not in (*ENDINGS, *DRAWN):
        raise InputError(
            f"{path}: no automaton has this suffix; name a .dot (Graphviz text), .png, .svg or .pdf"
        )
    if path.suffix.lower() in DRAWN and which("dot") is None:
        check_pictures(path)


def drawn_by_dot(graph: str, ending: str, below: str = "") -> bytes | None:
    """The graph in a format of dot (``svg``), with a text below it; None where dot is not
    installed or fails."""
    program = which("dot")
    if program is None:
        return None
    more = ["-Gdpi=300"] if ending == "png" else ["-Gbgcolor=transparent"]
    labelled = ["-Glabel=" + "\\n".join(wrap(below, LINE)), "-Gfontsize=11"] if below else []
    command = [program, f"-T{ending}", "-Gfontname=sans-serif", "-Nfontname=sans-serif",
               "-Efontname=sans-serif", *labelled, *more]  # fmt: skip
    undated = os.environ | {"SOURCE_DATE_EPOCH": "0"}
    try:
        ended = run(command, input=graph.encode(), capture_output=True, timeout=SECONDS,
                    env=undated, check=True)  # fmt: skip
    except (SubprocessError, OSError):
        return None
    return ended.stdout

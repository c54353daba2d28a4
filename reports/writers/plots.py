"""Pictures of a sequence or of a board, by matplotlib.

Values, runs and a histogram there are of any sequence; a kind of law adds its own in
``reports/sections``: residues, rare positions, an automaton as Graphviz text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from reports.documents.known import section_of
from rules.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from discover.study import Study
    from reports.documents.section import Drawing
    from rules.boards.kernel import BoardValues

MOST_POINTS = 200_000
MOST_RUNS = 2000
TITLE_WIDTH, TITLE_LINES = 80, 4  # characters and lines of a board's rule above its picture
MOST_WRITTEN = 24  # rows and columns of a board whose values are written
OF_LAWS = {
    "residues": "no law with residues was found (a period, or a ratio)",
    "rare": "no sparse space was found, so there are no rare values to show",
}


class NothingToShow(InputError):
    """The study has nothing that this kind of picture shows."""


def plot(study: Study, kind: str, path: Path) -> None:
    """Write one picture; the format follows the name's ending (png, svg, pdf; dot for automata).

    InputError if matplotlib is missing, or the study has nothing of this kind to show.
    """
    if kind == "board":
        raise InputError("--kind board needs a board, such as '(x, y) -> [(x - 1, y)]'")
    if kind == "automaton":
        _write_graph(study, path)
        return
    _save(drawn(study, kind), path)


def drawn(study: Study, kind: str) -> Figure:
    """One picture; InputError if matplotlib is missing, or there is nothing of this kind."""
    kinds = (*_OF_ANY, *OF_LAWS)
    if kind not in kinds:
        raise InputError(f"there is no picture {kind!r}; the kinds are {', '.join(kinds)}")
    draw = _drawing_of_law(study, kind) if kind in OF_LAWS else _drawing(study, kind)
    figure = _figure((9, 5))
    axes = figure.subplots()
    draw(axes)
    _whole_numbers(axes)
    axes.set_title(f"{study.rule or study.name or 'the sequence'}: {kind}")
    return figure


def plot_all(study: Study, folder: Path) -> list[Path]:
    """Write every picture that the study has something for; the folder is made if need be."""
    make_folder(folder)
    written = []
    for kind in (*_OF_ANY, *OF_LAWS):
        path = folder / f"{kind}.png"
        try:
            plot(study, kind, path)
        except NothingToShow:
            continue
        written.append(path)
    return written


def plot_board(table: BoardValues, title: str, path: Path) -> None:
    """The values of a board as colours, x downwards and y to the right; numbers on a small one."""
    from matplotlib.ticker import MaxNLocator

    figure = _figure((7, 6))
    axes = figure.subplots()
    image = axes.imshow(table, cmap="viridis", interpolation="nearest")
    figure.colorbar(image, ax=axes, label="G(x, y)", ticks=MaxNLocator(integer=True))
    axes.set_xlabel("y")
    axes.set_ylabel("x")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    lines = textwrap.wrap(title, TITLE_WIDTH)
    more = ["..."] * (len(lines) > TITLE_LINES)
    axes.set_title("\n".join(lines[:TITLE_LINES] + more), fontsize="small")
    if max(table.shape) <= MOST_WRITTEN:
        _write_values(axes, table)
    _save(figure, path)


def make_folder(folder: Path) -> None:
    """Make the folder, in one that is there."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {folder}: {error.strerror}") from None


def check_pictures(path: Path | None = None) -> None:
    """Raise InputError if no picture can be drawn, or none of this ending: told before the work."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("pictures need matplotlib: install mexplore[plots]") from None
    if path is None:
        return
    known = Figure().canvas.get_supported_filetypes()
    if path.suffix and path.suffix[1:].lower() not in known:
        raise InputError(f"{path}: no picture ends so; name a .png, .svg or .pdf")


def check_drawing(path: Path) -> None:
    """Raise InputError if the drawing of an automaton cannot have this name."""
    if path.suffix not in (".dot", ".gv"):
        raise InputError(f"an automaton is written as Graphviz text: name {path.stem}.dot")


def _figure(size: tuple[int, int]) -> Figure:
    check_pictures()
    from matplotlib.figure import Figure

    return Figure(figsize=size, layout="constrained")


def _save(figure: Figure, path: Path) -> None:
    try:
        figure.savefig(path, dpi=120)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"cannot write {path}: {error}") from None


def _whole_numbers(axes: Axes) -> None:
    """Values, residues and n are whole numbers: so are the marks of a linear axis."""
    from matplotlib.ticker import MaxNLocator

    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "linear":
            axis.set_major_locator(MaxNLocator(integer=True))


def _write_values(axes: Axes, table: BoardValues) -> None:
    """Each value on its square, light on dark colours and dark on light ones."""
    bright = 0.6 * max(int(table.max()), 1)
    for x, row in enumerate(table.tolist()):
        for y, value in enumerate(row):
            colour = "black" if value > bright else "white"
            axes.text(y, x, str(value), ha="center", va="center", color=colour)


# What there is of any sequence.


def _drawing(study: Study, kind: str) -> Drawing:
    def draw(axes: Axes) -> None:
        _OF_ANY[kind](axes, study)

    return draw


def _values(axes: Axes, study: Study) -> None:
    values = study.evidence.values[:MOST_POINTS]
    axes.plot(range(len(values)), values, ".", markersize=2)
    axes.set_xlabel("n")
    axes.set_ylabel("G(n)")


def _runs(axes: Axes, study: Study) -> None:
    """Values over n on a logarithmic scale: geometric laws repeat at equal distances."""
    from math import log10

    if study.evidence.by_runs is None:
        raise NothingToShow("only rules that are computed by runs have a picture of runs")
    runs = [run for run in study.evidence.runs if run.start > 0][-MOST_RUNS:]
    axes.hlines([run.value for run in runs], [log10(run.start) for run in runs],
                [log10(run.stop) for run in runs], linewidth=3)  # fmt: skip
    axes.set_xlabel("log10 n")
    axes.set_ylabel("G(n)")


def _histogram(axes: Axes, study: Study) -> None:
    import numpy as np

    values, counts = np.unique(study.evidence.values, return_counts=True)
    axes.bar(values.astype(int), counts)
    axes.set_xlabel("value")
    axes.set_ylabel("how often")


_OF_ANY: dict[str, Callable[[Axes, Study], None]] = {
    "values": _values,
    "runs": _runs,
    "histogram": _histogram,
}


# What the laws add.


def _drawing_of_law(study: Study, kind: str) -> Drawing:
    drawings = (section_of(f.claim).drawing(kind, f, study.evidence) for f in study.findings)
    drawing = next((drawing for drawing in drawings if drawing is not None), None)
    if drawing is None:
        raise NothingToShow(OF_LAWS[kind])
    return drawing


def _write_graph(study: Study, path: Path) -> None:
    from reports.cli.output import write_text

    graphs = (section_of(finding.claim).graph(finding.claim) for finding in study.findings)
    graph = next((graph for graph in graphs if graph is not None), None)
    if graph is None:
        raise NothingToShow("no automaton was found")
    check_drawing(path)
    write_text(path, graph + "\n")

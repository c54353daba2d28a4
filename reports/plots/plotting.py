"""Pictures of a sequence or of a board, as files or within a page.

The kinds are the members of ``reports/plots/kinds``; a kind of law adds its own drawings in
``reports/sections/kinds``: residues, rare positions, an automaton.
"""

from __future__ import annotations

import textwrap
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.reports.plots.picture import NothingToShow, Picture
from mexplore.reports.writers.document import Figure as Shown
from mexplore.reports.writers.drawing import (
    ENDINGS,
    check_graph,
    check_pictures,
    drawn_by_dot,
    new_figure,
    save,
    styled,
    svg_of,
    whole_numbers,
    within_page,
)
from mexplore.reports.writers.prose import above_picture
from mexplore.rules.errors import InputError
from mexplore.rules.members import members
from mexplore.rules.text.sentences import did_you_mean

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mexplore.discover.heaps.study import Study

TITLE_WIDTH, TITLE_LINES = 52, 4  # characters and lines of a rule above its picture
MOST_ARROWS = 120  # of an automaton that stands in a report
MOST_DRAWN = 1500  # of one that is drawn at all: more take minutes and cannot be read

OTHERS = {
    "board": "a board, such as '(x, y) -> [(x - 1, y)]'",
    "moves": "a game on words or on graphs, such as 'ring(o^n; oo -> ..)'",
}
"""Pictures that no sequence has, and which game has one."""

__all__ = ["check_graph", "check_pictures"]


@cache
def pictures() -> tuple[Picture, ...]:
    """Every kind, in the order of a report."""
    import mexplore.reports.plots.kinds

    found = [member() for member in members(mexplore.reports.plots.kinds, Picture)]
    return tuple(sorted(found, key=lambda picture: picture.place))


def kinds() -> tuple[str, ...]:
    """The names of all kinds of pictures of a sequence."""
    return tuple(picture.kind for picture in pictures())


def plot(study: Study, kind: str, path: Path) -> None:
    """Write one picture; the format follows the name's ending (png, svg, pdf; dot for automata).

    InputError if matplotlib is missing, or the study has nothing of this kind to show.
    """
    picture = _named(kind)
    graph = picture.graph(study)
    if path.suffix in ENDINGS:
        _write_text(graph, path)
        return
    if graph is not None and _arrows(graph) > MOST_DRAWN:
        remedy = f"name a file {path.stem}.dot for its text"
        raise InputError(f"an automaton of {_arrows(graph)} arrows is too large to draw; {remedy}")
    below = picture.caption(study)
    drawing = None if graph is None else drawn_by_dot(graph, path.suffix[1:].lower(), below)
    if drawing is not None:
        _write_bytes(path, drawing)
        return
    with styled():
        save(_figure(study, picture, titled=True), path)


def usual_kind(study: Study) -> str:
    """The kind of a picture of which no kind was said: runs, where the values are computed by
    runs, whose lengths grow so that only a logarithmic axis shows more than the last ones."""
    return "values" if study.evidence.by_runs is None else "runs"


def drawn(study: Study, kind: str) -> Figure:
    """One picture; InputError if matplotlib is missing, or there is nothing of this kind."""
    picture = _named(kind)
    with styled():
        return _figure(study, picture, titled=True)


def plot_all(study: Study, folder: Path, suffix: str = ".png") -> list[Path]:
    """Write every picture that the study has something for; the folder is made if need be."""
    make_folder(folder)
    written = []
    for picture in pictures():
        if not _is_readable(picture.graph(study)):
            continue
        path = folder / f"{picture.kind}{suffix}"
        try:
            plot(study, picture.kind, path)
        except NothingToShow:
            continue
        written.append(path)
    return written


def caption_of(study: Study, kind: str) -> str:
    """What a picture of this kind shows, in a sentence."""
    return _named(kind).caption(study)


def inline_figures(study: Study) -> list[Shown]:
    """Every picture that the study has something for, as it stands within a page."""
    found = []
    for picture in pictures():
        if not _is_readable(picture.graph(study)):
            continue
        try:
            svg = _svg(study, picture)
        except NothingToShow:
            continue
        found.append(Shown("", picture.caption(study), svg))
    return found


def _arrows(graph: str) -> int:
    return graph.count("->")


def _is_readable(graph: str | None) -> bool:
    """Whether a picture is no graph, or one of not too many arrows."""
    return graph is None or _arrows(graph) <= MOST_ARROWS


def _svg(study: Study, picture: Picture) -> str:
    graph, caption, name = picture.graph(study), picture.caption(study), f"picture-{picture.kind}"
    if graph is not None:
        drawing = drawn_by_dot(graph, "svg")
        if drawing is not None:
            return within_page(drawing.decode(), name, caption)
    with styled(inside=True):
        return svg_of(_figure(study, picture), name, caption)


def _named(kind: str) -> Picture:
    if kind in OTHERS:
        raise InputError(f"--kind {kind} needs {OTHERS[kind]}")
    check_kind(kind)
    return next(picture for picture in pictures() if picture.kind == kind)


def check_kind(kind: str) -> None:
    """Raise InputError if there is no such kind of picture."""
    known = (*kinds(), *OTHERS)
    if kind not in known:
        meant = did_you_mean(kind, known)
        raise InputError(f"there is no picture {kind!r}; {meant}the kinds are {', '.join(known)}")


def _figure(study: Study, picture: Picture, *, titled: bool = False) -> Figure:
    if not study.evidence.stop:
        raise NothingToShow("no value was computed")
    draw = picture.drawing(study)
    figure = new_figure()
    axes = figure.subplots()
    draw(axes)
    whole_numbers(axes)
    if titled:
        name = above_picture(str(study.rule)) if study.rule is not None else ""
        name = name or str(study.rule or study.name or "the sequence")
        figure.suptitle(in_lines(f"{name}: {picture.kind}"))
        if picture.graph(study) is not None:
            figure.supxlabel(in_lines(picture.caption(study)), fontsize=6)
    return figure


def in_lines(text: str) -> str:
    """A title above a picture, in few lines."""
    lines = textwrap.wrap(text, TITLE_WIDTH)
    return "\n".join(lines[:TITLE_LINES] + ["..."] * (len(lines) > TITLE_LINES))


def make_folder(folder: Path) -> None:
    """Make the folder, in one that is there."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder {folder}: {error.strerror}") from None


def _write_text(graph: str | None, path: Path) -> None:
    from mexplore.reports.writers.output import write_text

    if graph is None:
        raise NothingToShow("no automaton was found")
    write_text(path, graph + "\n")


def _write_bytes(path: Path, content: bytes) -> None:
    from mexplore.reports.writers.output import written

    with written(path) as file:
        file.write(content)

"""Pictures of studies that have one each: of boards, of misère play, of families."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.reports.plots.digits import automaton_figure, words_of
from mexplore.reports.plots.picture import NothingToShow
from mexplore.reports.plots.plotting import in_lines
from mexplore.reports.writers.document import Figure as Shown
from mexplore.reports.writers.drawing import (
    BLUE,
    ORANGE,
    heat_map,
    new_figure,
    save,
    styled,
    svg_of,
    whole_numbers,
)
from mexplore.reports.writers.prose import above_picture
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mexplore.discover.boards.study import BoardStudy
    from mexplore.discover.families.study import FamilyStudy
    from mexplore.discover.misere.study import MisereStudy

PERIODS = 3  # of misère play that are drawn, after the preperiod
MOST_HEAPS = 2000
NAMED = 30  # classes whose names stand beside the axis
LARGEST = 40  # of the names of members of a family that are drawn
MOST = 2000  # members


@dataclass(frozen=True)
class OnlyPicture:
    """The one picture of a kind of study: ``words`` say what it shows, ``draw`` makes it, with its
    title where it stands alone."""

    name: str
    words: Callable[[Any], str]
    draw: Callable[..., Figure]
    mark: str
    """By which it is named within a page."""

    def drawn(self, study: Any) -> Figure:
        """The picture with its title."""
        with styled():
            return self.draw(study, titled=True)

    def write(self, study: Any, path: Path) -> None:
        """Write the picture; NothingToShow where the study has nothing of the kind."""
        with styled():
            save(self.draw(study, titled=True), path)

    def inline(self, study: Any) -> Shown:
        """The picture as an element of a page."""
        words = self.words(study)
        with styled(inside=True):
            return Shown("", words, svg_of(self.draw(study), self.mark, words))


# A board.


def _board_words(study: BoardStudy) -> str:
    height, width = study.plane.shape
    *first, x, y = study.board.coordinate_names
    square = ", ".join([*("0" for _ in first), x, y])
    where = f"{x} < {height}, {y} < {width}"
    return f"The values G({square}) for {where}: {x} downwards, {y} to the right."


def _board(study: BoardStudy, *, titled: bool = False) -> Figure:
    """The values as colours, with numbers on a small one."""
    figure = new_figure(3.0)
    axes = figure.subplots()
    *first, x, y = study.board.coordinate_names
    heat_map(axes, study.plane, f"G({', '.join([*('0' for _ in first), x, y])})")
    whole_numbers(axes)
    axes.set_xlabel(y)
    axes.set_ylabel(x)
    if titled:
        figure.suptitle(in_lines(above_picture(str(study.board)) or "The values of a board"))
    return figure


# Misère play: the class of each heap, the lost heaps marked.


def _misere_words(study: MisereStudy) -> str:
    del study
    return "The class of each heap, classes in the order of their first heaps; lost ones marked."


def _misere(study: MisereStudy, *, titled: bool = False) -> Figure:
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


# A family: the period of each member, the cells of the laws by colour.


def _family_words(study: FamilyStudy) -> str:
    names = " and ".join(study.rule.names)
    return f"The period over {names}; each colour is the cell of one law."


def _family(study: FamilyStudy, *, titled: bool = False) -> Figure:
    del titled  # the names on the axes say enough
    points = _points(study)
    if not points:
        raise NothingToShow("no member has a law")
    names = study.rule.names
    figure = new_figure(3.0)
    axes = figure.subplots()
    colours = [law % 20 for _, _, law in points]
    periods = [period for _, period, _ in points]
    if len(names) == 1:
        axes.scatter([p[0] for p, _, _ in points], periods, c=colours, cmap="tab20", s=9)
        axes.set_ylabel("period")
    else:
        largest = max(periods)
        sizes = [4 + 30 * period / largest for period in periods]
        first, second = [p[0] for p, _, _ in points], [p[1] for p, _, _ in points]
        axes.scatter(first, second, c=colours, cmap="tab20", s=sizes, linewidths=0)
        axes.set_ylabel(f"{names[1]}   (area: the period, up to {largest})")
    axes.set_xlabel(names[0])
    whole_numbers(axes)
    return figure


def _points(study: FamilyStudy) -> list[tuple[tuple[int, ...], int, int]]:
    """Small members, each with its period and the number of its law."""
    rule, claim = study.rule, study.claim
    if claim is None or len(rule.names) > 2:
        return []
    numbers = {id(each.law): number for number, each in enumerate(claim.laws)}
    found = []
    for member in islice(rule.members(LARGEST), MOST):
        about = claim.law_of(rule, member)
        if about is not None:
            law, placed = about
            place = tuple(member[name] for name in rule.names)
            found.append((place, law.period_at(placed), numbers[id(law)]))
    return found


DIGITS = OnlyPicture("automaton", words_of, automaton_figure, "digits")
BOARD = OnlyPicture("board", _board_words, _board, "picture-board")
MISERE = OnlyPicture("classes", _misere_words, _misere, "classes")
FAMILY = OnlyPicture("periods", _family_words, _family, "periods")

"""The picture of a family: the period of each member, the cells of the laws by colour."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from mexplore.reports.plots.picture import NothingToShow
from mexplore.reports.writers.document import Figure as Shown
from mexplore.reports.writers.drawing import new_figure, save, styled, svg_of, whole_numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mexplore.discover.families.study import FamilyStudy

LARGEST = 40  # of the names of members that are drawn
MOST = 2000  # members
NAME = "periods"


def caption(study: FamilyStudy) -> str:
    """What the picture shows."""
    names = " and ".join(study.rule.names)
    return f"The period over {names}; each colour is the cell of one law."


def write(study: FamilyStudy, path: Path) -> None:
    """Write the picture."""
    with styled():
        save(_figure(study), path)


def inline(study: FamilyStudy) -> Shown:
    """The picture as an element of a page."""
    with styled(inside=True):
        return Shown("", caption(study), svg_of(_figure(study), NAME, caption(study)))


def _figure(study: FamilyStudy) -> Figure:
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

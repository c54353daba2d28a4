"""The automaton of a law of P-positions: states as circles, arrows with the digits that are read.

A small automaton is drawn, without the state from which nothing is accepted any more; of a larger
one the P-positions near the corner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.reports.plots.picture import NothingToShow
from mexplore.reports.plots.plotting import in_lines
from mexplore.reports.writers.drawing import BLUE, COLUMN, INK, new_figure
from mexplore.reports.writers.prose import above_picture
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mexplore.discover.boards.study import BoardStudy

MOST_STATES = 12  # that are drawn as circles
MOST_NAMED = 4  # combinations of digits on one arrow
RADIUS = 0.15  # of a circle, where the states stand around one of radius 1
BEND = 0.18
LOOP = 0.34  # how far a loop reaches
SHOWN = 64  # rows and columns of P-positions

Point = tuple[float, float]


@dataclass(frozen=True)
class Graph:
    """The states that matter, in the order in which they are met; which of them accept; and the
    digits that lead from one to another."""

    states: tuple[int, ...]
    lost: frozenset[int]
    arrows: Mapping[tuple[int, int], Sequence[tuple[int, ...]]]

    @classmethod
    def of(cls, law: LostByDigits) -> Graph:
        """Without the states from which nothing is accepted.

        >>> from mexplore.discover.automata.numbers import equation
        >>> graph = Graph.of(LostByDigits.of(equation((1, -1), 0)))
        >>> graph.states, graph.arrows
        ((0,), {(0, 0): [(0, 0), (1, 1)]})
        """
        automaton = law.automaton
        d, live = automaton.numeration.digits, automaton.live
        order = [0]
        arrows: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for state in order:
            for symbol, following in enumerate(automaton.step[state].tolist()):
                if not live[following]:
                    continue
                if following not in order:
                    order.append(following)
                digits = tuple(symbol // d**i % d for i in range(automaton.tracks))
                arrows.setdefault((state, following), []).append(digits)
        return cls(tuple(order), frozenset(law.lost), arrows)


def law_of_digits(study: BoardStudy) -> LostByDigits:
    """The law that is drawn; NothingToShow where there is none."""
    for finding in study.findings:
        if isinstance(finding.claim, LostByDigits):
            return finding.claim
    raise NothingToShow("no automaton tells who wins on this board")


def is_small(study: BoardStudy) -> bool:
    """Whether there is an automaton that is drawn as circles."""
    try:
        return len(Graph.of(law_of_digits(study)).states) <= MOST_STATES
    except NothingToShow:
        return False


def words_of(study: BoardStudy) -> str:
    """What the picture shows."""
    law = law_of_digits(study)
    graph = Graph.of(law)
    names = ", ".join(study.board.coordinate_names)
    if len(graph.states) > MOST_STATES:
        return (
            f"The P-positions near the corner. Their automaton, which reads {names} "
            f"{law.written_in.words()}, has {law.order} states."
        )
    return (
        f"The automaton of the P-positions. It reads {names} {law.written_in.words()}, the least "
        "significant digits first, from the arrow at the left on; a position is lost exactly if "
        "the last state has a double circle. Where no arrow leads on, it is won."
    )


def automaton_figure(study: BoardStudy, *, titled: bool = False) -> Figure:
    """The automaton, or the P-positions where it is too large."""
    law = law_of_digits(study)
    graph = Graph.of(law)
    figure = new_figure(COLUMN)
    axes = figure.subplots()
    if len(graph.states) > MOST_STATES:
        _draw_positions(axes, study)
    else:
        _draw_graph(axes, graph)
    if titled:
        title = above_picture(str(study.board).removeprefix(f"{study.play} ")) or "Who wins"
        play = ", misère play" * bool(study.play)
        states = f"{law.order} states, {law.written_in.words()}"
        figure.suptitle(f"{in_lines(title + play)}\n{states}")
    return figure


def _draw_positions(axes: Axes, study: BoardStudy) -> None:
    lost = study.plane[:SHOWN, :SHOWN] == 0
    *_, row, column = study.board.coordinate_names
    from matplotlib.colors import ListedColormap

    colours = ListedColormap(["#f2f5f8", BLUE])
    axes.imshow(np.where(lost, 1, 0), cmap=colours, interpolation="nearest", vmin=0, vmax=1)
    axes.set_xlabel(column)
    axes.set_ylabel(row)


def _draw_graph(axes: Axes, graph: Graph) -> None:
    places = _places(graph)
    for (one, other), digits in graph.arrows.items():
        text = _named(digits)
        if one == other:
            _loop(axes, places[one], _away(places[one], len(places)), text)
        else:
            _arrow(axes, places[one], places[other], text)
    for number, state in enumerate(graph.states):
        _circle(axes, places[state], str(number), lost=state in graph.lost)
    x, y = places[graph.states[0]]
    arrow = {"arrowstyle": "-|>", "color": INK, "linewidth": 0.9, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", (x - RADIUS, y), (x - RADIUS - 0.3, y), arrowprops=arrow)
    axes.set_aspect("equal")
    far = 1.62 if len(places) > 1 else 1.0
    axes.set_xlim(-far, far)
    axes.set_ylim(-far, far)
    axes.axis("off")


def _places(graph: Graph) -> dict[int, Point]:
    """Around a circle, the first state at the left."""
    count = len(graph.states)
    if count == 1:
        return {graph.states[0]: (0.0, 0.0)}
    angles = [pi - 2 * pi * i / count for i in range(count)]
    return {q: (cos(a), sin(a)) for q, a in zip(graph.states, angles, strict=True)}


def _away(place: Point, count: int) -> Point:
    """The direction of a loop: outwards, but upwards from the first state, where play begins."""
    x, y = place
    return (0.0, 1.0) if count == 1 or (x < 0 and abs(y) < 1e-9) else (x, y)


def _named(digits: Sequence[tuple[int, ...]]) -> str:
    """Digits side by side; a comma between them would be taken for one between pairs."""
    listed = ["".join(map(str, each)) for each in digits[:MOST_NAMED]]
    return ", ".join(listed) + ", ..." * (len(digits) > MOST_NAMED)


def _circle(axes: Axes, place: Point, name: str, *, lost: bool) -> None:
    from matplotlib.patches import Circle

    radii = (RADIUS, RADIUS - 0.035) if lost else (RADIUS,)
    for radius in radii:
        style = {"facecolor": "white", "edgecolor": BLUE, "linewidth": 1.1, "zorder": 3}
        axes.add_patch(Circle(place, radius, **style))
    axes.text(*place, name, ha="center", va="center", zorder=4, color="#1b1c1e", fontsize=8)


def _label(axes: Axes, place: Point, text: str) -> None:
    box = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
    axes.text(
        *place, text, ha="center", va="center", fontsize=6.5, zorder=5, bbox=box, color="#1b1c1e"
    )


def _arrow(axes: Axes, one: Point, other: Point, text: str) -> None:
    """Bent to its left, so that arrows there and back lie apart."""
    from matplotlib.patches import FancyArrowPatch

    dx, dy = other[0] - one[0], other[1] - one[1]
    length = hypot(dx, dy)
    # Both ends stop at the circles.
    ux, uy = dx / length * RADIUS, dy / length * RADIUS
    ends = (one[0] + ux, one[1] + uy), (other[0] - ux, other[1] - uy)
    axes.add_patch(
        FancyArrowPatch(
            *ends,
            connectionstyle=f"arc3,rad={BEND}",
            arrowstyle="-|>",
            mutation_scale=8,
            linewidth=0.8,
            color=INK,
            shrinkA=0,
            shrinkB=0,
            zorder=2,
        )
    )
    # A bent line at a share t of its way, the control point being off the middle by the bend.
    t = 0.42
    bent = 2 * t * (1 - t) * BEND
    _label(axes, (one[0] + t * dx + bent * dy, one[1] + t * dy - bent * dx), text)


def _loop(axes: Axes, place: Point, away: Point, text: str) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path

    size = hypot(*away)
    ux, uy = away[0] / size, away[1] / size
    turned = [(cos(a) * ux - sin(a) * uy, sin(a) * ux + cos(a) * uy) for a in (-0.6, 0.6)]
    (ax, ay), (bx, by) = turned
    x, y = place
    near, far = RADIUS, RADIUS + LOOP
    points = [
        (x + near * ax, y + near * ay),
        (x + far * ax, y + far * ay),
        (x + far * bx, y + far * by),
        (x + near * bx, y + near * by),
    ]
    curve = Path(points, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
    axes.add_patch(
        FancyArrowPatch(
            path=curve, arrowstyle="-|>", mutation_scale=8, linewidth=0.8, color=INK, zorder=2
        )
    )
    top = 0.75 * LOOP * cos(0.6) + RADIUS * cos(0.6) + 0.1
    _label(axes, (x + top * ux, y + top * uy), text)

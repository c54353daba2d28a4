"""A position of a game and moves from it, as points of the plane: what a picture of the game shows.

A row of cells, a ring and a graph are all points, some of them joined, with a letter or nothing at
each. A move is told by what stands at the points before it and after it.
"""

from __future__ import annotations

from math import cos, pi, sin

from mexplore.rules.dataclass import dataclass

Place = tuple[float, float]
"""A point: to the right, and upwards."""

GONE = ""
"""What stands at a point where there is nothing any more."""


@dataclass(frozen=True)
class Layout:
    """Where the parts of a position are: cells, or vertices of which some are joined by lines."""

    places: tuple[Place, ...]
    lines: tuple[tuple[int, int], ...] = ()
    cells: bool = False


@dataclass(frozen=True)
class SampleMove:
    """A move by the rule that ``words`` say: what stands at each point of the layout before it and
    after it, the points that it is made at, and which pieces it leaves, in words."""

    words: str
    layout: Layout
    before: tuple[str, ...]
    after: tuple[str, ...]
    at: frozenset[int]
    leaves: str


def row_of_cells(count: int) -> Layout:
    """Cells side by side.

    >>> row_of_cells(3).places
    ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))
    """
    return Layout(tuple((float(x), 0.0) for x in range(count)), cells=True)


def ring_of_cells(count: int) -> Layout:
    """Cells on a circle, the first one at the top, the others clockwise, each a unit from the next.

    >>> [(round(x, 6) + 0, round(y, 6) + 0) for x, y in ring_of_cells(4).places]
    [(0.0, 0.707107), (0.707107, 0.0), (0.0, -0.707107), (-0.707107, 0.0)]
    """
    return Layout(on_circles(count, [_radius(count)])[0], cells=True)


def on_circles(count: int, radii: list[float]) -> list[tuple[Place, ...]]:
    """This many points on each circle, as the hours of a clock."""
    angles = [2 * pi * k / max(count, 1) for k in range(count)]
    return [tuple((r * sin(turn), r * cos(turn)) for turn in angles) for r in radii]


def _radius(count: int) -> float:
    """Of a circle on which this many points are a unit apart."""
    return 0.5 / sin(pi / count) if count > 1 else 0.0


def circles_around(count: int, rows: int) -> list[tuple[Place, ...]]:
    """The points of this many columns on circles, one circle a row, the first outside."""
    inner = max(_radius(count), 0.8)
    return on_circles(count, [inner + rows - 1 - row for row in range(rows)])

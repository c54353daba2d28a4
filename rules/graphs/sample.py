"""A graph of some columns, and a move of each sort of a game that deletes vertices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.rules.graphs.graph import Graph, components, edges_of, members
from mexplore.rules.graphs.strip import Long, Strip
from mexplore.rules.systems.sample import GONE, Layout, Place, SampleMove, circles_around

if TYPE_CHECKING:
    from mexplore.rules.graphs.deletion import Deletion
    from mexplore.rules.graphs.families import Family

VERTICES = 16  # of the graph that is shown, about
FEWEST, MOST = 4, 8  # columns
VERTEX = "o"
OFF_CENTRE = 0.4  # where a move is made, so that its two sides differ
ASIDE, BROAD = 0.6, 1.7
"""Where edges inside a column would overlap: how far every second vertex stands aside, and how far
a column is from the next."""


def sample_of(family: Family, deletion: Deletion) -> tuple[SampleMove, ...]:
    """A move of each sort: if possible one that leaves several pieces; of these the largest, and
    the one next to the middle.

    >>> from mexplore.rules.graphs.deletion import Neighbourhood
    >>> from mexplore.rules.graphs.families import family_of
    >>> (move,) = sample_of(family_of("path"), Neighbourhood())
    >>> move.words, "".join(x or "." for x in move.after), move.leaves
    ('delete a vertex and all its neighbours', 'oo...ooo', 'pieces of 2 and 3 vertices')
    """
    graph, layout = _drawn(family)
    everything = (1 << len(graph)) - 1
    best: dict[str, tuple[tuple[float, ...], int]] = {}
    for chosen in deletion.deleted(graph):
        pieces = sum(1 for _ in components(graph, everything & ~chosen))
        rank = -min(pieces, 2), -chosen.bit_count(), _from_centre(layout, chosen), chosen
        words = deletion.words_of(chosen)
        best[words] = min(best.get(words, (rank, chosen)), (rank, chosen))
    return tuple(_move(graph, layout, words, chosen) for words, (_, chosen) in best.items())


def _move(graph: Graph, layout: Layout, words: str, chosen: int) -> SampleMove:
    at = frozenset(members(chosen))
    before = (VERTEX,) * len(graph)
    after = tuple(GONE if vertex in at else VERTEX for vertex in range(len(graph)))
    left = components(graph, (1 << len(graph)) - 1 & ~chosen)
    sizes = sorted(piece.bit_count() for piece in left)
    return SampleMove(words, layout, before, after, at, _pieces(sizes))


def _pieces(sizes: list[int]) -> str:
    """The pieces by their numbers of vertices.

    >>> _pieces([]), _pieces([1]), _pieces([2, 3, 3])
    ('nothing', 'a piece of 1 vertex', 'pieces of 2, 3 and 3 vertices')
    """
    if not sizes:
        return "nothing"
    *first, last = map(str, sizes)
    listed = f"{', '.join(first)} and {last}" if first else last
    noun = "vertex" if sizes == [1] else "vertices"
    return f"{'pieces' if first else 'a piece'} of {listed} {noun}"


def _from_centre(layout: Layout, chosen: int) -> float:
    """How far from the wanted place the vertices stand, on the whole."""
    across = [x for x, _ in layout.places]
    wanted = min(across) + OFF_CENTRE * (max(across) - min(across))
    places = [layout.places[vertex][0] for vertex in members(chosen)]
    return round(abs(sum(places) / len(places) - wanted), 6)


def _drawn(family: Family) -> tuple[Graph, Layout]:
    """A graph of the family, and where its vertices stand."""
    strip = family.strip
    columns = min(max(VERTICES // strip.rows, FEWEST), MOST)
    if family.ends is None:
        graph = strip.ring(columns)
        circles = circles_around(columns, strip.rows)
        places = tuple(circle[c] for c in range(columns) for circle in circles)
        return graph, Layout(places, tuple(edges_of(graph)))
    long = strip.joined(*family.ends, columns)
    return long.graph, Layout(_places(strip, long), tuple(edges_of(long.graph)))


def _places(strip: Strip, long: Long) -> tuple[Place, ...]:
    """Columns side by side, and the vertices of ends further out, the further they are away."""
    aside, apart = (ASIDE, BROAD) if any(abs(u - v) > 1 for u, v in strip.column) else (0.0, 1.0)
    found = {
        vertex: (c * apart + aside * (row % 2), float(-row))
        for c, column in enumerate(long.columns)
        for row, vertex in enumerate(column)
    }
    for end, ports, side in ((long.left, long.columns[0], -1), (long.right, long.columns[-1], 1)):
        found |= _beyond(long.graph, end, ports, found[ports[0]][0], side)
    return tuple(found[vertex] for vertex in range(len(long.graph)))


def _beyond(
    graph: Graph, end: int, ports: tuple[int, ...], first: float, side: int
) -> dict[int, Place]:
    """The vertices of an end beyond its ports: of each component, those at a distance k from the
    ports stand k columns further out, one below the other; components stand below one another."""
    found: dict[int, Place] = {}
    layers = [_layers(graph, component, ports) for component in components(graph, end)]
    heights = [max(len(layer) for layer in each) for each in layers]
    top = (sum(heights) - 1) / 2 - (len(ports) - 1) / 2
    for each, height in zip(layers, heights, strict=True):
        for distance, layer in enumerate(each, 1):
            for down, vertex in enumerate(layer):
                found[vertex] = (first + side * distance, top - down)
        top -= height
    return found


def _layers(graph: Graph, component: int, ports: tuple[int, ...]) -> list[list[int]]:
    """The vertices of a component by their distance from the ports."""
    reached, layers = sum(1 << port for port in ports), list[list[int]]()
    while component & ~reached:
        near = 0
        for vertex in members(reached):
            near |= graph[vertex]
        layer = near & component & ~reached
        layers.append([*members(layer)])
        reached |= layer
    return layers

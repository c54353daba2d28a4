"""Finite graphs, as rows of bits, and what they have in common with equal ones.

A `Graph` is a tuple of masks: bit j of entry i says whether the vertices i and j are neighbours.
Graphs are simple and undirected. Canonical forms are igraph's, which wraps BLISS (T. Junttila,
P. Kaski, Engineering an efficient canonical labeling tool, ALENEX 2007).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mexplore.rules.errors import InputError

Graph = tuple[int, ...]
Edge = tuple[int, int]


def graph_of(vertices: int, edges: Iterable[Edge]) -> Graph:
    """The graph with the vertices 0, 1, ..., and these edges.

    >>> graph_of(3, [(0, 1), (1, 2)])
    (2, 5, 2)
    """
    masks = [0] * vertices
    for u, v in edges:
        masks[u] |= 1 << v
        masks[v] |= 1 << u
    return tuple(masks)


def edges_of(graph: Graph) -> list[Edge]:
    """All edges (u, v) with u < v."""
    return [(u, v) for u, mask in enumerate(graph) for v in members(mask >> u + 1 << u + 1)]


def members(mask: int) -> Iterator[int]:
    """The numbers of the bits that are 1, in increasing order."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def mask_of(vertices: Iterable[int]) -> int:
    """The mask of some vertices, each given once."""
    return sum(1 << vertex for vertex in vertices)


def components(graph: Graph, among: int) -> Iterator[int]:
    """The connected components of the graph on these vertices, as masks.

    >>> list(components(graph_of(4, [(0, 1), (1, 2), (2, 3)]), 0b1011))
    [3, 8]
    """
    while among:
        component = layer = among & -among
        while layer:
            near = 0
            for vertex in members(layer):
                near |= graph[vertex]
            layer = near & among & ~component
            component |= layer
        yield component
        among &= ~component


def induced(graph: Graph, vertices: Sequence[int]) -> Graph:
    """The graph on some of the vertices, which become 0, 1, ... in this order."""
    place = {vertex: i for i, vertex in enumerate(vertices)}
    among = mask_of(vertices)
    return tuple(
        sum(1 << place[other] for other in members(graph[vertex] & among)) for vertex in vertices
    )


def canonical(graph: Graph, fixed: int = 0) -> Graph:
    """The same for all isomorphic graphs: equal exactly if some isomorphism maps the first
    ``fixed`` vertices to each other in their order. They stay the first ones.

    >>> canonical(graph_of(3, [(0, 1), (1, 2)])) == canonical(graph_of(3, [(0, 2), (1, 2)]))
    True
    >>> canonical(graph_of(3, [(0, 1), (1, 2)]), 1) == canonical(graph_of(3, [(0, 2), (1, 2)]), 1)
    True
    >>> canonical(graph_of(3, [(0, 1), (0, 2)]), 1) == canonical(graph_of(3, [(0, 2), (1, 2)]), 1)
    False
    """
    if len(graph) - fixed < 2:
        return graph
    colours = [min(vertex, fixed) for vertex in range(len(graph))]
    order = _igraph().Graph(len(graph), edges_of(graph)).canonical_permutation(color=colours)
    return induced(graph, [*range(fixed), *(vertex for vertex in order if vertex >= fixed)])


def _igraph() -> Any:
    try:
        import igraph
    except ImportError:
        raise InputError("games on graphs need igraph: pip install 'mexplore[graphs]'") from None
    return igraph

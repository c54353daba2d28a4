"""Values of graphs by the definition, with memory for components that are isomorphic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from operator import xor

from mexplore.rules.engine.search import Sums
from mexplore.rules.errors import TooLarge
from mexplore.rules.graphs.deletion import Deletion
from mexplore.rules.graphs.graph import Graph, canonical, components, induced, members

MOST_GRAPHS = 1_000_000
"""Connected graphs whose values are kept."""


class GraphValues:
    """The nim-values of graphs in one game.

    >>> from mexplore.rules.graphs.deletion import Neighbourhood
    >>> from mexplore.rules.graphs.graph import graph_of
    >>> known = GraphValues(Neighbourhood())
    >>> [known.value(graph_of(n, [(i, i + 1) for i in range(n - 1)])) for n in range(6)]
    [0, 1, 1, 2, 0, 3]
    """

    def __init__(self, deletion: Deletion) -> None:
        self._deletion = deletion
        self._canonical = lru_cache(maxsize=MOST_GRAPHS)(canonical)
        self._memory: Sums[Graph] = Sums(self._options, MOST_GRAPHS)

    def value(self, graph: Graph, among: int = -1) -> int:
        """The value of the graph on these vertices: the xor of those of its components."""
        return self._xor(self._parts(graph, among))

    def option_values(self, graph: Graph) -> set[int]:
        """The values of the options of a connected graph."""
        return set(map(self._xor, self._options(graph)))

    def _parts(self, graph: Graph, among: int) -> tuple[Graph, ...]:
        """The components of the graph on these vertices, in canonical form."""
        apart = components(graph, among & (1 << len(graph)) - 1)
        return tuple(self._canonical(induced(graph, list(members(part)))) for part in apart)

    def _options(self, graph: Graph) -> Iterator[tuple[Graph, ...]]:
        return (self._parts(graph, ~deleted) for deleted in self._deletion.deleted(graph))

    def _xor(self, parts: Iterable[Graph]) -> int:
        try:
            return reduce(xor, map(self._memory.value, parts), 0)
        except TooLarge:
            raise TooLarge(
                f"more than {MOST_GRAPHS} different connected graphs are reached"
            ) from None

"""Values of graphs by the definition, with memory for components that are isomorphic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from mexplore.rules.errors import TooLarge
from mexplore.rules.graphs.deletion import Deletion
from mexplore.rules.graphs.graph import Graph, canonical, components, induced, members
from mexplore.rules.rule import mex

MOST_GRAPHS = 1_000_000
"""Connected graphs whose values are kept."""


@dataclass(eq=False)
class GraphValues:
    """The nim-values of graphs in one game. ``at_each`` new graph a caller may end it.

    >>> from mexplore.rules.graphs.deletion import Neighbourhood
    >>> from mexplore.rules.graphs.graph import graph_of
    >>> known = GraphValues(Neighbourhood())
    >>> [known.value(graph_of(n, [(i, i + 1) for i in range(n - 1)])) for n in range(6)]
    [0, 1, 1, 2, 0, 3]
    """

    deletion: Deletion
    at_each: Callable[[], None] = lambda: None
    _known: dict[Graph, int] = field(default_factory=dict)
    """By canonical forms, and by those that were met, which are looked up sooner."""

    def value(self, graph: Graph, among: int = -1) -> int:
        """The value of the graph on these vertices: the xor of those of its components."""
        total = 0
        for component in components(graph, among & (1 << len(graph)) - 1):
            total ^= self._of_connected(induced(graph, list(members(component))))
        return total

    def option_values(self, graph: Graph) -> set[int]:
        """The values of the options of a connected graph."""
        return {self.value(graph, ~deleted) for deleted in self.deletion.deleted(graph)}

    def _of_connected(self, graph: Graph) -> int:
        value = self._known.get(graph)
        if value is None:
            same = canonical(graph)
            value = self._known.get(same)
            if value is None:
                self.at_each()
                value = self._known[same] = mex(self.option_values(same))
            self._known[graph] = value
            if len(self._known) > MOST_GRAPHS:
                raise TooLarge(f"more than {MOST_GRAPHS} different connected graphs are reached")
        return value

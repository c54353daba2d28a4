"""Strips of equal columns with a graph at each end.

A *strip* has columns of ``rows`` vertices; ``column`` are the edges inside each column, ``link``
the pairs (r, s) such that row r of a column and row s of the next one are neighbours. Columns are
connected. An *end* is a graph whose first ``rows`` vertices, its ports, are a whole column; all of
its other vertices are reached from the strip through the ports. The graph A - m - B has m >= 1
columns, of which the first is the column of ports of the end A, the last that of B; for m = 1 they
are the same column. So a path of m vertices is a strip with one row and two bare ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from mexplore.rules.dataclass import dataclass
from mexplore.rules.graphs.graph import (
    Edge,
    Graph,
    canonical,
    components,
    edges_of,
    graph_of,
    induced,
    mask_of,
    members,
)

MOST_ROWS = 6


class End(NamedTuple):
    """An end of a strip, in canonical form: two are equal exactly if some isomorphism keeps the
    ports in their order."""

    graph: Graph

    @property
    def vertices(self) -> int:
        """How many vertices it has, ports included."""
        return len(self.graph)


class Long(NamedTuple):
    """The graph A - m - B, in which the vertices of ``columns`` are listed by rows; ``left`` and
    ``right`` are the vertices of the ends that are not ports, as masks."""

    graph: Graph
    columns: tuple[tuple[int, ...], ...]
    left: int
    right: int


@dataclass(frozen=True)
class Strip:
    """The columns of a strip.

    >>> ladder = Strip(2, ((0, 1),), ((0, 0), (1, 1)))
    >>> len(edges_of(ladder.joined(ladder.bare, ladder.bare, 3).graph))
    7
    """

    rows: int
    column: tuple[Edge, ...]
    link: tuple[Edge, ...]

    @property
    def bare(self) -> End:
        """An end that is a column, and nothing else."""
        return End(graph_of(self.rows, self.column))

    @property
    def has_connected_columns(self) -> bool:
        """Whether each column is connected, and the next one joined to it."""
        apart = list(components(graph_of(self.rows, self.column), (1 << self.rows) - 1))
        return len(apart) == 1 and bool(self.link)

    @cached_property
    def reversal(self) -> tuple[int, ...] | None:
        """A permutation of the rows by which the strip is its own mirror image: row r of the strip
        is row ``reversal[r]`` of the strip read from right to left. None if there is none."""
        column = {frozenset(edge) for edge in self.column}
        for rows in permutations(range(self.rows)):
            turned = {frozenset((rows[u], rows[v])) for u, v in self.column}
            if turned == column and {(rows[s], rows[r]) for r, s in self.link} == {*self.link}:
                return rows
        return None

    def end(self, graph: Graph, *, right: bool) -> End:
        """The end that a graph is whose first vertices are its ports."""
        found, _ = self._as_left(graph, right=right)
        return End(canonical(found, self.rows))

    def shortest_end(
        self, graph: Graph, ports: tuple[int, ...], rest: int, *, right: bool
    ) -> tuple[End, int]:
        """The end with these ports and the vertices of ``rest``, and how many of its columns it
        gives to the strip: where its ports could be the next column of the strip, and what is
        before them the end, they are."""
        whole = induced(graph, [*ports, *members(rest & ~mask_of(ports))])
        found, right = self._as_left(whole, right=right)
        given = 0
        while (shorter := self._peeled(found, right=right)) is not None:
            found, given = shorter, given + 1
        return End(canonical(found, self.rows)), given

    def _as_left(self, graph: Graph, *, right: bool) -> tuple[Graph, bool]:
        """A right end as a left one of the strip in the mirror, where that is the same strip; and
        whether the end is still a right one."""
        if not right or self.reversal is None:
            return graph, right
        return self._with_ports(graph, _inverse(self.reversal)), False

    def normal(self, ends: tuple[End, End]) -> tuple[End, End]:
        """One of two mirror images."""
        return min(ends, ends[::-1]) if self.reversal is not None else ends

    def _with_ports(self, graph: Graph, order: tuple[int, ...]) -> Graph:
        """An end whose ports stand in another order."""
        return induced(graph, [*order, *range(self.rows, len(graph))])

    def _peeled(self, graph: Graph, *, right: bool) -> Graph | None:
        """The end without its ports, where the vertices next to them are a column before them."""
        ports = (1 << self.rows) - 1
        for inner in self._columns_before(graph, right=right):
            taken = mask_of(inner)
            if all(graph[port] & ~ports & ~taken == 0 for port in range(self.rows)):
                others = members((1 << len(graph)) - 1 & ~ports & ~taken)
                return induced(graph, [*inner, *others])
        return None

    def _columns_before(self, graph: Graph, *, right: bool) -> Iterator[tuple[int, ...]]:
        """The ways to choose vertices q_0, q_1, ... of an end such that they are a column, joined
        to the ports as the column before them."""
        wanted = {(s, r) for r, s in self.link} if right else {*self.link}
        column = {frozenset(edge) for edge in self.column}

        def fits(inner: list[int], vertex: int) -> bool:
            row = len(inner)
            near = graph[vertex]
            to_ports = all((near >> s & 1) == ((row, s) in wanted) for s in range(self.rows))
            inside = (
                (near >> other & 1) == (frozenset((row, r)) in column)
                for r, other in enumerate(inner)
            )
            return vertex not in inner and to_ports and all(inside)

        def chosen(inner: list[int]) -> Iterator[tuple[int, ...]]:
            if len(inner) == self.rows:
                yield tuple(inner)
                return
            for vertex in range(self.rows, len(graph)):
                if fits(inner, vertex):
                    yield from chosen([*inner, vertex])

        return chosen([])

    def joined(self, left: End, right: End, columns: int) -> Long:
        """The graph A - m - B for m >= 1. Where the strip has a ``reversal``, B is kept as a left
        end."""
        last = right.graph
        if self.reversal is not None:  # row r is row reversal[r] of the strip in the mirror
            last = self._with_ports(last, self.reversal)
        places = tuple(tuple(range(c * self.rows, (c + 1) * self.rows)) for c in range(columns))
        edges = [(places[c][u], places[c][v]) for c in range(columns) for u, v in self.column]
        edges += [
            (places[c][r], places[c + 1][s]) for c in range(columns - 1) for r, s in self.link
        ]
        vertices = columns * self.rows
        masks = []
        for graph, ports in ((left.graph, places[0]), (last, places[-1])):
            more = len(graph) - self.rows
            names = [*ports, *range(vertices, vertices + more)]
            edges += [(names[u], names[v]) for u, v in edges_of(graph)]
            masks.append(((1 << more) - 1) << vertices)
            vertices += more
        return Long(graph_of(vertices, edges), places, *masks)

    def ring(self, columns: int) -> Graph:
        """The strip closed to a ring of this many columns."""
        edges = [
            (c * self.rows + u, c * self.rows + v) for c in range(columns) for u, v in self.column
        ]
        for c in range(columns if columns > 1 else 0):
            following = (c + 1) % columns
            edges += [(c * self.rows + r, following * self.rows + s) for r, s in self.link]
        return graph_of(columns * self.rows, edges)


def _inverse(permutation: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(permutation)), key=permutation.__getitem__))

"""Games in which a move deletes vertices of a graph.

A move from a connected graph chooses a set of its vertices and takes them away, with their edges;
play goes on with what is left. In *node Kayles* the set is a vertex with its neighbours, in *arc
Kayles* the two ends of an edge. In an *octal game on graphs* it is a connected set of k vertices,
where the k-th digit of the code allows it: 1 if nothing is left, 2 if what is left is connected and
not empty, 4 if it is not connected, and sums of these.

Sources: T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput.
Syst. Sci. 16 (1978) (node and arc Kayles); L. Beaudou, P. Coupechoux, A. Dailly, S. Gravier,
J. Moncel, A. Parreau, E. Sopena, Octal games on graphs, Theoret. Comput. Sci. 746 (2018).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator

from mexplore.rules.dataclass import dataclass
from mexplore.rules.graphs.graph import Graph, components, members

EMPTY, CONNECTED, APART = 1, 2, 4  # what a digit allows to be left
ANYTHING = EMPTY | CONNECTED | APART


class Deletion(ABC):
    """A game of this sort: a frozen dataclass.

    Every set that is deleted is connected, so that in a strip it meets at most ``span`` columns,
    one after the other.
    """

    @property
    @abstractmethod
    def span(self) -> int:
        """The largest number of columns of a strip that a deleted set meets."""

    @abstractmethod
    def deleted(self, graph: Graph) -> Iterator[int]:
        """The sets of vertices that may be deleted from a connected graph, as masks."""

    @abstractmethod
    def moves(self, graph: Graph) -> Iterator[tuple[int, int, int]]:
        """The moves from all sets of vertices of a graph: the vertices that have to be there, those
        that are deleted, as far as they are there, and what may be left, as a digit."""

    @abstractmethod
    def __str__(self) -> str:
        """The game in its notation."""

    @abstractmethod
    def words(self) -> str:
        """What a move does, as a sentence without its end."""

    def words_of(self, deleted: int) -> str:
        """What the move does that deletes this set; moves of one sort are told alike."""
        del deleted
        return self.words()


@dataclass(frozen=True)
class Neighbourhood(Deletion):
    """Node Kayles: delete a vertex and all its neighbours.

    >>> from mexplore.rules.graphs.graph import graph_of
    >>> list(Neighbourhood().deleted(graph_of(3, [(0, 1), (1, 2)])))
    [3, 7, 6]
    """

    @property
    def span(self) -> int:
        return 3

    def deleted(self, graph: Graph) -> Iterator[int]:
        return (1 << vertex | near for vertex, near in enumerate(graph))

    def moves(self, graph: Graph) -> Iterator[tuple[int, int, int]]:
        return ((1 << v, 1 << v | near, ANYTHING) for v, near in enumerate(graph))

    def __str__(self) -> str:
        return "delete N[v]"

    def words(self) -> str:
        return "delete a vertex and all its neighbours"


@dataclass(frozen=True)
class EndsOfEdge(Deletion):
    """Arc Kayles: delete two neighbours.

    >>> from mexplore.rules.graphs.graph import graph_of
    >>> list(EndsOfEdge().deleted(graph_of(3, [(0, 1), (1, 2)])))
    [3, 6]
    """

    @property
    def span(self) -> int:
        return 2

    def deleted(self, graph: Graph) -> Iterator[int]:
        for vertex, near in enumerate(graph):
            for other in members(near >> vertex + 1 << vertex + 1):
                yield 1 << vertex | 1 << other

    def moves(self, graph: Graph) -> Iterator[tuple[int, int, int]]:
        return ((both, both, ANYTHING) for both in self.deleted(graph))

    def __str__(self) -> str:
        return "delete uv"

    def words(self) -> str:
        return "delete two vertices that an edge joins"


@dataclass(frozen=True)
class OctalOnGraphs(Deletion):
    """An octal game on graphs, by the digits d_1, d_2, ... of its code.

    >>> from mexplore.rules.graphs.graph import graph_of
    >>> list(OctalOnGraphs((3, 3)).deleted(graph_of(3, [(0, 1), (1, 2)])))
    [1, 4, 3, 6]
    """

    digits: tuple[int, ...]

    @property
    def span(self) -> int:
        return len(self.digits)

    def deleted(self, graph: Graph) -> Iterator[int]:
        everything = (1 << len(graph)) - 1
        for size, digit in enumerate(self.digits, 1):
            for chosen in connected_sets(graph, size) if digit else ():
                left = sum(1 for _ in components(graph, everything & ~chosen))
                if digit & (EMPTY, CONNECTED, APART)[min(left, 2)]:
                    yield chosen

    def moves(self, graph: Graph) -> Iterator[tuple[int, int, int]]:
        for size, digit in enumerate(self.digits, 1):
            for chosen in connected_sets(graph, size) if digit else ():
                yield chosen, chosen, digit

    def __str__(self) -> str:
        return "0." + "".join(map(str, self.digits))

    def words(self) -> str:
        return f"delete connected vertices as the code {self} allows"

    def words_of(self, deleted: int) -> str:
        size = deleted.bit_count()
        return "delete a vertex" if size == 1 else f"delete {size} connected vertices"


def connected_sets(graph: Graph, size: int) -> Iterator[int]:
    """The connected sets of this many vertices, each once: those whose least vertex is v are grown
    from v, and a neighbour that was left out once stays out (S. Wernicke, 2006).

    >>> list(connected_sets((2, 5, 2), 2))
    [3, 6]
    """

    def grown(chosen: int, near: int, barred: int, missing: int) -> Iterator[int]:
        if not missing:
            yield chosen
            return
        for vertex in members(near):
            barred |= 1 << vertex
            further = (near | graph[vertex]) & ~barred
            yield from grown(chosen | 1 << vertex, further, barred, missing - 1)
            near &= ~(1 << vertex)

    for vertex, near in enumerate(graph):
        smaller = (1 << vertex + 1) - 1
        yield from grown(1 << vertex, near & ~smaller, smaller, size - 1)


_CODE = re.compile(r"0?\.([0-7]{1,6})")


def deletion_of(text: str) -> Deletion | None:
    """The game that a text names; None if it names none.

    >>> deletion_of("delete N[v]"), deletion_of(".33")
    (Neighbourhood(), OctalOnGraphs(digits=(3, 3)))
    """
    plain = " ".join(text.split())
    if plain in ("delete N[v]", "node Kayles"):
        return Neighbourhood()
    if plain in ("delete uv", "arc Kayles"):
        return EndsOfEdge()
    if plain == "delete v":
        return OctalOnGraphs((7,))
    match = _CODE.fullmatch(plain)
    digits = tuple(map(int, match[1].rstrip("0"))) if match else ()
    return OctalOnGraphs(digits) if digits else None

"""The system of kinds of heaps to which a game on a long graph leads.

**Theorem.** Let a strip have connected columns, and let a move delete a connected set of vertices
that meets at most s columns. A kind is a pair of ends (A, B); its heap of size m >= 1 is the graph
A - m - B of `strip.py`. Suppose that no move that deletes vertices of inner columns only leaves the
columns to its left and to its right connected. Then for m >= s + 1 the options of a heap are, with
constants c, the values of graphs that do not depend on m:

- for each set that meets the first column, or the end A beyond it, and no column after the h-th
  (h < s): the heap (A', B) of size m - h, and c;
- the same at B;
- for each set D of inner columns that meets w columns, up to shifts: for all a, b >= 1 with
  a + b = m - w the heaps (A, E) of size a and (E', B) of size b, and c.

**Proof.** Let m >= s + 1. A deleted set is connected, so it meets consecutive columns, and if it
meets A beyond its ports, then the columns that it meets begin with the first one, or are none. So
it cannot meet both the first and the last column, and falls under one of the three.

*At A*: the columns after the h-th are whole, and B is. As columns are connected and joined, they
are in one component. Let the first of them be the column of ports of A', and A' what else of the
component is not beyond it: it is joined to the strip through its ports, as columns are joined to
the next one only. Neither A' nor the other components depend on m, and the component is the graph
A' - (m - h) - B. Which sets may be deleted does not depend on m either: whether what is left is
empty, connected or neither is seen from the number of components, the long one being one of them.

*Inside*: shifting D by a column, with columns in front of it and behind it, leads to a set of the
same kind; the graph near D is the same. The columns to its left, with A, are in one component,
those to its right, with B, in another one, by hypothesis. Let E be the column before D, as ports,
with what else of the left component is not before it, and E' in the same way. The two are then
A - a - E and E' - b - B, where a and b are the numbers of columns on the two sides. All a, b >= 1
with a + b = m - w occur, and no others. ∎

An end whose ports may be counted as a column of the strip gives that column to the strip
(`Strip.shortest_end`), which changes sizes by a constant. Heaps of size m <= s are valued as
graphs. A ring has the options *inside* only: D leaves the one graph E' - (m - w) - E.

The hypothesis is checked for each set D; where it fails there is no such system, as for dominoes on
a board of two rows. The number of kinds may be infinite; there are limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import NamedTuple

from mexplore.rules.dataclass import dataclass
from mexplore.rules.graphs.deletion import Deletion
from mexplore.rules.graphs.graph import components, mask_of, members
from mexplore.rules.graphs.strip import End, Long, Strip
from mexplore.rules.graphs.values import GraphValues
from mexplore.rules.systems.derived import letter_of, nim_heaps
from mexplore.rules.systems.game import NoSystem
from mexplore.rules.systems.system import Heaps, Kind, Part, Schema, System

MOST_KINDS = 400
MOST_VERTICES = 30  # of an end

Ends = tuple[End, End]


class Piece(NamedTuple):
    """The kind of a component with many columns, and how many more columns it has than those that
    were left whole."""

    ends: Ends
    more: int


@dataclass(eq=False)
class Derivation:
    """The kinds that are reached from some ends of a strip, and their options.

    >>> from mexplore.rules.graphs.deletion import Neighbourhood
    >>> path = Strip(1, (), ((0, 0),))
    >>> found = Derivation(Neighbourhood(), path)
    >>> [schema.drop for schema in found.schemas((path.bare, path.bare))]
    [2, 3, 3]
    """

    deletion: Deletion
    strip: Strip
    graphs: GraphValues = field(init=False)

    def __post_init__(self) -> None:
        if not self.strip.has_connected_columns:
            raise NoSystem("the columns of the strip are not connected: let edges join its rows")
        self.graphs = GraphValues(self.deletion)
        self.numbers: dict[Ends, int] = {}

    @property
    def listed(self) -> int:
        """The options of heaps of fewer columns are valued as graphs."""
        return self.deletion.span + 1

    def number(self, ends: Ends) -> int:
        """The number of a kind in the system. Number 0 are heaps of Nim, by which the values of
        small graphs are written."""
        number = self.numbers.setdefault(ends, len(self.numbers) + 1)
        if number > MOST_KINDS:
            raise NoSystem(f"more than {MOST_KINDS} kinds of pieces are reached")
        return number

    def closed(self) -> list[Kind]:
        """All kinds that are reached from those known, in the order of their numbers."""
        kinds: list[Kind] = []
        while len(kinds) < len(self.numbers):
            ends = [*self.numbers][len(kinds)]
            kinds.append(Kind(letter_of(len(kinds)), self.below(ends), self.schemas(ends)))
        return kinds

    def below(self, ends: Ends) -> tuple[tuple[Heaps, ...], ...]:
        """The options of the heaps of sizes 0, 1, ..., as heaps of Nim of their values. There is no
        heap of size 0; it gets no options."""
        graphs = (self.strip.joined(*ends, m).graph for m in range(1, self.listed))
        return (), *(self.as_nim(graph) for graph in graphs)

    def as_nim(self, graph: tuple[int, ...]) -> tuple[Heaps, ...]:
        """The values of the options of a connected graph, as heaps of Nim."""
        return tuple(nim(value) for value in sorted(self.graphs.option_values(graph)))

    def schemas(self, ends: Ends) -> tuple[Schema, ...]:
        """The options of all larger heaps."""
        long = self.strip.joined(*ends, 2 * self.deletion.span + 4)
        found = (self._schema(long, ends, deleted) for deleted in self.deletion.deleted(long.graph))
        return tuple(dict.fromkeys(schema for schema in found if schema is not None))

    def _schema(self, long: Long, ends: Ends, deleted: int) -> Schema | None:
        """The options that deleting this set, or a shifted one, leads to; None for sets inside that
        are a shift of others."""
        last = len(long.columns) - 1
        met = [c for c, column in enumerate(long.columns) if mask_of(column) & deleted]
        if deleted & long.left or met[:1] == [0]:
            whole = met[-1] + 1 if met else 0
            piece, rest = self._piece(long, ends, deleted, whole, right=False)
            return self._one(piece, whole, rest)
        if deleted & long.right or met[-1:] == [last]:
            whole = met[0] - 1 if met else last
            piece, rest = self._piece(long, ends, deleted, whole, right=True)
            return self._one(piece, last - whole, rest)
        if met[0] != 2:
            return None
        left, right, rest = self.inside(long, ends, deleted)
        parts = (left, right)
        drop = met[-1] - met[0] + 1 - left.more - right.more
        heaps = tuple(Part(self.number(piece.ends), 1 + piece.more) for piece in parts)
        return Schema(drop, heaps, nim(rest))

    def _one(self, piece: Piece, fewer: int, rest: int) -> Schema:
        heaps = (Part(self.number(piece.ends)),)
        return Schema(fewer - piece.more, heaps, nim(rest))

    def inside(self, long: Long, ends: Ends, deleted: int) -> tuple[Piece, Piece, int]:
        """What a set of inner columns leaves: the left piece, the right piece, and the value of
        what else there is."""
        met = [c for c, column in enumerate(long.columns) if mask_of(column) & deleted]
        left, _ = self._piece(long, ends, deleted, met[0] - 1, right=True)
        right, _ = self._piece(long, ends, deleted, met[-1] + 1, right=False)
        rest = ~deleted
        for component in components(long.graph, ~deleted & (1 << len(long.graph)) - 1):
            sides = [component & mask_of(long.columns[c]) for c in (met[0] - 1, met[-1] + 1)]
            if all(sides):
                raise NoSystem(self._stays_joined(long, deleted))
            if any(sides):
                rest &= ~component
        return left, right, self.graphs.value(long.graph, rest)

    def _piece(
        self, long: Long, ends: Ends, deleted: int, whole: int, *, right: bool
    ) -> tuple[Piece, int]:
        """The component of a column that is left whole: that column and what is before it are its
        new end, on the left or on the right. And the value of the other components."""
        graph, column = long.graph, long.columns[whole]
        left = ~deleted & (1 << len(graph)) - 1
        own = next(each for each in components(graph, left) if each & mask_of(column))
        strip = long.columns[:whole] if right else long.columns[whole + 1 :]
        beyond = sum(map(mask_of, strip)) | (long.left if right else long.right)
        end, more = self.strip.shortest_end(graph, column, own & ~beyond, right=right)
        if end.vertices > MOST_VERTICES:
            raise NoSystem(f"the ends grow: one of {end.vertices} vertices is reached")
        pair = (ends[0], end) if right else (end, ends[1])
        return Piece(self.strip.normal(pair), more), self.graphs.value(graph, left & ~own)

    def _stays_joined(self, long: Long, deleted: int) -> str:
        places = {
            vertex: f"row {row + 1} of column {c + 1}"
            for c, column in enumerate(long.columns)
            for row, vertex in enumerate(column)
        }
        taken = " and ".join(places[vertex] for vertex in members(deleted))
        return (
            f"the pieces do not fall apart: without {taken} the columns on both sides are still "
            "connected, so that no finite system of kinds is found"
        )


def ring_of(derivation: Derivation) -> Kind:
    """The kind of rings of n columns; its parts are numbered by the derivation."""
    strip, span = derivation.strip, derivation.deletion.span
    columns = 2 * span + 4
    ring, bare = strip.ring(columns), (strip.bare, strip.bare)
    long = strip.joined(*bare, columns)
    schemas = []
    for deleted in derivation.deletion.deleted(ring):
        met = [c for c, column in enumerate(long.columns) if mask_of(column) & deleted]
        if met[0] != 2 or met[-1] > 2 + span:
            continue
        left, right, rest = derivation.inside(long, bare, deleted)
        # The end at the right of D is a left one, that at its left a right one.
        ends = strip.normal((_other(right.ends, strip), _other(left.ends, strip)))
        drop = met[-1] - 1 - left.more - right.more
        schemas.append(Schema(drop, (Part(derivation.number(ends)),), nim(rest)))
    small = (derivation.as_nim(strip.ring(n)) for n in range(1, span + 3))
    return Kind("ring", ((), *small), tuple(dict.fromkeys(schemas)))


def _other(ends: Ends, strip: Strip) -> End:
    """The end that is not bare; the bare one, if both are."""
    return next((end for end in ends if end != strip.bare), strip.bare)


def shifted(kind: Kind, name: str, more: int) -> Kind:
    """The kind whose heap of size n has the options of a heap of size n + ``more``, more >= 0."""
    schemas = (replace(schema, drop=schema.drop - more) for schema in kind.schemas)
    return Kind(name, kind.below[more:], tuple(schemas))


def nim(value: int) -> Heaps:
    """A heap of Nim of this value, if it is not 0."""
    return ((0, value),) if value else ()


def _nim_sizes(kind: Kind) -> Iterator[int]:
    for options in (*kind.below, *((schema.beside,) for schema in kind.schemas)):
        yield from (size for option in options for _, size in option)


def system_of(derivation: Derivation, start: Kind) -> System:
    """Heaps of Nim, the kinds of the derivation, and the start as the last one."""
    kinds = [*derivation.closed(), start]
    highest = max((size for kind in kinds for size in _nim_sizes(kind)), default=0)
    return System((nim_heaps(0, highest), *kinds), len(kinds))

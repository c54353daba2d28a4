"""Games on families of graphs: ``graph(path; delete N[v])``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError, RuleSyntaxError, TooLarge
from mexplore.rules.graphs.deletion import Deletion, deletion_of
from mexplore.rules.graphs.derivation import Derivation, Ends, ring_of, shifted, system_of
from mexplore.rules.graphs.families import FAMILIES, BadFamily, Family, family_of
from mexplore.rules.graphs.graph import Graph, edges_of
from mexplore.rules.graphs.pieces import PieceValues, drawn, read_drawn
from mexplore.rules.graphs.values import GraphValues
from mexplore.rules.systems.game import SystemGame
from mexplore.rules.systems.system import Heap, Kind, System

if TYPE_CHECKING:
    from mexplore.rules.systems.sample import SampleMove

_HEAD = re.compile(r"\s*graph\s*\(")
START = "G"
SMALL = 16
"""Graphs with this many vertices are valued without the system when a proof is checked."""


@dataclass(frozen=True)
class GraphGame(SystemGame):
    """A game in which vertices of long graphs are deleted.

    >>> kayles = GraphGame.parse("graph(path; delete N[v])")
    >>> kayles.words()
    'From a path of n vertices, delete a vertex and all its neighbours.'
    >>> kayles.directly([(kayles.system.start, n) for n in range(6)])
    [0, 1, 1, 2, 0, 3]
    """

    family: ClassVar[str] = "graph"

    graphs: Family
    deletion: Deletion

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The game that the text denotes; None if it is in another notation."""
        match = _HEAD.match(text)
        if match is None:
            return None
        inner = text[match.end() :].rstrip()
        if not inner.endswith(")") or ";" not in inner:
            example = "graph(path; delete N[v])"
            raise RuleSyntaxError(text, len(text.rstrip()), "no whole game", f"write {example}")
        graphs, _, moves = inner[:-1].rpartition(";")
        deletion = deletion_of(moves)
        if deletion is None:
            remedy = "write delete N[v], delete uv, delete v, or the code of an octal game, 0.33"
            at = match.end() + len(graphs) + 1 + len(moves) - len(moves.lstrip())
            raise RuleSyntaxError(text, at, f"no game: {moves.strip()[:30]!r}", remedy)
        try:
            return cls(family_of(graphs), deletion)
        except BadFamily as why:
            at = match.end() + max(graphs.find(why.at), 0)
            remedy = f"families are {', '.join(FAMILIES)}"
            raise RuleSyntaxError(text, at, str(why), remedy) from None

    def __str__(self) -> str:
        return f"graph({self.graphs.text}; {self.deletion})"

    def words(self) -> str:
        return f"From {self.graphs.words}, {self.deletion.words()}."

    @cached_property
    def _derivation(self) -> Derivation:
        return Derivation(self.deletion, self.graphs.strip)

    @cached_property
    def system(self) -> System:
        """The system that `rules.graphs.derivation` derives; NoSystem where there is none."""
        found, ends = self._derivation, self.graphs.ends
        if ends is None:
            return system_of(found, shifted(ring_of(found), START, 0))
        own = Kind("", found.below(ends), found.schemas(ends))
        return system_of(found, shifted(own, START, self.graphs.more))

    def describe(self, kind: int) -> str:
        """The ends of a piece, by their edges; ``n columns`` where both are bare."""
        if kind == 0:
            return "heaps of Nim: the values of small pieces"
        if kind == self.system.start:
            return self.graphs.words
        left, right = ends = self._ends(kind)
        strip, rows = self.graphs.strip, self.graphs.strip.rows
        if ends == (strip.bare, strip.bare) and rows == 1:
            return "a path of n vertices"
        drawn = (
            f"{side} {' '.join(f'{u}-{v}' for u, v in edges_of(end.graph) if v >= rows)}"
            for side, end in (("left", left), ("right", right))
            if end.vertices > rows
        )
        return ", ".join(("n columns", *drawn))

    def small_values(self) -> Iterator[tuple[Heap, int]]:
        """The heaps that are small graphs, by their components and nothing else."""
        known = GraphValues(self.deletion)
        for kind in range(1, len(self.system.kinds)):
            for size in range(SMALL):
                graph = self._graph(kind, size)
                if len(graph) > SMALL:
                    break
                yield (kind, size), known.value(graph)

    def directly(self, heaps: Sequence[Heap]) -> list[int]:
        """The values of the graphs themselves."""
        return [self._directly(kind, size) for kind, size in heaps]

    def _directly(self, kind: int, size: int) -> int:
        return self._derivation.graphs.value(self._graph(kind, size)) if kind else size

    def _graph(self, kind: int, size: int) -> Graph:
        """The graph that a heap stands for."""
        if kind == self.system.start:
            return self._row(self.graphs.ends, size + self.graphs.more)
        return self._row(self._ends(kind), size)

    def value_of_start(self, n: int, watcher: Watcher = no_progress) -> int:
        """G(n) of the graph itself, by its pieces with memory, also where there is no system."""
        if not self.is_board:
            row = self._row(self.graphs.ends, n + self.graphs.more)
            return self._derivation.graphs.value(row)
        self._refuse_too_long(n)
        return self.pieces.value((1 << n * self.graphs.strip.rows) - 1, watcher)

    @property
    def is_board(self) -> bool:
        """Whether the graphs are strips that are cut off on both sides: boards, whose positions are
        drawn."""
        return self.graphs.ends == (self.graphs.strip.bare,) * 2 and not self.graphs.more

    @cached_property
    def pieces(self) -> PieceValues:
        """The values of what moves leave of a board."""
        return PieceValues(self.deletion, self.graphs.strip)

    def _refuse_too_long(self, columns: int) -> None:
        most = self.pieces.columns
        if columns > most:
            raise TooLarge(f"{self}: boards are valued piece by piece up to {most} columns")

    def start_of(self, n: int) -> str:
        if not self.is_board:
            raise InputError(f"{self} has no system of kinds, and is solved on boards only")
        self._refuse_too_long(n)
        rows = self.graphs.strip.rows
        return drawn((1 << n * rows) - 1, rows, n)

    def spelled(self, text: str) -> str | None:
        """A board with some of its vertices, drawn.

        >>> cram = GraphGame.parse("graph(ladder; delete uv)")
        >>> cram.spelled("oo.o/oooo"), cram.spelled("7"), cram.worth("oo.o/oooo")
        ('oo.o/oooo', None, 1)
        >>> [after for (after,) in cram.moves("o.o/ooo")]
        ['..o/.oo', 'o.o/..o', 'o.o/o..', 'o../oo.']
        """
        if not self.is_board or (found := read_drawn(text.strip(), self.graphs.strip.rows)) is None:
            return None
        self._refuse_too_long(found[1])
        return text.strip()

    def worth(self, position: str) -> int:
        return self.pieces.value(self._drawn(position)[0])

    def moves(self, position: str) -> Iterator[tuple[str]]:
        """The boards after one move."""
        rows = self.graphs.strip.rows
        vertices, columns = self._drawn(position)
        return (
            (drawn(left, rows, columns),) for left in dict.fromkeys(self.pieces.options(vertices))
        )

    def _drawn(self, position: str) -> tuple[int, int]:
        found = read_drawn(position, self.graphs.strip.rows)
        assert found is not None
        return found

    def _row(self, ends: Ends | None, columns: int) -> Graph:
        """A row with these ends, a ring where there are none."""
        strip = self.graphs.strip
        if columns == 0:
            return ()
        return strip.ring(columns) if ends is None else strip.joined(*ends, columns).graph

    @cached_property
    def sample(self) -> tuple[SampleMove, ...]:
        from mexplore.rules.graphs.sample import sample_of

        return sample_of(self.graphs, self.deletion)

    def _ends(self, kind: int) -> Ends:
        assert self.system
        return [*self._derivation.numbers][kind - 1]

"""Values of pieces of a strip by a compiled search with memory: what is left of long boards.

Where a strip is cut off on both sides, what moves leave are sets of its vertices, as numbers of at
most 62 bits, and the search is made of machine instructions (`pieces_loop`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import permutations
from operator import xor
from typing import Any

import numpy as np

from mexplore.rules.engine.grundy import Progress, Watcher, no_progress
from mexplore.rules.engine.working import Pace
from mexplore.rules.errors import TooLarge
from mexplore.rules.graphs.deletion import Deletion
from mexplore.rules.graphs.graph import components
from mexplore.rules.graphs.pieces_loop import (
    ASKED,
    DONE,
    EXACT,
    FULL,
    LARGEST,
    PAUSED,
    PIECE,
    TOO_LARGE,
    enter_again,
    entry_of,
    search,
    split,
)
from mexplore.rules.graphs.strip import Strip

MOST_VERTICES = 62
MOST_SLOTS = 1 << 24
"""Of the table, half of which may be full: 300 megabytes."""
FIRST_SLOTS = 1 << 12


class PieceValues:
    """The nim-values of sets of vertices of a strip in one game.

    >>> from mexplore.rules.graphs.deletion import EndsOfEdge
    >>> grid = Strip(3, ((0, 1), (1, 2)), ((0, 0), (1, 1), (2, 2)))
    >>> cram = PieceValues(EndsOfEdge(), grid)
    >>> [cram.value((1 << 3 * n) - 1) for n in range(8)]
    [0, 1, 1, 0, 1, 1, 4, 1]
    """

    def __init__(self, deletion: Deletion, strip: Strip) -> None:
        self._rows = strip.rows
        self.columns = MOST_VERTICES // strip.rows
        self._graph = graph = strip.joined(strip.bare, strip.bare, self.columns).graph
        self._listed = list(deletion.moves(graph))
        images, reverses = zip(*_symmetries(strip), strict=True)
        near = np.array(graph, dtype=np.int64)
        self._strip = (strip.rows, np.array(images), np.array(reverses), near)
        self._moves = self._tabled()
        self._table = _table(FIRST_SLOTS)
        self._entered = np.zeros(1, dtype=np.int64)
        self._room = np.zeros(MOST_VERTICES, dtype=np.int64), np.zeros(2, dtype=np.int64)

    def value(self, vertices: int, watcher: Watcher = no_progress) -> int:
        """The value of what is left on these vertices: the xor of those of its parts."""
        return reduce(xor, (self._value(part, watcher) for part in self._parts(vertices)), 0)

    def options(self, vertices: int) -> Iterator[int]:
        """What a move leaves of a set of vertices."""
        for need, taken, digit in self._listed:
            component = next((c for c in self._components(vertices) if need & ~c == 0), 0)
            left = component & ~taken
            apart = sum(1 for _ in self._components(left))
            if component and digit >> min(apart, 2) & 1:
                yield vertices & ~taken | vertices & ~component

    def _components(self, vertices: int) -> Iterator[int]:
        return components(self._graph, vertices)

    def _parts(self, vertices: int) -> list[int]:
        parts = self._room[0]
        _, kept = split(vertices, self._strip, parts)
        found: list[int] = parts[:kept].tolist()
        return found

    def _tabled(self) -> tuple[Any, ...]:
        """The moves by the first column that they need, and the columns from the middle."""
        by_column: list[list[tuple[int, int, int]]] = [[] for _ in range(self.columns)]
        for need, taken, digit in self._listed:
            first = ((need & -need).bit_length() - 1) // self._rows
            by_column[first].append((need, taken, digit))
        listed = [move for moves in by_column for move in moves]
        at = np.cumsum([0, *map(len, by_column)], dtype=np.int64)
        order = np.zeros((self.columns + 1, self.columns), dtype=np.int64)
        for width in range(1, self.columns + 1):
            order[width, :width] = sorted(range(width), key=lambda c: abs(2 * c + 1 - width))
        needs, takes, digits = np.array(listed, dtype=np.int64).T.copy()
        return needs, takes, digits, at, order

    def _value(self, piece: int, watcher: Watcher) -> int:
        """The value of one piece, in its normal form."""
        stack = np.zeros((2 * MOST_VERTICES, 7), dtype=np.int64)
        stack[0, PIECE], stack[0, ASKED] = piece, EXACT
        depth, why, pace = 1, PAUSED, Pace(1 << 14)
        while why != DONE:
            if why == FULL:
                self._lengthen()
            with pace.block():
                why, depth = search(
                    depth,
                    stack,
                    self._table,
                    self._entered,
                    self._strip,
                    self._moves,
                    self._room,
                    pace.size,
                )
            if why == TOO_LARGE:
                raise TooLarge(f"a piece is worth more than {LARGEST}")
            watcher(Progress("pieces", int(self._entered[0]), MOST_SLOTS // 2))
        return int(self._table[1][entry_of(piece, self._table, self._entered)])

    def _lengthen(self) -> None:
        """A table twice as long."""
        slots = 2 * len(self._table[0])
        if slots > MOST_SLOTS:
            raise TooLarge(f"more than {MOST_SLOTS // 2} different pieces are reached")
        longer = _table(slots)
        self._entered[0] = 0
        enter_again(self._table, longer, self._entered)
        self._table = longer


def _table(slots: int) -> tuple[Any, Any, Any]:
    """Pieces, 0 where there is none, their values and the values that they do not have."""
    values: Any = np.zeros(slots, dtype=np.int8)
    return np.zeros(slots, dtype=np.int64), values, np.zeros(slots, dtype=np.int64)


def drawn(vertices: int, rows: int, columns: int) -> str:
    """A set of vertices of a strip as its rows, ``o`` for a vertex.

    >>> drawn(0b110111, 2, 3)
    'ooo/o.o'
    """
    signs = (
        "".join(".o"[vertices >> rows * c + r & 1] for c in range(columns)) for r in range(rows)
    )
    return "/".join(signs)


def read_drawn(text: str, rows: int) -> tuple[int, int] | None:
    """The set of vertices and the number of columns that a text draws; None for other texts.

    >>> read_drawn("oo./ooo", 2), read_drawn("ooo", 2)
    ((47, 3), None)
    """
    lines = text.split("/")
    columns = len(lines[0])
    if len(lines) != rows or not columns or any(len(line) != columns for line in lines):
        return None
    if not {*text} <= {*"o./"}:
        return None
    signs = ((r, c) for r, line in enumerate(lines) for c, sign in enumerate(line) if sign == "o")
    return sum(1 << rows * c + r for r, c in signs), columns


def _symmetries(strip: Strip) -> Iterator[tuple[list[int], bool]]:
    """The symmetries of a strip: what becomes of the vertices of each column, and whether the
    columns are read backwards.

    >>> [backwards for _, backwards in _symmetries(Strip(2, ((0, 1),), ((0, 0), (1, 1))))]
    [False, True, False, True]
    """
    rows = range(strip.rows)
    edges, links = {frozenset(edge) for edge in strip.column}, {*strip.link}
    for order in permutations(rows):
        if {frozenset((order[u], order[v])) for u, v in strip.column} != edges:
            continue
        images = [
            sum(1 << order[r] for r in rows if mask >> r & 1) for mask in range(1 << strip.rows)
        ]
        turned = {(order[r], order[s]) for r, s in strip.link}
        if turned == links:
            yield images, False
        if {(s, r) for r, s in turned} == links:
            yield images, True

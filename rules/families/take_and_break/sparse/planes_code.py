"""Generates code for bit sets wider than 64 bits: words of the next heaps in several planes.

Where few heaps have an index in the last planes, X(s) is kept in the others alone: that is less to
sum. A heap whose options fill those is found *by itself*, in all planes: what is excluded is
marked, G(r) xor G(n - j - r) for each rare r and split j, n - j - r common, and G(n - k) for each
take k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from llvmlite import ir

from mexplore.rules.engine.emitting.loops import (
    BYTE,
    I64,
    beyond,
    counted,
    fetch,
    flags,
    number,
    put,
    variable,
)
from mexplore.rules.families.take_and_break.sparse.row_code import RowCode
from mexplore.rules.families.take_and_break.sparse.shape import CHUNK, Given

MARKS = ir.VectorType(BYTE, 64)
"""Marks that are looked at together."""
HALF = ir.IntType(32)
MARKED_TOGETHER = 4
"""Rare heaps that are looked at together; their table is as long as a multiple of this."""


class PlanesCode(RowCode):
    """The columns of a shape with several planes."""

    def _several_planes(
        self, builder: Any, table: Any, words: Any, pairs: Any, first: Any, stop: Any
    ) -> Callable[[Any], None]:
        """The 32 columns of one turn, one by one."""
        del first
        return partial(_Columns(self, builder, table, words, pairs).turn, stop)


class _Columns:
    """Writes the code of columns: ``here`` is the place of the one at hand, ``gone`` is what is
    excluded there in the planes that are summed, ``index`` its index, if ``found`` is not 0."""

    def __init__(self, code: PlanesCode, builder: Any, table: Any, words: Any, pairs: Any) -> None:
        self.code, self.builder, self.shape = code, builder, code.shape
        self.words, self.pairs = words, pairs
        self.indices = code._array(builder, table, Given.indices)
        self.stride = code._given(builder, table, Given.stride)
        self.itself = code._given(builder, table, Given.itself)
        self.near, self.rare, self.splits, self.takes = (
            (code._array(builder, table, place), code._given(builder, table, place + 1))
            for place in (Given.late, Given.rare, Given.splits, Given.takes)
        )
        self.planes = [builder.mul(self.stride, number(w)) for w in range(self.shape.planes)]
        self.here, self.found, self.index = (variable(builder, number(0)) for _ in range(3))
        self.gone = [variable(builder, number(0)) for _ in range(self.shape.summed)]
        with builder.goto_entry_block():
            marks = builder.alloca(ir.ArrayType(BYTE, 2 * self.shape.indices))
        self.marks = builder.bitcast(marks, BYTE.as_pointer())

    def turn(self, stop: Any, start: Any) -> None:
        """32 columns from ``start`` on."""
        builder = self.builder
        with counted(builder, start, builder.add(start, number(CHUNK))) as t:
            builder.store(self.code._columns(builder, t, self.code.size), self.here)
            self.exclude(t, self.add_near(t))
            self.choose()
            if self.shape.beyond:
                with self.nothing():
                    self.find_by_itself(t)
            with self.nothing():
                ahead = builder.icmp_unsigned("<", t, stop)
                builder.ret(builder.select(ahead, t, stop))
            held = builder.trunc(builder.load(self.index), self.code.index)
            put(builder, held, self.indices, self.code._columns(builder, t, 2))

    def nothing(self) -> Any:
        """A branch that is taken where no index is left."""
        none = self.builder.icmp_unsigned("==", self.builder.load(self.found), number(0))
        return self.builder.if_then(none, likely=False)

    def index_at(self, column: Any) -> Any:
        """The index there, as many as there are where the heap has none."""
        at = self.code._columns(self.builder, column, 2)
        return self.builder.zext(fetch(self.builder, self.indices, self.code.index, at), I64)

    def in_plane(self, w: int) -> Any:
        """The bytes from the beginning to the word of this column."""
        return self.builder.add(self.builder.load(self.here), self.planes[w])

    # -- by sums ---------------------------------------------------------------------------------

    def add_near(self, t: Any) -> list[Any]:
        """X(t) in the planes that are summed, with the rare heaps r < 32, which are added to it.
        The next heap waits for this one where r is 1: what does not wait comes first."""
        builder, (rows, count) = self.builder, self.near
        totals = [variable(builder, number(0)) for _ in range(self.shape.summed)]
        with counted(builder, number(0), count) as k:
            entry = beyond(builder, rows, builder.mul(k, number(16)))
            held = self.index_at(builder.sub(t, fetch(builder, entry, I64)))
            held = builder.and_(held, number(self.shape.indices - 1))
            x = builder.xor(held, fetch(builder, entry, I64, 8))
            plane = builder.lshr(x, number(6))
            for w, total in enumerate(totals):
                mine = builder.zext(builder.icmp_unsigned("==", plane, number(w)), I64)
                bit = builder.shl(mine, builder.and_(x, number(63)))
                builder.store(builder.or_(builder.load(total), bit), total)
        whole = []
        for w, total in enumerate(totals):
            to = beyond(builder, self.pairs, self.in_plane(w))
            whole.append(builder.or_(fetch(builder, to, I64), builder.load(total)))
            put(builder, whole[-1], to)
        return whole

    def exclude(self, t: Any, own: list[Any]) -> None:
        """What splits and takes exclude, in the planes that are summed, where X(t) is ``own``."""
        builder = self.builder
        for gone, row in zip(self.gone, own, strict=True):
            builder.store(builder.and_(row, self.itself), gone)
        for (moves, count), array in ((self.splits, self.pairs), (self.takes, self.words)):
            with counted(builder, number(0), count) as k:
                j = fetch(builder, moves, I64, builder.mul(k, number(8)))
                away = self.code._columns(builder, builder.sub(t, j), self.code.size)
                for w, gone in enumerate(self.gone):
                    more = fetch(builder, array, I64, builder.add(away, self.planes[w]))
                    builder.store(builder.or_(builder.load(gone), more), gone)

    def choose(self) -> None:
        """The least index that is left, if any, as the word of this column."""
        builder = self.builder
        builder.store(number(0), self.found)
        for w in range(self.shape.planes):
            left = number(0)
            if w < self.shape.summed:
                left = builder.not_(builder.load(self.gone[w]))
            before = builder.load(self.found)
            lowest = builder.and_(left, builder.neg(left))
            first = builder.icmp_unsigned("==", before, number(0))
            held = builder.select(first, lowest, number(0))
            put(builder, held, self.words, self.in_plane(w))
            self.take(held, left, 64 * w)
            builder.store(builder.or_(before, held), self.found)

    def take(self, some: Any, left: Any, first: int) -> None:
        """The index of the lowest bit of ``left``, the first of which is that of index ``first``;
        unless ``some`` is 0."""
        builder = self.builder
        lowest = builder.add(builder.cttz(left, ir.Constant(ir.IntType(1), 0)), number(first))
        taken = builder.icmp_unsigned("!=", some, number(0))
        builder.store(builder.select(taken, lowest, builder.load(self.index)), self.index)

    # -- by itself -------------------------------------------------------------------------------

    def find_by_itself(self, t: Any) -> None:
        """The least index of all planes that no option has, as the word of this column."""
        builder = self.builder
        self.mark_options(t)
        zeros = ir.Constant(MARKS, [0] * MARKS.count)
        for at in reversed(range(0, self.shape.indices, MARKS.count)):
            free = builder.icmp_unsigned("==", fetch(builder, self.marks, MARKS, at), zeros)
            free = flags(builder, free)
            self.take(free, free, at)
            builder.store(builder.or_(builder.load(self.found), free), self.found)
        index = builder.load(self.index)
        bit = builder.shl(number(1), builder.and_(index, number(63)))
        for w in range(self.shape.planes):
            mine = builder.icmp_unsigned("==", builder.lshr(index, number(6)), number(w))
            put(builder, builder.select(mine, bit, number(0)), self.words, self.in_plane(w))

    def mark_options(self, t: Any) -> None:
        """A byte for each index that an option has."""
        builder = self.builder
        for at in range(0, self.shape.indices, MARKS.count):
            put(builder, ir.Constant(MARKS, [0] * MARKS.count), self.marks, at)
        with builder.if_then(builder.icmp_unsigned("!=", self.itself, number(0))):
            self.mark_pairs(t)
        with self.moved(t, self.splits) as s:
            self.mark_pairs(s)
        with self.moved(t, self.takes) as s:
            self.mark(self.left(s, number(0)))

    @contextmanager
    def moved(self, t: Any, moves: tuple[Any, Any]) -> Iterator[Any]:
        """A loop over the t - j, j the numbers of moves."""
        builder, (array, count) = self.builder, moves
        with counted(builder, number(0), count) as k:
            yield builder.sub(t, fetch(builder, array, I64, builder.mul(k, number(8))))

    def mark_pairs(self, s: Any) -> None:
        """What a rare heap and another one leave that have s tokens together. Several are read
        before any is marked, as the code cannot know that marks are not read here."""
        builder, (rows, count) = self.builder, self.rare
        with counted(builder, number(0), count, MARKED_TOGETHER) as i:
            entry, left = beyond(builder, rows, builder.mul(i, number(8))), []
            for at in range(0, 8 * MARKED_TOGETHER, 8):
                r, g = (builder.zext(fetch(builder, entry, HALF, at + k), I64) for k in (0, 4))
                left.append(self.left(builder.sub(s, r), g))
            for x in left:
                self.mark(x)

    def left(self, column: Any, g: Any) -> Any:
        """The index there, xor g; where the heap has none, this is beyond all indices."""
        x = self.builder.xor(self.index_at(column), g)
        return self.builder.and_(x, number(2 * self.shape.indices - 1))

    def mark(self, x: Any) -> None:
        """Mark this index."""
        put(self.builder, ir.Constant(BYTE, 1), self.marks, x)

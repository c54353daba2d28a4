"""The code that ORs rows, and exchanges bits of their words."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from mexplore.rules.engine.emitting.loops import (
    I64,
    base,
    beyond,
    counted,
    everywhere,
    fetch,
    number,
    put,
    variable,
)
from mexplore.rules.engine.emitting.words import united
from mexplore.rules.engine.processors import processor
from mexplore.rules.families.take_and_break.sparse.shape import Given, Groups, Shape


class RowCode:
    """What all functions of a shape are written with: the numbers they are given, sums of rows."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.size = shape.width // 8
        self.word = ir.IntType(shape.width)
        self.wide = ir.VectorType(self.word, shape.lanes)
        self.one = ir.IntType(max(32, shape.width))
        """What single words are worked on as: machines do that in registers of 32 bits or more."""
        self.index = ir.IntType(8 * shape.index_bytes)

    def _given(self, builder: Any, table: Any, place: int) -> Any:
        return fetch(builder, table, I64, 8 * place)

    def _array(self, builder: Any, table: Any, place: int) -> Any:
        return base(builder, self._given(builder, table, place))

    def _columns(self, builder: Any, column: Any, size: int) -> Any:
        """The bytes of this many columns."""
        return builder.mul(column, number(size))

    def _sum_rows(
        self, builder: Any, table: Any, plan: int, words: Any, target: Any, kept: Any = None
    ) -> None:
        """row[target] = union over the (r, g) of a schedule of the words at s - r, exchanged by g,
        for the s of a row; ``words`` and ``target`` are where these s begin. In several planes
        those bits of ``kept`` that are there already stay."""
        if self.shape.known is not None:
            known = self.shape.known
            groups = known.witnesses if plan == Given.check else known.far
            for u in range(self.shape.vectors):
                put(builder, self._written_out(builder, groups, words, 64 * u), target, 64 * u)
            return
        stride = self._given(builder, table, Given.stride)
        sums = self._array(builder, table, Given.sums)
        self._group(builder, table, plan, words, sums, stride)
        self._exchange(builder, table, plan, sums)
        root = beyond(builder, sums, self._given(builder, table, plan + 5))
        for w in range(self.shape.summed):
            to = beyond(builder, target, builder.mul(stride, number(w)))
            for u in range(self.shape.vectors):
                row = fetch(builder, root, self.wide, 64 * (w * self.shape.vectors + u))
                if kept is not None:
                    there = builder.and_(fetch(builder, to, self.wide, 64 * u), kept)
                    row = builder.or_(row, there)
                put(builder, row, to, 64 * u)

    def _written_out(self, builder: Any, groups: Groups, words: Any, at: int) -> Any:
        """One vector of such a row, in one plane."""

        def row(r: int) -> Any:
            return fetch(builder, words, self.wide, at - r * self.size)

        return united(builder, groups, row, self.wide)

    def _group(
        self, builder: Any, table: Any, plan: int, words: Any, sums: Any, stride: Any
    ) -> None:
        """The union of the rows at s - r, for all r with one g; each in a slot of its own."""
        shape = self.shape
        groups, offsets = (self._array(builder, table, plan + i) for i in (0, 2))
        with counted(builder, number(0), self._given(builder, table, plan + 1)) as i:
            entry = beyond(builder, groups, builder.mul(i, number(40)))
            slot, plane, start, count, keep = (fetch(builder, entry, I64, 8 * k) for k in range(5))
            to, row = beyond(builder, sums, slot), beyond(builder, offsets, start)
            kept = everywhere(builder, self._cut(builder, keep), shape.lanes)
            sources = [
                beyond(builder, words, builder.mul(builder.xor(plane, number(w)), stride))
                for w in range(shape.summed)
            ]
            for part in self._parts():
                totals = [
                    variable(builder, builder.and_(fetch(builder, to, self.wide, at), kept))
                    for _, _, at in part
                ]
                with counted(builder, number(0), count) as k:
                    away = fetch(builder, row, I64, builder.mul(k, number(8)))
                    near = {w: beyond(builder, sources[w], away) for w, _, _ in part}
                    for (w, u, _), total in zip(part, totals, strict=True):
                        vector = fetch(builder, near[w], self.wide, 64 * u)
                        builder.store(builder.or_(builder.load(total), vector), total)
                for (_, _, at), total in zip(part, totals, strict=True):
                    put(builder, builder.load(total), to, at)

    def _parts(self) -> list[list[tuple[int, int, int]]]:
        """The (plane, vector, bytes within a slot), as many at a time as registers hold."""
        planes, vectors = self.shape.summed, self.shape.vectors
        each = [(w, u, 64 * (w * vectors + u)) for u in range(vectors) for w in range(planes)]
        together = 16 if processor().has("avx512f") else 4
        return [each[at : at + together] for at in range(0, len(each), together)]

    def _exchange(self, builder: Any, table: Any, plan: int, sums: Any) -> None:
        """Bring the slots together, bit by bit of the index."""
        shape = self.shape
        levels, swaps = (self._array(builder, table, plan + i) for i in (3, 4))
        at = variable(builder, swaps)
        with counted(builder, number(0), number(2 * (shape.width.bit_length() - 1))) as k:
            level = beyond(builder, levels, builder.mul(k, number(32)))
            mask, shift, moves, turns = (fetch(builder, level, I64, 8 * i) for i in range(4))
            low = everywhere(builder, self._cut(builder, mask), shape.lanes)
            below = builder.and_(shift, number(shape.width - 1))
            by = everywhere(builder, self._cut(builder, below), shape.lanes)
            for count, meets in ((moves, True), (turns, False)):
                with counted(builder, number(0), count):
                    entry = builder.load(at)
                    to, origin = (
                        beyond(builder, sums, fetch(builder, entry, I64, 8 * i)) for i in (0, 1)
                    )
                    for part in range(0, shape.row_bytes, 64):
                        row = fetch(builder, origin, self.wide, part)
                        up = builder.shl(builder.and_(row, low), by)
                        down = builder.and_(builder.lshr(row, by), low)
                        moved = builder.or_(up, down)
                        if meets:
                            moved = builder.or_(moved, fetch(builder, to, self.wide, part))
                        put(builder, moved, to, part)
                    builder.store(beyond(builder, entry, 16), at)

    def _cut(self, builder: Any, word: Any) -> Any:
        """The low bits of a 64-bit number, as many as a word has."""
        return word if self.shape.width == 64 else builder.trunc(word, self.word)

    def _single(self, builder: Any, word: Any) -> Any:
        """A 64-bit number as what single words are worked on as."""
        return word if self.shape.width == 64 else builder.trunc(word, self.one)

    def _load_single(self, builder: Any, array: Any, distance: Any) -> Any:
        word = fetch(builder, array, self.word, distance)
        return builder.zext(word, self.one) if self.shape.width < 32 else word

    def _store_single(self, builder: Any, word: Any, array: Any, distance: Any) -> None:
        if self.shape.width < 32:
            word = builder.trunc(word, self.word)
        put(builder, word, array, distance)

    def _by_turns(self, builder: Any, tables: Any, parity: Any, size: int) -> tuple[Any, Any]:
        """The tables for heaps of this parity and of the other."""
        this = builder.mul(parity, number(size))
        other = builder.mul(builder.xor(parity, number(1)), number(size))
        return beyond(builder, tables, this), beyond(builder, tables, other)

    def _index(self, builder: Any, indices: Any, column: Any) -> Any:
        at = self._columns(builder, column, self.shape.index_bytes)
        held = builder.zext(fetch(builder, indices, self.index, at), I64)
        return builder.and_(held, number(self.shape.indices - 1))

"""The code of the inner loop for words of one width: 32 heaps at once, written out as LLVM text.

A *row* is the words of 32 consecutive heaps, one bitset each, in vectors of 64 bytes; in several
planes there are as many rows. What the code is given, addresses most of it, stands in a table of
64-bit numbers, `Given`; distances in it are bytes. Columns are places in the window (`engine`).

    advance(given, first, stop)  the words of these columns, none of which is taken to be rare
    check(given, first, stop)    the (n, v), v rare below G(n), that no witness excludes
    write(given, first, stop)    the values of these columns
    ahead(given, first, stop)    what the rare heaps that are far away give to X(s) of these columns

``ahead`` is called beside the others, in several planes; ``advance`` adds to it. ``advance`` and
``check`` return the column that they have reached, ``write`` the largest index that it met. No
shift is by the width or more, no table is read beyond its end, whatever the words are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir

from mexplore.rules.engine.emitting.assembled import SIGNATURE
from mexplore.rules.engine.emitting.loops import (
    BYTE,
    I64,
    base,
    beyond,
    counted,
    everywhere,
    fetch,
    going,
    number,
    put,
    variable,
)
from mexplore.rules.families.take_and_break.sparse.check_code import CheckCode, KnownCode
from mexplore.rules.families.take_and_break.sparse.planes_code import PlanesCode
from mexplore.rules.families.take_and_break.sparse.shape import CHUNK, Given

# The code that finds the words of the next heaps.


_EIGHT = 8


class AdvanceCode(KnownCode, PlanesCode):
    """``advance``: of one game, in one plane, or in several."""

    def advance(self, builder: Any, table: Any, first: Any, stop: Any) -> None:
        chunk = self._one_plane if self.shape.planes == 1 else self._several_planes
        chunk = self._of_one_game if self.shape.known is not None else chunk
        words, pairs = (self._array(builder, table, it) for it in (Given.words, Given.pairs))
        block = chunk(builder, table, words, pairs, first, stop)
        kept = None
        if self.shape.planes > 1:
            kept = everywhere(builder, self._given(builder, table, Given.kept), self.shape.lanes)
        with counted(builder, first, stop, CHUNK) as t:
            here = self._columns(builder, t, self.size)
            at = beyond(builder, words, here)
            self._sum_rows(builder, table, Given.plan, at, beyond(builder, pairs, here), kept)
            block(t)
        builder.ret(stop)

    def ahead(self, builder: Any, table: Any, first: Any, stop: Any) -> None:
        words, pairs = (self._array(builder, table, it) for it in (Given.words, Given.pairs))
        if self.shape.planes > 1:
            with counted(builder, first, stop, CHUNK) as t:
                here = self._columns(builder, t, self.size)
                at = beyond(builder, words, here)
                self._sum_rows(builder, table, Given.later, at, beyond(builder, pairs, here))
        builder.ret(stop)

    def _one_plane(
        self, builder: Any, table: Any, words: Any, pairs: Any, first: Any, stop: Any
    ) -> Callable[[Any], None]:
        """The 32 columns of one turn, eight at a time, then one by one."""
        shape = self.shape
        indices = self._array(builder, table, Given.indices)
        itself = self._single(builder, self._given(builder, table, Given.itself))
        rows = self._array(builder, table, Given.close)
        close = [
            [fetch(builder, rows, I64, 16 * k + 8 * i) for i in (0, 1)] for k in range(shape.close)
        ]
        back = {
            place: [
                self._columns(builder, fetch(builder, moves, I64, 8 * k), -self.size)
                for k in range(count)
            ]
            for place, count in ((Given.splits, shape.splits), (Given.takes, shape.takes))
            for moves in [self._array(builder, table, place)]
        }
        recent, before = (
            variable(builder, fetch(builder, indices, I64, builder.sub(first, number(away))))
            for away in (8, 16)
        )

        def scalar(t: Any, i: int, newest: Any) -> Any:
            """Column t + i, the indices of the eight before it in hand: those of the next."""
            here = builder.add(self._columns(builder, t, self.size), number(i * self.size))
            x = self._load_single(builder, pairs, here)
            for away, g in close:
                held = builder.xor(builder.lshr(newest, builder.and_(away, number(63))), g)
                by = builder.and_(held, number(shape.width - 1))
                bit = builder.shl(ir.Constant(self.one, 1), self._single(builder, by))
                x = builder.or_(x, bit)
            if close:
                self._store_single(builder, x, pairs, here)
            gone = builder.and_(x, itself)
            for away in back[Given.splits]:
                gone = builder.or_(gone, self._load_single(builder, pairs, builder.add(here, away)))
            for away in back[Given.takes]:
                gone = builder.or_(gone, self._load_single(builder, words, builder.add(here, away)))
            left = builder.xor(gone, ir.Constant(self.one, (1 << shape.width) - 1))
            lowest = builder.and_(left, builder.neg(left))
            self._store_single(builder, lowest, words, here)
            none = builder.icmp_unsigned("==", left, ir.Constant(self.one, 0))
            with builder.if_then(none, likely=False):
                column = builder.add(t, number(i))
                put(builder, newest, indices, builder.sub(column, number(8)))
                ahead = builder.icmp_unsigned("<", column, stop)
                builder.ret(builder.select(ahead, column, stop))
            zeros = builder.cttz(left, ir.Constant(ir.IntType(1), 0))
            zeros = zeros if shape.width == 64 else builder.zext(zeros, I64)
            older = builder.lshr(newest, number(8))
            return builder.or_(older, builder.shl(zeros, number(56)))

        def block(start: Any) -> None:
            with counted(builder, start, builder.add(start, number(CHUNK)), _EIGHT) as t:
                newest = builder.load(recent)
                self._middle(builder, table, pairs, indices, t, newest, builder.load(before))
                builder.store(newest, before)
                for i in range(_EIGHT):
                    newest = scalar(t, i, newest)
                put(builder, newest, indices, t)
                builder.store(newest, recent)

        return block

    def _middle(
        self, builder: Any, table: Any, pairs: Any, indices: Any, t: Any, new: Any, old: Any
    ) -> None:
        """Add to the rows of eight columns the rare heaps 8 <= r < 32, one bit each: for r >= 16
        the indices are read, those for r < 16 are cut out of the last sixteen, since reading what
        was just written in other pieces makes the machine wait."""
        kind, octet = ir.VectorType(self.word, _EIGHT), ir.VectorType(BYTE, _EIGHT)
        here = self._columns(builder, t, self.size)
        total = variable(builder, fetch(builder, pairs, kind, here))

        def add(found: Any, g: Any) -> None:
            wide = builder.zext(builder.bitcast(found, octet), kind)
            exchanged = builder.xor(wide, everywhere(builder, self._cut(builder, g), _EIGHT))
            most = ir.Constant(self.word, self.shape.width - 1)
            within = builder.and_(exchanged, ir.Constant(kind, [most] * _EIGHT))
            ones = ir.Constant(kind, [ir.Constant(self.word, 1)] * _EIGHT)
            bits = builder.shl(ones, within)
            builder.store(builder.or_(builder.load(total), bits), total)

        rows = self._array(builder, table, Given.late)
        with counted(builder, number(0), self._given(builder, table, Given.late_count)) as k:
            entry = beyond(builder, rows, builder.mul(k, number(16)))
            at = builder.sub(t, fetch(builder, entry, I64))
            add(fetch(builder, indices, I64, at), fetch(builder, entry, I64, 8))
        rows = self._array(builder, table, Given.early)
        with counted(builder, number(0), self._given(builder, table, Given.early_count)) as k:
            entry = beyond(builder, rows, builder.mul(k, number(16)))
            # r - 8 bytes; the other shift is by 1 and by the rest, since it may be by 64 in all.
            bits = builder.and_(fetch(builder, entry, I64), number(63))
            rest = builder.and_(builder.sub(number(63), bits), number(63))
            earlier = builder.lshr(builder.lshr(old, number(1)), rest)
            word = builder.or_(builder.shl(new, bits), earlier)
            add(word, fetch(builder, entry, I64, 8))
        put(builder, builder.load(total), pairs, here)


TOGETHER = 8
SIZES = (1, 2, 4, 8)
NAMES = (
    "sparse_advance",
    "sparse_check",
    *(f"sparse_write_{size}" for size in SIZES),
    "sparse_ahead",
)


class Emitter(AdvanceCode, CheckCode):
    """Emits the code of a shape."""

    def text(self) -> str:
        """The functions of NAMES."""
        module = ir.Module()
        writes = [partial(self._write, size) for size in SIZES]
        functions: list[Callable[..., None]] = [self.advance, self.check, *writes, self.ahead]
        for name, emit in zip(NAMES, functions, strict=True):
            function = ir.Function(module, SIGNATURE, name)
            builder = ir.IRBuilder(function.append_basic_block())
            table, first, stop = function.args
            emit(builder, base(builder, table), first, stop)
        return str(module)

    def _write(self, size: int, builder: Any, table: Any, first: Any, stop: Any) -> None:
        indices, commons, values = (
            self._array(builder, table, place)
            for place in (Given.indices, Given.commons, Given.values)
        )
        shift = self._given(builder, table, Given.shift)
        largest, place = variable(builder, number(0)), variable(builder, first)
        kind = ir.IntType(8 * size)

        def one(t: Any, start: Any) -> None:
            index = self._index(builder, indices, t)
            value = fetch(builder, start, I64, builder.mul(index, number(8)))
            value = value if size == 8 else builder.trunc(value, kind)
            put(builder, value, values, self._columns(builder, builder.add(t, shift), size))
            most = builder.load(largest)
            more = builder.icmp_unsigned(">", index, most)
            builder.store(builder.select(more, index, most), largest)

        for together in (TOGETHER, 1):
            last = builder.sub(stop, number(together - 1))

            def fits(end: Any = last) -> Any:
                return builder.icmp_signed("<", builder.load(place), end)

            with going(builder, fits):
                t = builder.load(place)
                parity = builder.and_(builder.add(t, shift), number(1))
                starts = self._by_turns(builder, commons, parity, 8 * self.shape.indices)
                for i in range(together):
                    one(builder.add(t, number(i)), starts[i % 2])
                builder.store(builder.add(t, number(together)), place)
        builder.ret(builder.load(largest))

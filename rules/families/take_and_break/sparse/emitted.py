"""The code of the inner loop for words of one width: 32 heaps at once, written out as LLVM text.

A *row* is the words of 32 consecutive heaps, one bitset each, in vectors of 64 bytes; in several
planes there are as many rows. What the code is given, addresses most of it, stands in a table of
64-bit numbers, `Given`; distances in it are bytes. Columns are places in the window (`engine`).

    advance(given, first, stop)  the words of these columns, none of which is taken to be rare
    check(given, first, stop)    the (n, v), v rare below G(n), that no witness excludes
    write(given, first, stop)    the values of these columns

``advance`` and ``check`` return the column that they have reached, ``write`` the largest index that
it met. No shift is by the width or more, no table is read beyond its end, whatever the words are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir

from mexplore.rules.engine.emitting.assembled import SIGNATURE
from mexplore.rules.engine.emitting.loops import I64, base, fetch, going, number, put, variable
from mexplore.rules.families.take_and_break.sparse.advance_code import AdvanceCode
from mexplore.rules.families.take_and_break.sparse.check_code import CheckCode
from mexplore.rules.families.take_and_break.sparse.shape import Given

TOGETHER = 8
SIZES = (1, 2, 4, 8)
NAMES = ("sparse_advance", "sparse_check", *(f"sparse_write_{size}" for size in SIZES))


class Emitter(AdvanceCode, CheckCode):
    """Emits the code of a shape."""

    def text(self) -> str:
        """The functions of NAMES."""
        module = ir.Module()
        writes = [partial(self._write, size) for size in SIZES]
        functions: list[Callable[..., None]] = [self.advance, self.check, *writes]
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

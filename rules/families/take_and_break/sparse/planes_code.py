"""The code that finds the words of the next heaps in several planes of 64 bits.

Where few heaps have an index in the last planes, X(s) is kept in the others alone: that is less to
sum. A heap whose options fill those is found *by itself*, in all planes: what is excluded is
marked, G(r) xor G(n - j - r) for each rare r and split j, n - j - r common, and G(n - k) for each
take k.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from rules.emitting.loops import BYTE, I64, beyond, counted, fetch, flags, number, put, variable
from rules.families.take_and_break.sparse.row_code import RowCode
from rules.families.take_and_break.sparse.shape import CHUNK, Given

MARKED = 64
"""Marks that are looked at together."""
HALF = ir.IntType(32)


class PlanesCode(RowCode):
    """The columns of a shape with several planes."""

    def _several_planes(
        self, builder: Any, table: Any, words: Any, pairs: Any, first: Any, stop: Any
    ) -> Callable[[Any], None]:
        """The 32 columns of one turn, one by one."""
        del first
        shape, size = self.shape, self.size
        indices = self._array(builder, table, Given.indices)
        stride = self._given(builder, table, Given.stride)
        itself = self._given(builder, table, Given.itself)
        near, rare, splits, takes = (
            (self._array(builder, table, place), self._given(builder, table, place + 1))
            for place in (Given.late, Given.rare, Given.splits, Given.takes)
        )
        of_plane = [builder.mul(stride, number(w)) for w in range(shape.planes)]
        here, found, index = (variable(builder, number(0)) for _ in range(3))
        gone = [variable(builder, number(0)) for _ in range(shape.summed)]
        marks, most = ir.VectorType(BYTE, MARKED), number(2 * shape.indices - 1)
        with builder.goto_entry_block():
            room = builder.alloca(ir.ArrayType(BYTE, 2 * shape.indices))
        seen = builder.bitcast(room, BYTE.as_pointer())

        def index_at(column: Any) -> Any:
            at = self._columns(builder, column, 2)
            held = builder.zext(fetch(builder, indices, self.index, at), I64)
            return builder.and_(held, number(shape.indices - 1))

        def add_near(t: Any) -> None:
            with counted(builder, number(0), near[1]) as k:
                entry = beyond(builder, near[0], builder.mul(k, number(16)))
                x = index_at(builder.sub(t, fetch(builder, entry, I64)))
                x = builder.xor(x, fetch(builder, entry, I64, 8))
                w = builder.lshr(x, number(6))
                within = builder.icmp_unsigned("<", w, number(shape.summed))
                plane = builder.mul(builder.select(within, w, number(0)), stride)
                to = beyond(builder, pairs, builder.add(plane, builder.load(here)))
                bit = builder.shl(builder.zext(within, I64), builder.and_(x, number(63)))
                put(builder, builder.or_(fetch(builder, to, I64), bit), to)

        def add(w: int, more: Any) -> None:
            builder.store(builder.or_(builder.load(gone[w]), more), gone[w])

        def by_sums(t: Any) -> None:
            """What is excluded, in the planes that are summed."""
            for w in range(shape.summed):
                own = fetch(builder, pairs, I64, builder.add(builder.load(here), of_plane[w]))
                builder.store(builder.and_(own, itself), gone[w])
            for (moves, count), array in ((splits, pairs), (takes, words)):
                with counted(builder, number(0), count) as k:
                    j = fetch(builder, moves, I64, builder.mul(k, number(8)))
                    away = self._columns(builder, builder.sub(t, j), size)
                    for w in range(shape.summed):
                        add(w, fetch(builder, array, I64, builder.add(away, of_plane[w])))

        def by_itself(t: Any) -> None:
            """The least index that is left, of all planes, by marking what is excluded."""
            for at in range(0, shape.indices, MARKED):
                put(builder, ir.Constant(marks, [0] * MARKED), seen, at)

            def mark(column: Any, g: Any) -> None:
                at = self._columns(builder, column, 2)
                x = builder.xor(builder.zext(fetch(builder, indices, self.index, at), I64), g)
                put(builder, ir.Constant(BYTE, 1), seen, builder.and_(x, most))

            def pairs_of(column: Any) -> None:
                with counted(builder, number(0), rare[1]) as i:
                    entry = beyond(builder, rare[0], builder.mul(i, number(8)))
                    r, g = (builder.zext(fetch(builder, entry, HALF, at), I64) for at in (0, 4))
                    mark(builder.sub(column, r), g)

            with builder.if_then(builder.icmp_unsigned("!=", itself, number(0))):
                pairs_of(t)
            for (moves, count), look in ((splits, pairs_of), (takes, lambda s: mark(s, number(0)))):
                with counted(builder, number(0), count) as k:
                    look(builder.sub(t, fetch(builder, moves, I64, builder.mul(k, number(8)))))
            zeros = ir.Constant(marks, [0] * MARKED)
            for at in reversed(range(0, shape.indices, MARKED)):
                free = builder.icmp_unsigned("==", fetch(builder, seen, marks, at), zeros)
                free = flags(builder, free)
                lowest = builder.add(builder.cttz(free, ir.Constant(ir.IntType(1), 0)), number(at))
                some = builder.icmp_unsigned("!=", free, number(0))
                builder.store(builder.select(some, lowest, builder.load(index)), index)
                builder.store(builder.or_(builder.load(found), free), found)
            held = builder.shl(number(1), builder.and_(builder.load(index), number(63)))
            for w, plane in enumerate(of_plane):
                mine = builder.lshr(builder.load(index), number(6))
                mine = builder.icmp_unsigned("==", mine, number(w))
                to = builder.add(builder.load(here), plane)
                put(builder, builder.select(mine, held, number(0)), words, to)

        def by_least() -> None:
            """The least index that is left, if any, as the word of this column."""
            builder.store(number(0), found)
            for w in range(shape.planes):
                left = builder.not_(builder.load(gone[w])) if w < shape.summed else number(0)
                before = builder.load(found)
                lowest = builder.and_(left, builder.neg(left))
                held = builder.select(
                    builder.icmp_unsigned("!=", before, number(0)), number(0), lowest
                )
                put(builder, held, words, builder.add(builder.load(here), of_plane[w]))
                zeros = builder.cttz(left, ir.Constant(ir.IntType(1), 0))
                known = builder.add(zeros, number(64 * w))
                some = builder.icmp_unsigned("!=", held, number(0))
                builder.store(builder.select(some, known, builder.load(index)), index)
                builder.store(builder.or_(before, held), found)

        def nothing() -> Any:
            none = builder.icmp_unsigned("==", builder.load(found), number(0))
            return builder.if_then(none, likely=False)

        def block(start: Any) -> None:
            with counted(builder, start, builder.add(start, number(CHUNK))) as t:
                builder.store(self._columns(builder, t, size), here)
                add_near(t)
                by_sums(t)
                by_least()
                if shape.beyond:
                    with nothing():
                        by_itself(t)
                with nothing():
                    ahead = builder.icmp_unsigned("<", t, stop)
                    builder.ret(builder.select(ahead, t, stop))
                held = builder.trunc(builder.load(index), self.index)
                put(builder, held, indices, self._columns(builder, t, 2))

        return block

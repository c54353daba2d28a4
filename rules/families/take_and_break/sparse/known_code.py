"""The code that finds the words of the next heaps of one game, whose moves and rare heaps it knows.

What eight columns add to each other stays in registers, and so do the words of the last 32 columns:
reading from memory what was just written in other pieces makes the machine wait.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from mexplore.rules.engine.emitting.loops import BYTE, I64, beyond, fetch, number, put, variable
from mexplore.rules.engine.emitting.words import splat, united
from mexplore.rules.families.take_and_break.sparse.row_code import RowCode
from mexplore.rules.families.take_and_break.sparse.shape import CHUNK, Given

EIGHT = 8


class KnownCode(RowCode):
    """The columns of a shape with a game, in one plane."""

    def _of_one_game(
        self, builder: Any, table: Any, words: Any, pairs: Any, first: Any, stop: Any
    ) -> Callable[[Any], None]:
        """The 32 columns of one turn, eight at a time."""
        kind = ir.VectorType(self.word, EIGHT)
        indices = self._array(builder, table, Given.indices)
        begin = beyond(builder, words, self._columns(builder, first, self.size))
        before = range(-EIGHT, -CHUNK - 1, -EIGHT)
        kept = [variable(builder, fetch(builder, begin, kind, c * self.size)) for c in before]
        beside = number((256 - self.shape.width) * (~0 % (1 << 64) // 255))

        def block(start: Any) -> None:
            last = [builder.load(place) for place in kept]
            for t in (builder.add(start, number(eight)) for eight in range(0, CHUNK, EIGHT)):
                here = self._columns(builder, t, self.size)
                to, row = beyond(builder, words, here), beyond(builder, pairs, here)
                self._add_before(builder, row, last)
                found = self._eight(builder, to, row)
                put(builder, found, indices, t)
                last = [self._one_bit_each(builder, found), *last[:-1]]
                put(builder, last[0], to)
                none = builder.and_(found, beside)
                with builder.if_then(builder.icmp_unsigned("!=", none, number(0)), likely=False):
                    lane = builder.lshr(
                        builder.cttz(none, ir.Constant(ir.IntType(1), 0)), number(3)
                    )
                    column = builder.add(t, lane)
                    ahead = builder.icmp_unsigned("<", column, stop)
                    builder.ret(builder.select(ahead, column, stop))
            for place, vector in zip(kept, last, strict=True):
                builder.store(vector, place)

        return block

    def _add_before(self, builder: Any, row: Any, last: list[Any]) -> None:
        """Add to X(s) of eight columns what the columns before them give; ``last`` are the words of
        eight columns each, the last eight first."""
        assert self.shape.known is not None
        kind = last[0].type
        blocks = [splat(kind, 0), *last]

        def moved(r: int) -> Any:
            """The words at s - r, where s - r is before these columns."""
            whole, rest = divmod(r, EIGHT)
            if rest == 0:
                return blocks[whole]
            lanes = ir.Constant(
                ir.VectorType(ir.IntType(32), EIGHT), list(range(8 - rest, 16 - rest))
            )
            return builder.shuffle_vector(blocks[whole + 1], blocks[whole], lanes)

        near = self.shape.known.near
        if near:
            before = fetch(builder, row, kind)
            put(builder, builder.or_(before, united(builder, near, moved, kind)), row)

    def _eight(self, builder: Any, words: Any, pairs: Any) -> Any:
        """The indices of eight columns, a byte each; one beyond the word where there is none."""
        known, most = self.shape.known, ir.Constant(self.one, (1 << self.shape.width) - 1)
        assert known is not None
        close = [(r, g) for g, positions in known.near for r in positions if r < EIGHT]
        found: list[Any] = []
        left: list[Any] = []
        sets: list[Any] = []

        def bit(i: int, g: int) -> Any:
            """The index of column i, xor g, as one bit."""
            if g == 0:
                return builder.and_(left[i], builder.neg(left[i]))
            by = builder.xor(found[i], ir.Constant(self.one, g))
            within = builder.and_(by, ir.Constant(self.one, self.one.width - 1))
            return builder.shl(ir.Constant(self.one, 1), within)

        for i in range(EIGHT):
            x = self._load_single(builder, pairs, number(i * self.size))
            inside = [bit(i - r, g) for r, g in close if r <= i]
            for one in inside:
                x = builder.or_(x, one)
            if inside:
                self._store_single(builder, x, pairs, number(i * self.size))
            sets.append(x)
            gone = ir.Constant(self.one, 0)
            for j in known.splits:
                at = number((i - j) * self.size)
                more = sets[i - j] if j <= i else self._load_single(builder, pairs, at)
                gone = builder.or_(gone, more)
            for k in known.takes:
                at = number((i - k) * self.size)
                more = bit(i - k, 0) if k <= i else self._load_single(builder, words, at)
                gone = builder.or_(gone, more)
            left.append(builder.xor(gone, most))
            found.append(builder.cttz(left[i], ir.Constant(ir.IntType(1), 0)))
        total = number(0)
        for i, index in enumerate(found):
            wide = index if self.shape.width == 64 else builder.zext(index, I64)
            total = builder.or_(total, builder.shl(wide, number(8 * i)))
        return total

    def _one_bit_each(self, builder: Any, octet: Any) -> Any:
        """The words of eight columns, from their indices."""
        kind = ir.VectorType(self.word, EIGHT)
        bytes_ = builder.bitcast(octet, ir.VectorType(BYTE, EIGHT))
        by = builder.and_(builder.zext(bytes_, kind), splat(kind, self.shape.width - 1))
        return builder.shl(splat(kind, 1), by)

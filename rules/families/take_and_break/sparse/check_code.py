"""The code that lists the rare values that no witness excludes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from mexplore.rules.engine.emitting.loops import (
    BYTE,
    I64,
    beyond,
    counted,
    everywhere,
    fetch,
    flags,
    going,
    number,
    put,
    variable,
)
from mexplore.rules.engine.emitting.words import splat, united
from mexplore.rules.families.take_and_break.sparse.row_code import RowCode
from mexplore.rules.families.take_and_break.sparse.shape import CHUNK, Given

# The code that finds the words of the next heaps of one game, whose moves and rare heaps it knows.
#
# What eight columns add to each other stays in registers, and so do the words of the last 32
# columns: reading from memory what was just written in other pieces makes the machine wait.


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


class CheckCode(RowCode):
    """``check``: what witnesses exclude, and what is left."""

    def check(self, builder: Any, table: Any, first: Any, stop: Any) -> None:
        words, proofs, opened = (
            self._array(builder, table, place)
            for place in (Given.words, Given.proofs, Given.opened)
        )
        shift, room = (self._given(builder, table, it) for it in (Given.shift, Given.room))
        place, count = variable(builder, first), variable(builder, number(0))

        def goes_on() -> Any:
            ahead = builder.icmp_unsigned("<", builder.load(place), stop)
            return builder.and_(ahead, builder.icmp_unsigned("<=", builder.load(count), room))

        with going(builder, goes_on):
            t = builder.load(place)
            parity = builder.and_(builder.add(t, shift), number(1))
            self._look_up_wanted(builder, table, opened, t, parity)
            here = self._columns(builder, t, self.size)
            row = beyond(builder, proofs, here)
            self._sum_rows(builder, table, Given.check, beyond(builder, words, here), row)
            heaps = self._leave_open(builder, table, row, opened)
            heaps = self._below(builder, heaps, builder.sub(stop, t))
            self._list_open(builder, table, opened, heaps, t, parity, count)
            builder.store(builder.add(t, number(CHUNK)), place)
        put(builder, builder.load(count), table, 8 * Given.count)
        reached = builder.load(place)
        ahead = builder.icmp_unsigned("<", reached, stop)
        builder.ret(builder.select(ahead, reached, stop))

    def _below(self, builder: Any, heaps: Any, most: Any) -> Any:
        """The flags of the first ``most`` >= 1 of 32 heaps."""
        fewer = builder.icmp_unsigned("<", most, number(CHUNK))
        within = builder.sub(builder.shl(number(1), builder.and_(most, number(63))), number(1))
        return builder.and_(heaps, builder.select(fewer, within, number((1 << CHUNK) - 1)))

    def _look_up_wanted(self, builder: Any, table: Any, opened: Any, t: Any, parity: Any) -> None:
        """The rare values below each of 32 common ones, into the row ``opened``."""
        shape = self.shape
        indices = self._array(builder, table, Given.indices)
        below = self._array(builder, table, Given.below)
        one_parity = self.size * shape.planes * shape.indices
        starts = self._by_turns(builder, below, parity, one_parity)
        with counted(builder, number(0), number(CHUNK), 2) as i:
            for lane, start in enumerate(starts):
                column = builder.add(i, number(lane))
                index = self._index(builder, indices, builder.add(t, column))
                entry = beyond(
                    builder, start, self._columns(builder, index, self.size * shape.planes)
                )
                to = beyond(builder, opened, self._columns(builder, column, self.size))
                for w in range(shape.planes):
                    word = fetch(builder, entry, self.word, w * self.size)
                    put(builder, word, to, 64 * w * shape.vectors)

    def _leave_open(self, builder: Any, table: Any, row: Any, opened: Any) -> Any:
        """Take what is proved from the row ``opened``; a bit for each heap with any left."""
        shape = self.shape
        stride = self._given(builder, table, Given.stride)
        own = everywhere(
            builder, self._cut(builder, self._given(builder, table, Given.itself)), shape.lanes
        )
        splits = self._array(builder, table, Given.splits)
        heaps = number(0)
        zero = ir.Constant(self.wide, [ir.Constant(self.word, 0)] * shape.lanes)

        def flagged(left: Any, u: int) -> Any:
            some = flags(builder, builder.icmp_unsigned("!=", left, zero))
            return builder.or_(heaps, builder.shl(some, number(u * shape.lanes)))

        for w in range(shape.summed):
            here = beyond(builder, row, builder.mul(stride, number(w)))
            proved = [
                variable(builder, builder.and_(fetch(builder, here, self.wide, 64 * u), own))
                for u in range(shape.vectors)
            ]
            with counted(builder, number(0), self._given(builder, table, Given.split_count)) as k:
                j = fetch(builder, splits, I64, builder.mul(k, number(8)))
                at = beyond(builder, here, self._columns(builder, j, -self.size))
                for u, total in enumerate(proved):
                    more = fetch(builder, at, self.wide, 64 * u)
                    builder.store(builder.or_(builder.load(total), more), total)
            for u, total in enumerate(proved):
                place = 64 * (w * shape.vectors + u)
                wanted = fetch(builder, opened, self.wide, place)
                left = builder.and_(wanted, builder.not_(builder.load(total)))
                put(builder, left, opened, place)
                heaps = flagged(left, u)
        for w in range(shape.summed, shape.planes):  # nothing is proved there
            for u in range(shape.vectors):
                place = 64 * (w * shape.vectors + u)
                heaps = flagged(fetch(builder, opened, self.wide, place), u)
        return heaps

    def _list_open(
        self, builder: Any, table: Any, opened: Any, heaps: Any, t: Any, parity: Any, count: Any
    ) -> None:
        """Write the (n, v) that are open to what is pending."""
        shape = self.shape
        shift, pending, rares = (
            self._given(builder, table, Given.shift),
            self._array(builder, table, Given.pending),
            self._array(builder, table, Given.rares),
        )
        left = variable(builder, heaps)
        no = ir.Constant(ir.IntType(1), 0)
        with going(builder, self._some(builder, left)):
            flagged = builder.load(left)
            i = builder.cttz(flagged, no)
            builder.store(builder.and_(flagged, builder.sub(flagged, number(1))), left)
            n = builder.add(builder.add(t, i), shift)
            own = builder.and_(builder.xor(parity, i), number(1))
            tables = beyond(builder, rares, builder.mul(own, number(8 * shape.indices)))
            at = self._columns(builder, i, self.size)
            for w in range(shape.planes):
                word = fetch(
                    builder, opened, self.word, builder.add(at, number(64 * w * shape.vectors))
                )
                word = word if shape.width == 64 else builder.zext(word, I64)
                bits = variable(builder, word)
                with going(builder, self._some(builder, bits)):
                    held = builder.load(bits)
                    bit = builder.and_(builder.cttz(held, no), number(shape.width - 1))
                    builder.store(builder.and_(held, builder.sub(held, number(1))), bits)
                    index = builder.add(bit, number(shape.width * w))
                    entry = builder.load(count)
                    to = beyond(builder, pending, builder.mul(entry, number(16)))
                    put(builder, n, to)
                    put(builder, fetch(builder, tables, I64, builder.mul(index, number(8))), to, 8)
                    builder.store(builder.add(entry, number(1)), count)

    def _some(self, builder: Any, place: Any) -> Callable[[], Any]:
        """The condition that what stands there is not 0."""
        return lambda: builder.icmp_unsigned("!=", builder.load(place), number(0))

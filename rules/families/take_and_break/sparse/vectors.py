"""Operations on rows of 32 words of 64 bits, for compiled loops.

A *row* is 32 consecutive uint64 of an array: one bitset for each of 32 consecutive heaps. Rows are
given by address (``array.ctypes.data`` plus bytes), need no alignment, and are worked on as four
vectors of 64 bytes, which LLVM turns into whatever the machine has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.computing.compiled import load_compiler

load_compiler()

from llvmlite import ir  # noqa: E402
from numba import types  # noqa: E402
from numba.core import cgutils  # noqa: E402
from numba.extending import intrinsic  # noqa: E402

ROW_BYTES = 256
_WORD = ir.IntType(64)
_VECTOR = ir.VectorType(_WORD, 8)
_EIGHT = ir.VectorType(ir.IntType(16), 8)
_PARTS = range(0, ROW_BYTES, 64)
_u64 = types.uint64


def _inline(function: Callable[..., Any]) -> Any:
    """A function for compiled code, given by its type and its LLVM code."""
    return intrinsic(function)


def _variable(builder: Any, value: Any) -> Any:
    """A place for a value that changes; LLVM keeps it in a register."""
    return cgutils.alloca_once_value(builder, value)  # type: ignore[no-untyped-call]


def _pointer(builder: Any, address: Any, kind: Any, offset: int = 0) -> Any:
    at = builder.add(address, ir.Constant(_WORD, offset))
    return builder.inttoptr(at, kind.as_pointer())


def _load(builder: Any, address: Any, kind: Any = _VECTOR, offset: int = 0) -> Any:
    return builder.load(_pointer(builder, address, kind, offset), align=1)


def _store(builder: Any, vector: Any, address: Any, offset: int = 0) -> None:
    builder.store(vector, _pointer(builder, address, vector.type, offset), align=1)


def _splat(builder: Any, word: Any) -> Any:
    """A vector of eight equal words."""
    undefined = ir.Constant(_VECTOR, ir.Undefined)
    zero = ir.Constant(ir.IntType(32), 0)
    one = builder.insert_element(undefined, word, zero)
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8)
    return builder.shuffle_vector(one, undefined, lanes)


@_inline
def trailing_zeros(typing: Any, word: Any) -> Any:
    """The number of zeros below the lowest 1 of a word; 64 for 0."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return _u64(_u64), code


@_inline
def load_word(typing: Any, address: Any) -> Any:
    """The word at an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _load(builder, arguments[0], _WORD)

    return _u64(_u64), code


def _gather(builder: Any, addresses: Any, word: Any) -> Any:
    """The words of one type at several addresses; they need no alignment."""
    lanes = addresses.type.count
    places = ir.VectorType(word.as_pointer(), lanes)
    words, chosen = ir.VectorType(word, lanes), ir.VectorType(ir.IntType(1), lanes)
    number = ir.IntType(32)
    kind = ir.FunctionType(words, [places, number, chosen, words])
    name = f"llvm.masked.gather.v{lanes}{word}.v{lanes}p0"
    module = builder.module
    function = cgutils.get_or_insert_function(module, kind, name)  # type: ignore[no-untyped-call]
    everywhere = ir.Constant(chosen, [1] * lanes)
    at = builder.inttoptr(addresses, places)
    nothing = ir.Constant(words, ir.Undefined)
    return builder.call(function, [at, ir.Constant(number, 1), everywhere, nothing])


def _by_turns(builder: Any, first: Any, second: Any) -> Any:
    """A vector of two words by turns."""
    odd = ir.Constant(_VECTOR, [0, -1] * 4)
    step = builder.and_(_splat(builder, builder.sub(second, first)), odd)
    return builder.add(_splat(builder, first), step)


def _look_up(builder: Any, starts: Any, indices: Any, scale: Any) -> Any:
    """The words at the addresses starts + (index << scale)."""
    away = builder.shl(builder.zext(indices, _VECTOR), scale)
    return _gather(builder, builder.add(starts, away), _WORD)


def _lanes(builder: Any, differs: Any) -> Any:
    """A vector of single bits as one word, the first lane lowest."""
    return builder.zext(builder.bitcast(differs, ir.IntType(differs.type.count)), _WORD)


@_inline
def or_rows(typing: Any, target: Any, source: Any, offsets: Any, count: Any, keep: Any) -> Any:
    """row[target] = (row[target] & keep) | OR of row[source - offsets[i]] for i < count.

    ``offsets`` is the address of ``count`` words, each a number of bytes; ``keep`` is 0 or ~0.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, base, table, number, kept = arguments
        mask = _splat(builder, kept)
        rows = (builder.and_(_load(builder, to, offset=part), mask) for part in _PARTS)
        sums = [_variable(builder, row) for row in rows]
        with cgutils.for_range(builder, number) as loop:
            at = builder.add(table, builder.shl(loop.index, ir.Constant(_WORD, 3)))
            address = builder.sub(base, _load(builder, at, _WORD))
            for part, total in zip(_PARTS, sums, strict=True):
                vector = _load(builder, address, offset=part)
                builder.store(builder.or_(builder.load(total), vector), total)
        for part, total in zip(_PARTS, sums, strict=True):
            _store(builder, builder.load(total), to, part)
        return context.get_dummy_value()

    return types.void(_u64, _u64, _u64, _u64, _u64), code


@_inline
def swap_bits(typing: Any, target: Any, source: Any, mask: Any, shift: Any, keep: Any) -> Any:
    """row[target] = (row[target] & keep) | row[source] with bits i and i xor shift exchanged.

    ``shift`` is a power of 2 below 64 and ``mask`` has the bits i with i & shift == 0.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin = arguments[:2]
        low, by, kept = (_splat(builder, word) for word in arguments[2:])
        for part in _PARTS:
            row = _load(builder, origin, offset=part)
            up = builder.shl(builder.and_(row, low), by)
            down = builder.and_(builder.lshr(row, by), low)
            old = builder.and_(_load(builder, to, offset=part), kept)
            _store(builder, builder.or_(builder.or_(up, down), old), to, part)
        return context.get_dummy_value()

    return types.void(_u64, _u64, _u64, _u64, _u64), code


@_inline
def look_up(typing: Any, target: Any, indices: Any, even: Any, odd: Any, like: Any) -> Any:
    """Eight values, of the type of ``like``, from the tables of words at ``even`` and ``odd``.

    The lanes 0, 2, 4, 6 are from the first; ``indices`` is the address of 8 uint16.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, index, first, second, _ = arguments
        starts, by = _by_turns(builder, first, second), ir.Constant(_VECTOR, [3] * 8)
        words = _look_up(builder, starts, _load(builder, index, _EIGHT), by)
        kind = ir.VectorType(ir.IntType(like.bitwidth), 8)
        _store(builder, builder.trunc(words, kind), to)
        return context.get_dummy_value()

    return types.void(_u64, _u64, _u64, _u64, like), code


@_inline
def open_row(
    typing: Any,
    target: Any,
    proofs: Any,
    back: Any,
    count: Any,
    itself: Any,
    indices: Any,
    even: Any,
    odd: Any,
    shift: Any,
) -> Any:
    """row[target] = wanted & ~proved; the bits of the result are the lanes that are not 0.

    ``proved`` is the OR of row[proofs - 8*j] for ``count`` words j at the address ``back``, and of
    row[proofs] & ``itself``. ``wanted`` is the word at ``even`` + (index << shift) in the lanes 0,
    2, 4, ..., at ``odd`` + (index << shift) in the others; ``indices`` is the address of 32 uint16.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, base, table, number, own, index, first, second, scale = arguments
        mask = _splat(builder, own)
        rows = (builder.and_(_load(builder, base, offset=part), mask) for part in _PARTS)
        sums = [_variable(builder, row) for row in rows]
        with cgutils.for_range(builder, number) as loop:
            at = builder.add(table, builder.shl(loop.index, ir.Constant(_WORD, 3)))
            bytes_ = builder.shl(_load(builder, at, _WORD), ir.Constant(_WORD, 3))
            address = builder.sub(base, bytes_)
            for part, total in zip(_PARTS, sums, strict=True):
                vector = _load(builder, address, offset=part)
                builder.store(builder.or_(builder.load(total), vector), total)
        starts, by = _by_turns(builder, first, second), _splat(builder, scale)
        found = ir.Constant(_WORD, 0)
        for i, (part, total) in enumerate(zip(_PARTS, sums, strict=True)):
            wanted = _look_up(builder, starts, _load(builder, index, _EIGHT, 16 * i), by)
            open_ = builder.and_(wanted, builder.not_(builder.load(total)))
            _store(builder, open_, to, part)
            some = builder.icmp_unsigned("!=", open_, ir.Constant(_VECTOR, [0] * 8))
            lanes = builder.shl(_lanes(builder, some), ir.Constant(_WORD, 8 * i))
            found = builder.or_(found, lanes)
        return found

    return _u64(*[_u64] * 9), code


@_inline
def hits(typing: Any, values: Any, heaps: Any, partners: Any, size: Any) -> Any:
    """Which i < 16 have values[-heaps[i]] = partners[i], as bits of a word.

    ``values`` is the address of a value of ``size`` bytes (1, 2 or 4), the others those of int32.
    Four bytes are read that end where the value ends: none lies beyond it.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        base, small, wanted, width = arguments
        number = ir.VectorType(ir.IntType(32), 16)
        lane = ir.VectorType(_WORD, 16)
        spread = ir.Constant(ir.VectorType(ir.IntType(32), 16), [0] * 16)

        def splat(word: Any, kind: Any) -> Any:
            undefined = ir.Constant(kind, ir.Undefined)
            one = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
            return builder.shuffle_vector(one, undefined, spread)

        four = ir.Constant(_WORD, 4)
        unread = builder.sub(four, width)
        end = builder.sub(base, unread)
        back = builder.mul(builder.zext(_load(builder, small, number), lane), splat(width, lane))
        words = _gather(builder, builder.sub(splat(end, lane), back), ir.IntType(32))
        bits = builder.trunc(builder.shl(unread, ir.Constant(_WORD, 3)), ir.IntType(32))
        found = builder.lshr(words, splat(bits, number))
        same = builder.icmp_unsigned("==", found, _load(builder, wanted, number))
        return _lanes(builder, same)

    return _u64(_u64, _u64, _u64, _u64), code


@_inline
def copy_row(typing: Any, target: Any, source: Any) -> Any:
    """row[target] = row[source]."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        for part in _PARTS:
            _store(builder, _load(builder, arguments[1], offset=part), arguments[0], part)
        return context.get_dummy_value()

    return types.void(_u64, _u64), code


def _one_hot(builder: Any, indices: Any, pattern: Any) -> Any:
    """1 << (index xor pattern), for each of eight indices below 64."""
    wide = builder.xor(builder.zext(indices, _VECTOR), _splat(builder, pattern))
    within = builder.and_(wide, ir.Constant(_VECTOR, [63] * 8))
    return builder.shl(ir.Constant(_VECTOR, [1] * 8), within)


@_inline
def add_one_hot(
    typing: Any,
    words: Any,
    indices: Any,
    recent: Any,
    before: Any,
    table: Any,
    late: Any,
    early: Any,
) -> Any:
    """words[t] |= 1 << (index(t - r) xor g), eight t from one address on, for (r, g) in a table.

    ``table`` is the address of rows (2r, g, 8*(r - 8), 8*(16 - r)) of words: first ``late`` rows
    with r >= 16, whose uint16 indices are read from memory (``indices`` is the address of that of
    the first t), then ``early`` rows with 8 <= r < 16, whose indices are cut out of ``recent``
    (the bytes are the indices at t-8..t-1) and ``before`` (at t-16..t-9), because reading what was
    just written in smaller pieces makes the machine wait.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, index, new, old, entries, number_late, number_early = arguments
        total = _variable(builder, _load(builder, row))
        entry = _variable(builder, entries)

        def add(eight: Any) -> None:
            at = builder.load(entry)
            bits = _one_hot(builder, eight, _load(builder, at, _WORD, 8))
            builder.store(builder.or_(builder.load(total), bits), total)
            builder.store(builder.add(at, ir.Constant(_WORD, 32)), entry)

        with cgutils.for_range(builder, number_late):
            address = builder.sub(index, _load(builder, builder.load(entry), _WORD))
            add(_load(builder, address, _EIGHT))
        with cgutils.for_range(builder, number_early):
            at = builder.load(entry)
            left, right = _load(builder, at, _WORD, 16), _load(builder, at, _WORD, 24)
            # r = 8 would shift `before` by 64: two shifts of half as much give 0 there.
            half = builder.lshr(right, ir.Constant(_WORD, 1))
            earlier = builder.lshr(builder.lshr(old, half), half)
            word = builder.or_(builder.shl(new, left), earlier)
            add(builder.bitcast(word, ir.VectorType(ir.IntType(8), 8)))
        _store(builder, builder.load(total), row)
        return context.get_dummy_value()

    return types.void(*[_u64] * 7), code


@_inline
def store_indices(typing: Any, target: Any, packed: Any) -> Any:
    """Write the eight bytes of ``packed`` as eight uint16, the lowest byte first."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        eight = builder.bitcast(arguments[1], ir.VectorType(ir.IntType(8), 8))
        _store(builder, builder.zext(eight, _EIGHT), arguments[0])
        return context.get_dummy_value()

    return types.void(_u64, _u64), code

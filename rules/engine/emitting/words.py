"""Vectors of words in LLVM code: loading, storing, moving lanes, exchanging bits.

A word of the stream holds a set of indices as bits. Adding g to every index (xor) exchanges bit b
with bit b xor g: where the machine has GF(2) affine instructions on bytes, one of them and a
shuffle of bytes do it; elsewhere the shuffle, and two shifts for each bit of g below 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

from mexplore.rules.engine.emitting.loops import beyond
from mexplore.rules.engine.processors import processor

_BYTE = ir.IntType(8)
_LANE = ir.IntType(32)

Groups = Sequence[tuple[int, Sequence[Any]]]
"""(index g, places): the vectors of the places are OR-ed, and then exchanged by g."""


def has_affine() -> bool:
    """Whether the processor that code is made for has the affine instruction for vectors of 512
    bits."""
    wanted = processor()
    return wanted.has("gfni") and wanted.has("avx512bw")


def splat(kind: Any, number: int) -> Any:
    """A vector of equal words."""
    word = kind.element
    return ir.Constant(kind, [ir.Constant(word, number & ((1 << word.width) - 1))] * kind.count)


def load(builder: Any, address: Any, kind: Any, offset: int = 0, align: int = 1) -> Any:
    """The vector ``offset`` bytes after a pointer."""
    return builder.load(_pointer(builder, address, kind, offset), align=align)


def store(builder: Any, vector: Any, address: Any, offset: int = 0, align: int = 1) -> None:
    """Write a vector ``offset`` bytes after a pointer."""
    builder.store(vector, _pointer(builder, address, vector.type, offset), align=align)


def _pointer(builder: Any, address: Any, kind: Any, offset: int) -> Any:
    return builder.bitcast(beyond(builder, address, offset), kind.as_pointer())


def shuffled(builder: Any, low: Any, high: Any, places: list[int]) -> Any:
    """The lanes of two vectors, one after the other, that are at these places."""
    for vector, first in ((low, 0), (high, low.type.count)):
        if places == list(range(first, first + vector.type.count)):
            return vector
    chosen = ir.Constant(ir.VectorType(_LANE, len(places)), places)
    return builder.shuffle_vector(low, high, chosen)


def union(builder: Any, vectors: list[Any], kind: Any) -> Any:
    """The OR of vectors."""
    total = None
    for vector in vectors:
        total = vector if total is None else builder.or_(total, vector)
    return splat(kind, 0) if total is None else total


def exchanged(builder: Any, vector: Any, g: int) -> Any:
    """Bit b of each word moved to bit b xor g."""
    if g & 7 and has_affine():
        vector = _affine(builder, vector, g & 7)
    else:
        for k in range(3):
            vector = _halves(builder, vector, k) if g >> k & 1 else vector
    return _bytes_moved(builder, vector, g >> 3)


def united(builder: Any, groups: Groups, row: Callable[[Any], Any], kind: Any) -> Any:
    """The OR of ``exchanged(row(place), g)`` for all groups (g, places). A row is written where it
    is used, so that few are held at a time.

    Without affine instructions the bits 0 to 2 of g, that are within a byte, take five operations
    each: so vectors whose g differ in one of them meet before, and are exchanged together.
    """
    if has_affine():
        sums = [exchanged(builder, _rows(builder, it, row, kind), g) for g, it in groups]
        return union(builder, sums, kind)
    return _meeting(builder, groups, row, kind, 2)


def _rows(builder: Any, places: Sequence[Any], row: Callable[[Any], Any], kind: Any) -> Any:
    return union(builder, [row(place) for place in places], kind)


def _meeting(builder: Any, groups: Groups, row: Callable[[Any], Any], kind: Any, k: int) -> Any:
    """The same where all g agree in the bits above k that are within a byte: those are left."""
    if k < 0:
        moved = [_bytes_moved(builder, _rows(builder, it, row, kind), g >> 3) for g, it in groups]
        return union(builder, moved, kind)
    zero, one = ([it for it in groups if it[0] >> k & 1 == bit] for bit in (0, 1))
    sums = [_meeting(builder, zero, row, kind, k - 1)] if zero else []
    if one:
        sums.append(_halves(builder, _meeting(builder, one, row, kind, k - 1), k))
    return union(builder, sums, kind)


def _halves(builder: Any, vector: Any, k: int) -> Any:
    """Bit b moved to bit b xor 2^k, by shifts."""
    width = vector.type.element.width
    low = splat(vector.type, sum(1 << b for b in range(width) if not b >> k & 1))
    by = splat(vector.type, 1 << k)
    up = builder.shl(builder.and_(vector, low), by)
    return builder.or_(up, builder.and_(builder.lshr(vector, by), low))


def _bytes_of(vector: Any) -> Any:
    """The type of a vector as bytes."""
    return ir.VectorType(_BYTE, vector.type.count * vector.type.element.width // 8)


def _bytes_moved(builder: Any, vector: Any, g: int) -> Any:
    """Byte b of each word moved to byte b xor g."""
    if g == 0:
        return vector
    kind = _bytes_of(vector)
    order = ir.Constant(ir.VectorType(_LANE, kind.count), [i ^ g for i in range(kind.count)])
    moved = builder.bitcast(vector, kind)
    return builder.bitcast(builder.shuffle_vector(moved, moved, order), vector.type)


def _affine(builder: Any, vector: Any, g: int) -> Any:
    """Bit b of each byte moved to bit b xor g, g < 8."""
    kind = _bytes_of(vector)
    rows = [1 << (i ^ g) for i in range(8)][::-1]
    matrix = ir.Constant(kind, [ir.Constant(_BYTE, rows[i % 8]) for i in range(kind.count)])
    name = f"llvm.x86.vgf2p8affineqb.{8 * kind.count}"
    affine = builder.module.globals.get(name) or ir.Function(
        builder.module, ir.FunctionType(kind, [kind, kind, _BYTE]), name
    )
    moved = builder.call(affine, [builder.bitcast(vector, kind), matrix, ir.Constant(_BYTE, 0)])
    return builder.bitcast(moved, vector.type)

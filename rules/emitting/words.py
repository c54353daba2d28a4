"""Vectors of words in LLVM code: loading, storing, moving lanes, exchanging bits.

A word of the stream holds a set of indices as bits. Adding g to every index (xor) exchanges bit b
with bit b xor g: where the machine has GF(2) affine instructions on bytes, one of them and a
shuffle of bytes do it; elsewhere two shifts for each bit of g.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from rules.computing.processors import processor
from rules.emitting.loops import beyond

_BYTE = ir.IntType(8)
_LANE = ir.IntType(32)


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
    if g == 0:
        return vector
    return _by_bytes(builder, vector, g) if has_affine() else _by_shifts(builder, vector, g)


def _by_shifts(builder: Any, vector: Any, g: int) -> Any:
    kind = vector.type
    for k in range(kind.element.width.bit_length() - 1):
        if g >> k & 1:
            low = splat(kind, sum(1 << b for b in range(kind.element.width) if not b >> k & 1))
            by = splat(kind, 1 << k)
            up = builder.shl(builder.and_(vector, low), by)
            vector = builder.or_(up, builder.and_(builder.lshr(vector, by), low))
    return vector


def _by_bytes(builder: Any, vector: Any, g: int) -> Any:
    kind = vector.type
    count = kind.count * kind.element.width // 8
    whole = ir.VectorType(_BYTE, count)
    moved = builder.bitcast(vector, whole)
    if g & 7:
        rows = [1 << (i ^ (g & 7)) for i in range(8)][::-1]
        matrix = ir.Constant(whole, [ir.Constant(_BYTE, rows[i % 8]) for i in range(count)])
        name = f"llvm.x86.vgf2p8affineqb.{8 * count}"
        affine = builder.module.globals.get(name) or ir.Function(
            builder.module, ir.FunctionType(whole, [whole, whole, _BYTE]), name
        )
        moved = builder.call(affine, [moved, matrix, ir.Constant(_BYTE, 0)])
    if g >> 3:
        order = ir.Constant(ir.VectorType(_LANE, count), [i ^ (g >> 3) for i in range(count)])
        moved = builder.shuffle_vector(moved, moved, order)
    return builder.bitcast(moved, kind)

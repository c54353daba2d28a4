"""What an expression stands for while the text of a function is written.

The types of numbers are those of the arrays and of the casts that the source names; everything else
is a signed number of 64 bits. What Python knows before the loop runs (constants, types, the names
in a tuple) is *static* and costs nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.emitting.translation.numbers import (
    BOOL,
    I64,
    U64,
    Number,
    Untranslatable,
    fits,
    number_of,
)


@dataclass(frozen=True)
class Typed:
    """A number that the code finds. One of an unsigned type may be ``plain``: in Python it is an
    int, so that a difference may be negative."""

    kind: Number
    code: Any
    plain: bool = False


@dataclass(frozen=True)
class Static:
    """Something that is known: a number of Python takes the type of what it meets."""

    value: Any

    @property
    def is_number(self) -> bool:
        """Whether it is a number of Python, without a type."""
        return isinstance(self.value, int) and not isinstance(self.value, bool)


@dataclass(frozen=True)
class Row:
    """An array: where it begins, how long it is in each direction, whether it may be changed."""

    dtype: Any
    pointer: Any
    lengths: tuple[Any, ...]
    writeable: bool


@dataclass(frozen=True)
class Parts:
    """A tuple, with the names of its parts if they have any."""

    items: tuple[Value, ...]
    names: tuple[str, ...] = ()


Value = Typed | Static | Row | Parts


def code_of(kind: Number) -> Any:
    """A type of numbers in LLVM code."""
    return ir.IntType(kind.bits)


def stored(kind: Number) -> Any:
    """The same in memory."""
    return ir.IntType(max(kind.bits, 8))


def constant(kind: Number, value: int) -> Any:
    """A number of this type in LLVM code."""
    return ir.Constant(code_of(kind), value & ((1 << kind.bits) - 1))


def typed(value: Value) -> Typed:
    """A number with its type: those of Python have 64 bits and a sign."""
    if isinstance(value, Typed):
        return value
    if isinstance(value, Static):
        held = value.value
        if isinstance(held, (bool, np.bool_)):
            return Typed(BOOL, constant(BOOL, int(held)))
        if isinstance(held, int) and fits(I64, held):
            return Typed(I64, constant(I64, held))
        if isinstance(held, np.integer):
            kind = number_of(held.dtype)
            return Typed(kind, constant(kind, int(held)))
    raise Untranslatable(f"{value} is no number")


def cast(builder: Any, value: Typed, kind: Number) -> Typed:
    """The number modulo 2^bits, in another type, as numpy casts it."""
    code, before = value.code, value.kind
    if kind == BOOL and before != BOOL:
        return Typed(BOOL, builder.icmp_unsigned("!=", code, ir.Constant(code_of(before), 0)))
    if kind.bits > before.bits:
        code = (builder.sext if before.signed else builder.zext)(code, code_of(kind))
    elif kind.bits < before.bits:
        code = builder.trunc(code, code_of(kind))
    return Typed(kind, code)


def together(builder: Any, one: Value, other: Value) -> tuple[Typed, Typed]:
    """Two numbers in one type that has all values of both."""
    kind = common(one, other)
    return within(builder, one, kind), within(builder, other, kind)


def within(builder: Any, value: Value, kind: Number) -> Typed:
    """The number in a type that has it."""
    if isinstance(value, Static) and value.is_number:
        if not fits(kind, value.value):
            raise Untranslatable(f"{value.value} does not fit {kind}")
        return Typed(kind, constant(kind, value.value))
    return cast(builder, typed(value), kind)


def common(one: Value, other: Value) -> Number:
    """The type in which two numbers meet. A number of Python takes that of the other, if it fits;
    two types that differ meet in 64 bits. Signed and unsigned numbers of 64 bits have no such
    type: a cast in the source must say what is meant there."""
    for first, second in ((one, other), (other, one)):
        if isinstance(first, Static) and first.is_number and isinstance(second, Typed):
            kind = second.kind
            return kind if kind != BOOL and fits(kind, first.value) else _wide(I64, kind)
    return _wide(typed(one).kind, typed(other).kind)


def is_plain(value: Value) -> bool:
    """Whether a number that meets uint64 may be an int of Python, or a shorter number."""
    if isinstance(value, Static):
        return not isinstance(value.value, np.uint64)
    number = typed(value)
    return number.plain or number.kind != U64


def alike(one: Value, other: Value) -> Number:
    """The type of a number that is one of two. A truth value of numpy is not a number: a sum of two
    is another one."""
    kind = common(one, other)
    if kind != BOOL and any(typed(each).kind == BOOL for each in (one, other)):
        raise Untranslatable("a number or a truth value: a cast must say which")
    return kind


def _wide(one: Number, other: Number) -> Number:
    if one == other:
        return one
    kinds = {one, other}
    if U64 not in kinds:
        return I64
    if any(kind.signed for kind in kinds):
        raise Untranslatable(f"{one} with {other}: a cast must say what is meant")
    return U64

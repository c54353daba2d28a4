"""Arithmetic and comparisons of numbers, as numpy has them on scalars of one type.

Numbers shorter than 64 bits are first written with 64, since numpy's would overflow where the plain
Python of the same function does not; only bits of one type are combined as they are.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from mexplore.rules.engine.emitting.translation.numbers import BOOL, I64, U64, Untranslatable, fits
from mexplore.rules.engine.emitting.translation.values import (
    Static,
    Typed,
    Value,
    alike,
    cast,
    code_of,
    constant,
    is_plain,
    together,
    typed,
    within,
)

PLAIN: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
COMPARISONS: dict[type, tuple[str, Callable[..., Any]]] = {
    ast.Eq: ("==", operator.eq), ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt), ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt), ast.GtE: (">=", operator.ge),
}  # fmt: skip
_BITS = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
_SIMPLE = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_SHIFTS = (ast.LShift, ast.RShift)


def combined(builder: Any, operation: type, one: Value, other: Value) -> Value:
    """What an operation makes of two numbers."""
    if operation not in PLAIN:
        raise Untranslatable(f"the operation {operation.__name__}")
    if isinstance(one, Static) and isinstance(other, Static):
        with np.errstate(all="ignore"):
            return Static(PLAIN[operation](one.value, other.value))
    found = _combined(builder, operation, one, other)
    if found.kind != U64 or not (is_plain(one) and is_plain(other)):
        return found
    if operation is ast.Sub:
        raise Untranslatable("a difference of ints that are held without a sign")
    return Typed(found.kind, found.code, plain=True)


def _combined(builder: Any, operation: type, one: Value, other: Value) -> Typed:
    if operation in (ast.FloorDiv, ast.Mod) and isinstance(other, Static) and other.is_number:
        return _by_known(builder, operation, typed(one), other.value)
    first, second = together(builder, one, other)
    if operation in _BITS:
        return Typed(first.kind, getattr(builder, _BITS[operation])(first.code, second.code))
    if first.kind == BOOL:
        raise Untranslatable(
            "arithmetic of two truth values, which numpy has otherwise than Python"
        )
    first, second = (_whole(builder, each) for each in (first, second))
    if operation in _SIMPLE:
        return Typed(first.kind, getattr(builder, _SIMPLE[operation])(first.code, second.code))
    if operation in _SHIFTS:
        return _shifted(builder, operation, first, second.code)
    return _divided(builder, operation, first, second)


def _whole(builder: Any, value: Typed) -> Typed:
    """The same number with 64 bits."""
    return value if value.kind.bits == 64 else cast(builder, value, I64)


def _shifted(builder: Any, operation: type, value: Typed, by: Any) -> Typed:
    """By 64 bits and more, of which LLVM says nothing, all bits but those of the sign are gone."""
    kind, code, most = value.kind, value.code, constant(value.kind, 63)
    is_short = builder.icmp_unsigned("<=", by, most)
    if operation is ast.RShift and kind.signed:
        return Typed(kind, builder.ashr(code, builder.select(is_short, by, most)))
    shift = builder.shl if operation is ast.LShift else builder.lshr
    return Typed(kind, builder.select(is_short, shift(code, by), constant(kind, 0)))


def _by_known(builder: Any, operation: type, value: Typed, divisor: int) -> Typed:
    """A quotient rounded down, or a remainder, for a divisor that the source names."""
    whole = _whole(builder, value)
    if not divisor or not fits(whole.kind, divisor):
        raise Untranslatable(f"a division by {divisor}")
    if divisor < 0 or divisor & (divisor - 1):
        return _divided(builder, operation, whole, Typed(whole.kind, constant(whole.kind, divisor)))
    if operation is ast.Mod:
        below = constant(whole.kind, divisor - 1)
        return Typed(whole.kind, builder.and_(whole.code, below))
    return _shifted(builder, ast.RShift, whole, constant(whole.kind, divisor.bit_length() - 1))


def _divided(builder: Any, operation: type, value: Typed, by: Typed) -> Typed:
    """LLVM rounds towards 0, Python down: where the remainder is not 0 and has the other sign than
    the divisor, the quotient is 1 less."""
    kind, a, b = value.kind, value.code, by.code
    if not kind.signed:
        return Typed(kind, (builder.udiv if operation is ast.FloorDiv else builder.urem)(a, b))
    quotient, rest = builder.sdiv(a, b), builder.srem(a, b)
    zero = constant(kind, 0)
    other_sign = builder.icmp_signed("<", builder.xor(rest, b), zero)
    off = builder.and_(builder.icmp_signed("!=", rest, zero), other_sign)
    if operation is ast.Mod:
        return Typed(kind, builder.select(off, builder.add(rest, b), rest))
    return Typed(kind, builder.sub(quotient, builder.zext(off, code_of(kind))))


def compared(builder: Any, operation: type, one: Value, other: Value) -> Value:
    """Whether a comparison holds."""
    if operation not in COMPARISONS:
        raise Untranslatable(f"the comparison {operation.__name__}")
    sign, plain = COMPARISONS[operation]
    if isinstance(one, Static) and isinstance(other, Static):
        return Static(bool(plain(one.value, other.value)))
    first, second = together(builder, one, other)
    icmp = builder.icmp_signed if first.kind.signed else builder.icmp_unsigned
    return Typed(BOOL, icmp(sign, first.code, second.code))


def least(builder: Any, one: Value, other: Value) -> Value:
    """The smaller of two numbers."""
    if isinstance(one, Static) and isinstance(other, Static):
        return Static(min(one.value, other.value))
    return _chosen(builder, ast.Lt, one, other)


def largest(builder: Any, one: Value, other: Value) -> Value:
    """The larger of two numbers."""
    if isinstance(one, Static) and isinstance(other, Static):
        return Static(max(one.value, other.value))
    return _chosen(builder, ast.Gt, one, other)


def _chosen(builder: Any, operation: type, one: Value, other: Value) -> Typed:
    kind = alike(one, other)
    first, second = within(builder, one, kind), within(builder, other, kind)
    test = typed(compared(builder, operation, first, second))
    chosen = builder.select(test.code, first.code, second.code)
    return Typed(kind, chosen, plain=kind == U64 and (is_plain(one) or is_plain(other)))


def negative(builder: Any, value: Value) -> Value:
    """The number with the other sign."""
    if isinstance(value, Static):
        return Static(-value.value)
    return combined(builder, ast.Sub, Static(0), _whole(builder, typed(value)))


def inverted(builder: Any, value: Value) -> Value:
    """All bits of a number of 64 bits exchanged."""
    if isinstance(value, Static):
        return Static(~value.value)
    number = typed(value)
    if number.kind not in (I64, U64) or number.plain:
        raise Untranslatable(f"~ of {number.kind}")
    return Typed(number.kind, builder.not_(number.code))


def truth(builder: Any, value: Value) -> Typed:
    """Whether a number is not 0."""
    if isinstance(value, Static):
        return typed(Static(bool(value.value)))
    return cast(builder, typed(value), BOOL)

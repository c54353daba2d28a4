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

from rules.emitting.translation.numbers import BOOL, I64, U64, Untranslatable
from rules.emitting.translation.values import (
    Static,
    Typed,
    Value,
    cast,
    code_of,
    constant,
    together,
    typed,
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
_SIMPLE = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.LShift: "shl"}


def combined(builder: Any, operation: type, one: Value, other: Value) -> Value:
    """What an operation makes of two numbers."""
    if operation not in PLAIN:
        raise Untranslatable(f"the operation {operation.__name__}")
    if isinstance(one, Static) and isinstance(other, Static):
        with np.errstate(all="ignore"):
            return Static(PLAIN[operation](one.value, other.value))
    if operation in (ast.FloorDiv, ast.Mod) and isinstance(other, Static) and other.is_number:
        return _by_known(builder, operation, typed(one), other.value)
    first, second = together(builder, one, other)
    if operation in _BITS:
        return Typed(first.kind, getattr(builder, _BITS[operation])(first.code, second.code))
    first, second = (_whole(builder, each) for each in (first, second))
    if operation in _SIMPLE:
        return Typed(first.kind, getattr(builder, _SIMPLE[operation])(first.code, second.code))
    if operation is ast.RShift:
        return _shifted_down(builder, first, second.code)
    return _divided(builder, operation, first, second)


def _whole(builder: Any, value: Typed) -> Typed:
    """The same number with 64 bits."""
    return value if value.kind.bits == 64 else cast(builder, value, I64)


def _shifted_down(builder: Any, value: Typed, by: Any) -> Typed:
    shift = builder.ashr if value.kind.signed else builder.lshr
    return Typed(value.kind, shift(value.code, by))


def _by_known(builder: Any, operation: type, value: Typed, divisor: int) -> Value:
    """A quotient rounded down, or a remainder, for a divisor that the source names."""
    if divisor < 1:
        raise Untranslatable(f"a division by {divisor}")
    whole = _whole(builder, value)
    if divisor & (divisor - 1):
        return _divided(builder, operation, whole, Typed(whole.kind, constant(whole.kind, divisor)))
    if operation is ast.Mod:
        below = constant(whole.kind, divisor - 1)
        return Typed(whole.kind, builder.and_(whole.code, below))
    return _shifted_down(builder, whole, constant(whole.kind, divisor.bit_length() - 1))


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
    first, second = together(builder, one, other)
    test = typed(compared(builder, operation, first, second))
    return Typed(first.kind, builder.select(test.code, first.code, second.code))


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
    if number.kind not in (I64, U64):
        raise Untranslatable(f"~ of {number.kind}")
    return Typed(number.kind, builder.not_(number.code))


def truth(builder: Any, value: Value) -> Typed:
    """Whether a number is not 0."""
    if isinstance(value, Static):
        return typed(Static(bool(value.value)))
    return cast(builder, typed(value), BOOL)

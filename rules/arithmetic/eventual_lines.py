"""Formulas that are, from some n on, a straight line on every residue class.

An *eventual line* with threshold T and modulus m gives for every n >= T the value
slope[n mod m]*n + intercept[n mod m], in rational numbers. Constants, n, sums, multiples, floors,
Mod, comparisons, Piecewise, Max, Min and xor with a constant keep to this form; so two formulas of
this form, or a formula and a periodic law, can be compared for all n at once:

    **Lemma.** If f and g are eventual lines with thresholds T1, T2 and moduli m1, m2, if
    T >= T1, T >= T2, and f(n) = g(n) for the 2*lcm(m1, m2) values T <= n < T + 2*lcm(m1, m2), then
    f(n) = g(n) for all n >= T.
    *Proof.* On a residue class modulo lcm(m1, m2) both are lines from T on, and two lines that
    agree at two points are the same. ∎
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import ceil, floor, lcm
from typing import TYPE_CHECKING

from rules.arithmetic import tree
from rules.arithmetic.exact import HOLDS, OPERATIONS, Undefined, plain
from rules.arithmetic.surd import Surd
from rules.arithmetic.vocabulary import applied

if TYPE_CHECKING:
    from rules.arithmetic.surd import Number

LARGEST_MODULUS = 20_000
_LARGEST_POWER = 64

Line = tuple[Fraction, Fraction]
"""The slope and the intercept of a line."""


class NotEventual(Exception):
    """A term that is not recognised as an eventual line; ``str()`` says which."""


@dataclass(frozen=True)
class Lines:
    """For every n >= threshold: slope*n + intercept, (slope, intercept) = lines[n mod modulus]."""

    threshold: int
    lines: tuple[Line, ...]

    @property
    def modulus(self) -> int:
        return len(self.lines)


@dataclass(frozen=True)
class Truths:
    """For every n >= threshold: truths[n mod modulus]."""

    threshold: int
    truths: tuple[bool, ...]

    @property
    def modulus(self) -> int:
        return len(self.truths)


def lines_of(term: tree.Node) -> Lines:
    """The formula as an eventual line on each residue class; raises NotEventual if it is not
    seen to be one, and that includes formulas that are undefined at arbitrarily large n.

    >>> from rules.arithmetic.formulas import parse_formula
    >>> found = lines_of(parse_formula("Piecewise((9, n < 5), (floor(n/2) + Mod(n, 2), True))"))
    >>> found.threshold, [f"{slope}*n + {intercept}" for slope, intercept in found.lines]
    (6, ['1/2*n + 0', '1/2*n + 1/2'])
    """
    match term:
        case tree.Number(value):
            return Lines(0, ((Fraction(0), Fraction(value)),))
        case tree.Name():
            return Lines(0, ((Fraction(1), Fraction(0)),))
        case tree.Piecewise(values, tests):
            return _piecewise([*map(lines_of, values)], [*map(truths_of, tests)])
        case _:
            name, parts = applied(term)
            of = _RULES.get(name) or partial(_of_constants, name)
            return of(*map(lines_of, parts))


def truths_of(term: tree.Node) -> Truths:
    """A condition as a truth on each residue class, from some n on."""
    match term:
        case tree.Unary("not", operand):
            inner = truths_of(operand)
            return Truths(inner.threshold, tuple(not truth for truth in inner.truths))
        case tree.Logic(sign, operands):
            parts = [truths_of(operand) for operand in operands]
            join = all if sign == "and" else any
            m = _common(part.modulus for part in parts)
            truths = tuple(join(part.truths[r % part.modulus] for part in parts) for r in range(m))
            return Truths(max((part.threshold for part in parts), default=0), truths)
        case tree.Comparison(left, (sign,), (right,)):
            return _compared(sign, lines_of(left), lines_of(right))
        case _:
            raise TypeError(f"{type(term).__name__} is no condition")


def _common(moduli: Iterable[int]) -> int:
    m = lcm(*moduli)
    if m > LARGEST_MODULUS:
        raise NotEventual(f"the residues modulo {m} are too many")
    return m


def _aligned(parts: Iterable[Lines]) -> tuple[int, list[tuple[Line, ...]]]:
    """The common threshold, and for each residue of the common modulus the line of each part."""
    parts = list(parts)
    m = _common(part.modulus for part in parts)
    rows = [tuple(part.lines[r % part.modulus] for part in parts) for r in range(m)]
    return max(part.threshold for part in parts), rows


def _compared(op: str, left: Lines, right: Lines) -> Truths:
    threshold, rows = _aligned((left, right))
    truths = []
    for (a, b), (c, d) in rows:
        slope, intercept = a - c, b - d
        if slope == 0:
            sign = (intercept > 0) - (intercept < 0)
        else:
            # From the first n beyond the crossing on, the sign is that of the slope.
            threshold = max(threshold, floor(-intercept / slope) + 1)
            sign = 1 if slope > 0 else -1
        truths.append(bool(HOLDS[op](sign, 0)))
    return Truths(threshold, tuple(truths))


def _piecewise(values: list[Lines], conditions: list[Truths]) -> Lines:
    m = _common([*(v.modulus for v in values), *(c.modulus for c in conditions)])
    lines = []
    for r in range(m):
        for value, condition in zip(values, conditions, strict=True):
            if condition.truths[r % condition.modulus]:
                lines.append(value.lines[r % value.modulus])
                break
        else:
            raise NotEventual("no case of the Piecewise applies")
    thresholds = [*(v.threshold for v in values), *(c.threshold for c in conditions)]
    return Lines(max(thresholds), tuple(lines))


def _sum(left: Lines, right: Lines) -> Lines:
    threshold, rows = _aligned((left, right))
    return Lines(threshold, tuple((a + c, b + d) for (a, b), (c, d) in rows))


def _difference(left: Lines, right: Lines) -> Lines:
    threshold, rows = _aligned((left, right))
    return Lines(threshold, tuple((a - c, b - d) for (a, b), (c, d) in rows))


def _product(left: Lines, right: Lines) -> Lines:
    threshold, rows = _aligned((left, right))
    if any(a and c for (a, _), (c, _) in rows):
        raise NotEventual("a product of two terms that both grow")
    return Lines(threshold, tuple((a * d + c * b, b * d) for (a, b), (c, d) in rows))


def _quotient(left: Lines, right: Lines) -> Lines:
    threshold, rows = _aligned((left, right))
    if any(c or not d for _, (c, d) in rows):
        raise NotEventual("a division by a term that grows or is 0")
    return Lines(threshold, tuple((a / d, b / d) for (a, b), (_, d) in rows))


def _floor(inner: Lines) -> Lines:
    # With slope*m' whole, a*(n + m') + b has the fractional part of a*n + b.
    refined = _refined(inner)
    lines = ((a, floor(a * r + b) - a * r) for r, (a, b) in enumerate(refined.lines))
    return Lines(refined.threshold, tuple(lines))


def _ceiling(inner: Lines) -> Lines:
    refined = _refined(inner)
    lines = ((a, ceil(a * r + b) - a * r) for r, (a, b) in enumerate(refined.lines))
    return Lines(refined.threshold, tuple(lines))


def _refined(inner: Lines) -> Lines:
    """The same with a modulus m' such that slope*m' is whole for every line."""
    m = inner.modulus
    further = _common([m, *(slope.denominator for slope, _ in inner.lines)])
    return Lines(inner.threshold, tuple(inner.lines[r % m] for r in range(further)))


def _floor_quotient(left: Lines, right: Lines) -> Lines:
    return _floor(_quotient(left, right))


def _modulo(left: Lines, right: Lines) -> Lines:
    # a mod b = a - b*floor(a/b)
    return _difference(left, _product(right, _floor_quotient(left, right)))


def _extreme(side: str) -> Callable[..., Lines]:
    def extreme(*parts: Lines) -> Lines:
        best = parts[0]
        for part in parts[1:]:
            better = _compared("<", *((best, part) if side == "max" else (part, best)))
            m = _common([best.modulus, part.modulus, better.modulus])
            lines = tuple(
                (part if better.truths[r % better.modulus] else best).lines[
                    r % (part if better.truths[r % better.modulus] else best).modulus
                ]
                for r in range(m)
            )
            best = Lines(max(best.threshold, part.threshold, better.threshold), lines)
        return best

    return extreme


def _absolute(inner: Lines) -> Lines:
    zero = Lines(0, ((Fraction(0), Fraction(0)),))
    return _extreme("max")(inner, _difference(zero, inner))


def _power(base: Lines, exponent: Lines) -> Lines:
    """Constants to constant powers, and (-1)^n, which depends on n mod 2."""
    if all(slope == 0 and abs(value) == 1 for slope, value in base.lines):
        two = Lines(0, ((Fraction(0), Fraction(2)),))
        exponent = _modulo(exponent, two)
    threshold, rows = _aligned((base, exponent))
    lines = []
    for (a, b), (c, d) in rows:
        if a or c or d.denominator != 1 or abs(d) > _LARGEST_POWER or (b == 0 and d < 0):
            raise NotEventual("a power that grows, or has no exact form")
        lines.append((Fraction(0), Fraction(b ** int(d))))
    return Lines(threshold, tuple(lines))


def _bitwise(op: str) -> Callable[..., Lines]:
    def joined(*parts: Lines) -> Lines:
        threshold, rows = _aligned(parts)
        for slope, _ in (line for row in rows for line in row):
            if slope < 0:
                raise NotEventual("a bitwise operation on a falling term")
        growing = [part for part in parts if any(slope for slope, _ in part.lines)]
        constant = [part for part in parts if part not in growing]
        if len(growing) > 1:
            raise NotEventual("a bitwise operation on two terms that grow")
        if not growing:
            return _of_constants(op, *parts)
        return _low_digits(op, growing[0], constant, threshold)

    return joined


def _low_digits(op: str, grown: Lines, constant: list[Lines], threshold: int) -> Lines:
    """x op k for constants 0 <= k < 2^j changes the lowest j digits of x only:
    x - (x mod 2^j) + ((x mod 2^j) op k); for 'and' the upper digits go."""
    top = max(int(value) for part in constant for _, value in part.lines)
    digits = Lines(0, ((Fraction(0), Fraction(1 << max(top, 0).bit_length())),))
    low = _modulo(grown, digits)
    # Both demand whole numbers >= 0: of the low digits here, of the rest by the threshold.
    joined = _of_constants(op, low, *constant)
    natural = _compared("<=", Lines(0, ((Fraction(0), Fraction(0)),)), grown)
    if not all(natural.truths):
        raise NotEventual("a bitwise operation on negative numbers")
    found = joined if op == "bitand" else _sum(_difference(grown, low), joined)
    return Lines(max(threshold, found.threshold, natural.threshold), found.lines)


def _of_constants(op: str, *parts: Lines) -> Lines:
    """A function whose arguments do not grow: one value a residue class."""
    threshold, rows = _aligned(parts)
    lines = []
    for row in rows:
        if any(slope for slope, _ in row):
            raise NotEventual(f"{op} of a term that grows")
        lines.append((Fraction(0), _constant(op, [value for _, value in row])))
    return Lines(threshold, tuple(lines))


def _constant(op: str, arguments: list[Fraction]) -> Fraction:
    try:
        value: Number = OPERATIONS[op](*map(plain, arguments))
    except Undefined as problem:
        raise NotEventual(str(problem)) from None
    if isinstance(value, Surd):
        raise NotEventual("an irrational number")
    return Fraction(value)


_RULES: dict[str, Callable[..., Lines]] = {
    "add": _sum,
    "sub": _difference,
    "mul": _product,
    "div": _quotient,
    "floordiv": _floor_quotient,
    "mod": _modulo,
    "pow": _power,
    "floor": _floor,
    "ceiling": _ceiling,
    "max": _extreme("max"),
    "min": _extreme("min"),
    "abs": _absolute,
    "xor": _bitwise("xor"),
    "bitand": _bitwise("bitand"),
    "bitor": _bitwise("bitor"),
}

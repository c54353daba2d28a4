"""The values of a formula at many n at once, in machine integers that cannot overflow.

Every operation carries a bound on the absolute values that it can produce, a Python int; where
the bound passes 2^62, or an operation has no counterpart on arrays, `Exactly` is raised and the
caller goes through `exact` instead. Fractions are a numerator and one common denominator.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
import numpy.typing as npt

from mexplore.rules.arithmetic import sieves, tree
from mexplore.rules.arithmetic.exact import HOLDS
from mexplore.rules.arithmetic.vocabulary import applied

_MOST = 1 << 62
_LARGEST_SIEVED = 1 << 24
Integers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]


class Exactly(Exception):
    """This formula, or this range, is not one for machine integers."""


@dataclass(frozen=True)
class Column:
    """numerators / denominator, with |numerators| <= bound."""

    numerators: Integers
    denominator: int
    bound: int

    def __post_init__(self) -> None:
        if self.bound >= _MOST or self.denominator >= _MOST:
            raise Exactly

    def whole(self) -> Integers:
        if self.denominator != 1:
            raise Exactly
        return self.numerators

    def over(self, denominator: int) -> Column:
        factor = denominator // self.denominator
        # The bound is checked before the product is formed.
        wider = Column(self.numerators, denominator, self.bound * factor)
        return Column(self.numerators * factor, denominator, wider.bound)


def column_of(term: tree.Node, start: int, stop: int) -> Integers:
    """The formula at start <= n < stop, where its values are whole numbers.

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> column_of(parse_formula("popcount(n)"), 6, 9).tolist()
    [2, 3, 1]
    """
    if stop >= _MOST:
        raise Exactly
    return _column(term, np.arange(start, stop, dtype=np.int64), stop).whole()


def equals(term: tree.Node, values: npt.NDArray[Any], start: int) -> Truths:
    """Where the formula at n = start, start + 1, ... equals values[0], values[1], ...

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> equals(parse_formula("Mod(n, 2)"), np.array([1, 0, 0]), 5).tolist()
    [True, True, False]
    """
    stop = start + len(values)
    if stop >= _MOST:
        raise Exactly
    column = _column(term, np.arange(start, stop, dtype=np.int64), stop)
    whole, rest = np.divmod(column.numerators, column.denominator)
    found: Truths = (rest == 0) & (whole == values.astype(np.int64))
    return found


def _column(node: tree.Node, ns: Integers, stop: int) -> Column:
    match node:
        case tree.Number(value):
            if abs(value) >= _MOST:
                raise Exactly
            return Column(np.full(len(ns), value, dtype=np.int64), 1, abs(value))
        case tree.Name():
            return Column(ns, 1, stop)
        case tree.Piecewise():
            return _piecewise(node, ns, stop)
        case _:
            name, parts = applied(node)
            if name not in OPERATIONS:
                raise Exactly
            return OPERATIONS[name](*[_column(part, ns, stop) for part in parts])


def _truths(node: tree.Node, ns: Integers, stop: int) -> Truths:
    match node:
        case tree.Unary("not", operand):
            return ~_truths(operand, ns, stop)
        case tree.Logic(sign, operands):
            return _joined(sign == "and", operands, ns, stop)
        case tree.Comparison(first, (sign,), (second,)):
            left, right = _common(_column(first, ns, stop), _column(second, ns, stop))
            found: Truths = HOLDS[sign](left.numerators, right.numerators)
            return found
        case _:
            raise TypeError(f"{type(node).__name__} is no condition")


def _joined(conjunction: bool, operands: tuple[tree.Node, ...], ns: Integers, stop: int) -> Truths:
    """Like `all` and `any`: a condition is looked at only where those before it left it open."""
    found = np.full(len(ns), conjunction)
    open_at = np.arange(len(ns))
    for operand in operands:
        truths = _truths(operand, ns[open_at], stop)
        found[open_at] = truths
        open_at = open_at[truths == conjunction]
    return found


def _piecewise(node: tree.Piecewise, ns: Integers, stop: int) -> Column:
    """Each case is evaluated only at the n that reach it."""
    left = np.arange(len(ns))
    parts: list[tuple[Integers, Column]] = []
    for value, test in zip(node.values, node.tests, strict=True):
        if len(left) == 0:
            break
        truths = _truths(test, ns[left], stop)
        if truths.any():
            parts.append((left[truths], _column(value, ns[left[truths]], stop)))
        left = left[~truths]
    if len(left):
        raise Exactly
    if not parts:
        return Column(ns, 1, stop)
    columns = _common(*[column for _, column in parts])
    whole = np.empty(len(ns), dtype=np.int64)
    for (where, _), column in zip(parts, columns, strict=True):
        whole[where] = column.numerators
    return Column(whole, columns[0].denominator, max(column.bound for column in columns))


def _common(*columns: Column) -> list[Column]:
    denominator = 1
    for column in columns:
        denominator *= column.denominator // gcd(denominator, column.denominator)
    return [column.over(denominator) for column in columns]


def _add(a: Column, b: Column) -> Column:
    a, b = _common(a, b)
    return Column(a.numerators + b.numerators, a.denominator, a.bound + b.bound)


def _subtract(a: Column, b: Column) -> Column:
    a, b = _common(a, b)
    return Column(a.numerators - b.numerators, a.denominator, a.bound + b.bound)


def _multiply(a: Column, b: Column) -> Column:
    if a.bound * b.bound >= _MOST:
        raise Exactly
    return Column(a.numerators * b.numerators, a.denominator * b.denominator, a.bound * b.bound)


def _divide(a: Column, b: Column) -> Column:
    divisor = _constant(b)
    if a.bound * b.denominator >= _MOST:
        raise Exactly
    numerators = a.numerators * b.denominator * (1 if divisor > 0 else -1)
    return Column(numerators, a.denominator * abs(divisor), a.bound * b.denominator)


def _constant(column: Column) -> int:
    """The numerator of a column that is one number other than 0."""
    numerators = column.numerators
    if len(numerators) == 0 or (numerators != numerators[0]).any() or numerators[0] == 0:
        raise Exactly
    return int(numerators[0])


def _floor_divide(a: Column, b: Column) -> Column:
    a, b = _common(a, b)
    if (b.numerators == 0).any():
        raise Exactly
    return Column(a.numerators // b.numerators, 1, a.bound + 1)


def _modulo(a: Column, b: Column) -> Column:
    a, b = _common(a, b)
    if (b.numerators == 0).any():
        raise Exactly
    return Column(a.numerators % b.numerators, a.denominator, b.bound)


def _power(a: Column, b: Column) -> Column:
    base, exponent = a.whole(), b.whole()
    largest = int(exponent.max(initial=0))
    if exponent.min(initial=0) < 0 or largest > 62 or a.bound**largest >= _MOST:
        raise Exactly
    return Column(base**exponent, 1, max(1, a.bound**largest))


def _floor(a: Column) -> Column:
    return Column(a.numerators // a.denominator, 1, a.bound + 1)


def _ceiling(a: Column) -> Column:
    return Column(-(-a.numerators // a.denominator), 1, a.bound + 1)


def _extreme(choose: Any) -> Callable[..., Column]:
    def extreme(*columns: Column) -> Column:
        columns = tuple(_common(*columns))
        best = columns[0].numerators
        for column in columns[1:]:
            best = choose(best, column.numerators)
        return Column(best, columns[0].denominator, max(c.bound for c in columns))

    return extreme


def _natural(column: Column, least: int = 0) -> Integers:
    whole = column.whole()
    if whole.min(initial=least) < least:
        raise Exactly
    return whole


def _bit_count(numbers: Integers) -> Integers:
    """How many binary digits are 1, for 0 <= numbers < 2^62: digits are added in pairs, the sums
    in pairs of pairs, and so on."""
    masks = ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F))
    for shift, mask in masks:
        numbers = (numbers & mask) + ((numbers >> shift) & mask)
    for shift in (8, 16, 32):
        numbers = numbers + (numbers >> shift)
    return numbers & 0x7F


def _v2(a: Column) -> Column:
    whole = _natural(a, 1)
    return Column(_bit_count((whole & -whole) - 1), 1, 63)


def _odd_part(a: Column) -> Column:
    return Column(_natural(a, 1) >> _v2(a).numerators, 1, a.bound)


def _bit_length(a: Column) -> Column:
    bits = _natural(a).copy()
    for shift in (1, 2, 4, 8, 16, 32):
        bits |= bits >> shift
    return Column(_bit_count(bits), 1, 63)


def _popcount(a: Column) -> Column:
    return Column(_bit_count(_natural(a)), 1, 63)


def _bitwise(join: Any) -> Callable[..., Column]:
    def joined(*columns: Column) -> Column:
        total = _natural(columns[0])
        for column in columns[1:]:
            total = join(total, _natural(column))
        largest = max(column.bound for column in columns)
        return Column(total, 1, 1 << largest.bit_length())

    return joined


def _gcd(a: Column, b: Column) -> Column:
    return Column(np.gcd(_natural(a), _natural(b)), 1, max(a.bound, b.bound))


def _floor_log(a: Column, b: Column) -> Column:
    number, base = _natural(_floor(a), 1), _constant(b)
    if b.denominator != 1 or base < 2:
        raise Exactly
    powers = [1]
    while powers[-1] * base < _MOST:
        powers.append(powers[-1] * base)
    found = np.searchsorted(np.array(powers, dtype=np.int64), number, side="right") - 1
    return Column(found.astype(np.int64), 1, 63)


def _valuation(a: Column, b: Column) -> Column:
    rest, base = _natural(a, 1).copy(), _constant(b)
    if b.denominator != 1 or base < 2:
        raise Exactly
    found = np.zeros_like(rest)
    divisible = np.flatnonzero(rest % base == 0)
    while len(divisible):
        found[divisible] += 1
        rest[divisible] //= base
        divisible = divisible[rest[divisible] % base == 0]
    return Column(found, 1, 63)


def _by_table(table: Callable[[int], Integers], least: int = 1) -> Callable[[Column], Column]:
    """A function of whole numbers, from a table of its values below a number."""

    def looked_up(a: Column) -> Column:
        number = _natural(a, least)
        largest = int(number.max(initial=1))
        if largest > _LARGEST_SIEVED:
            raise Exactly
        values = table(1 << largest.bit_length())
        return Column(values[number].astype(np.int64), 1, 1 << 40)

    return looked_up


def _digits(a: Column, b: Column) -> list[Integers]:
    """The digits, the least significant ones first; with zeros before shorter numbers."""
    rest, base = _natural(a), _constant(b)
    if b.denominator != 1 or base < 2:
        raise Exactly
    found = [rest % base]
    while (rest := rest // base).any():
        found.append(rest % base)
    return found


def _digit_sum(a: Column, b: Column) -> Column:
    return Column(np.add.reduce(_digits(a, b)), 1, 63 * b.bound)


def _digit_xor(a: Column, b: Column) -> Column:
    return Column(np.bitwise_xor.reduce(_digits(a, b)), 1, 1 << b.bound.bit_length())


def _digit_max(a: Column, b: Column) -> Column:
    return Column(np.maximum.reduce(_digits(a, b)), 1, b.bound)


def _digit_min(a: Column, b: Column) -> Column:
    number, digits, base = _natural(a), _digits(a, b), _constant(b)
    least, power = digits[0], 1
    for digit in digits[1:]:
        power *= base
        least = np.where(number >= power, np.minimum(least, digit), least)
    return Column(least, 1, b.bound)


def _digit_count(a: Column, b: Column) -> Column:
    count = _floor_log(Column(np.maximum(_natural(a), 1), 1, a.bound), b)
    return Column(count.numerators + 1, 1, 64)


def _square_root_floor(a: Column) -> Column:
    number = _natural(a)
    if a.bound >= 1 << 50:
        raise Exactly  # below, the root of a double is right to the unit
    return Column(np.sqrt(number.astype(np.float64)).astype(np.int64), 1, a.bound + 1)


OPERATIONS: dict[str, Callable[..., Column]] = {
    "add": _add,
    "sub": _subtract,
    "mul": _multiply,
    "div": _divide,
    "floordiv": _floor_divide,
    "mod": _modulo,
    "pow": _power,
    "floor": _floor,
    "ceiling": _ceiling,
    "floorlog": _floor_log,
    "isqrt": _square_root_floor,
    "abs": lambda a: Column(np.abs(a.numerators), a.denominator, a.bound),
    "max": _extreme(np.maximum),
    "min": _extreme(np.minimum),
    "gcd": _gcd,
    "xor": _bitwise(np.bitwise_xor),
    "bitand": _bitwise(np.bitwise_and),
    "bitor": _bitwise(np.bitwise_or),
    "v2": _v2,
    "vp": _valuation,
    "omega": _by_table(sieves.prime_factors),
    "distinct_primes": _by_table(sieves.distinct_primes),
    "exponent_xor": _by_table(sieves.exponent_xor),
    "lpf": _by_table(sieves.least_prime_factors, 2),
    "primepi": _by_table(sieves.prime_counts, 0),
    "divisor_sum": _by_table(sieves.divisor_sums),
    "divisor_count": _by_table(sieves.divisor_counts),
    "digit_sum": _digit_sum,
    "digit_xor": _digit_xor,
    "digit_max": _digit_max,
    "digit_min": _digit_min,
    "digit_count": _digit_count,
    "bit_length": _bit_length,
    "popcount": _popcount,
    "odd_part": _odd_part,
}

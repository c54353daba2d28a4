"""The value of a formula at one n: whole numbers, fractions and square roots, nothing rounded."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from math import gcd, isqrt, log2, prod
from operator import eq, le, lt, ne, xor
from typing import Any

from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.surd import MixedRoots, Number, Surd, square_root
from mexplore.rules.arithmetic.vocabulary import applied

LARGEST_POWER = 1_000_000  # bits
LARGEST_PRODUCT = 80_000_000  # bits
LARGEST_FACTORED = 10**18
LARGEST_COUNTED = 10**10  # up to which primes are counted
_SMALL = 10**6
_TRIED = 1000  # divisors that are tried before anything else


class Undefined(ArithmeticError):
    """The formula has no value at this n, or none that can be held; ``str()`` says why."""


_WRITTEN = {"vp": "valuation", "bitand": "&", "bitor": "|"}


class _NotWhole(Undefined):
    """An argument of a function that it does not take."""


def value_at(term: tree.Node, n: int) -> Number:
    """The exact value of the formula at n >= 0.

    >>> from mexplore.rules.arithmetic.formulas import parse_formula
    >>> value_at(parse_formula("Piecewise((n/2, Eq(Mod(n, 2), 0)), (floor(log(n, 3)), True))"), 81)
    4
    >>> value_at(parse_formula("floor(n*(1 + sqrt(5))/2)"), 10**20)
    161803398874989484820

    Raises Undefined where it has none.
    """
    try:
        return plain(_value(term, n))
    except ZeroDivisionError:
        raise Undefined("a division by zero") from None
    except MixedRoots:
        raise Undefined("a sum of roots that has no exact form here") from None


def _value(node: tree.Node, n: int) -> Number:
    match node:
        case tree.Number(number):
            return number
        case tree.Name():
            return n
        case tree.Piecewise(values, tests):
            for value, test in zip(values, tests, strict=True):
                if truth_at(test, n):
                    return _value(value, n)
            raise Undefined("no case of the Piecewise applies")
        case _:
            name, parts = applied(node)
            arguments = [_value(part, n) for part in parts]
            try:
                return OPERATIONS[name](*arguments)
            except _NotWhole as why:
                raise Undefined(f"{_WRITTEN.get(name, name)} {why}") from None


def truth_at(node: tree.Node, n: int) -> bool:
    """Whether a condition holds at n."""
    match node:
        case tree.Unary("not", operand):
            return not truth_at(operand, n)
        case tree.Logic(sign, operands):
            return (all if sign == "and" else any)(truth_at(part, n) for part in operands)
        case tree.Comparison(left, (sign,), (right,)):
            return bool(HOLDS[sign](sign_of(_value(left, n) - _value(right, n)), 0))
        case _:
            raise TypeError(f"{type(node).__name__} is no condition")


HOLDS: dict[str, Callable[..., Any]] = {"<": lt, "<=": le, "==": eq, "!=": ne}
"""The comparisons that the reader of formulas leaves: > and >= are turned round."""


def sign_of(number: Number) -> int:
    """-1, 0 or 1."""
    if isinstance(number, Surd):
        return number.sign()
    return (number > 0) - (number < 0)


def floor_of(number: Number) -> int:
    """The greatest whole number that is not above."""
    if isinstance(number, int):
        return number
    return number.floor() if isinstance(number, Surd) else number.numerator // number.denominator


def plain(number: Number) -> Number:
    """A fraction of denominator 1 as the whole number it is."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return number.numerator
    return number


def _times(left: Number, right: Number) -> Number:
    if isinstance(left, int) and isinstance(right, int):
        _must_fit(left.bit_length() + right.bit_length(), LARGEST_PRODUCT)
    return left * right


def _quotient(left: Number, right: Number) -> Number:
    if isinstance(left, int) and isinstance(right, int):
        return plain(Fraction(left, right))
    return left / right if isinstance(left, Surd) else Fraction(left) / right


def _floor_quotient(left: Number, right: Number) -> Number:
    if isinstance(left, int) and isinstance(right, int):
        return left // right
    return floor_of(_quotient(left, right))


def _modulo(left: Number, right: Number) -> Number:
    # a mod b = a - b * floor(a/b), of the sign of b.
    if isinstance(left, int) and isinstance(right, int):
        return left % right
    return left - right * _floor_quotient(left, right)


def _power(base: Number, exponent: Number) -> Number:
    exponent = plain(exponent)
    if exponent == Fraction(1, 2):
        return _root(base)
    if not isinstance(exponent, int) or isinstance(base, Surd):
        raise Undefined("a power that has no exact form here")
    base = Fraction(base)
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size > 1:
        _must_fit(size * abs(exponent), LARGEST_POWER)
    power: Fraction = base**exponent
    return plain(power)


def _must_fit(bits: int, most: int) -> None:
    if bits > most:
        raise Undefined(f"a number of more than {most} bits")


def _root(square: Number) -> Number:
    if isinstance(square, Surd) or square < 0:
        raise Undefined("a root that has no exact form here")
    return plain(square_root(Fraction(square)))


def _floor_log(number: Number, base: Number) -> int:
    """The greatest k with base^k <= number, base > 1 whole, number > 0 rational."""
    base = plain(base)
    if not isinstance(base, int) or base < 2:
        raise Undefined("a logarithm to a base that is no whole number from 2 on")
    if isinstance(number, Surd) or number <= 0:
        raise Undefined("a logarithm of a number that is not positive and rational")
    if number < 1:
        return -_ceiling_log(1 / Fraction(number), base)
    whole = floor_of(number)
    # The logarithms of the leading bits are off by far less than 1: base^k <= whole.
    behind = max(0, whole.bit_length() - 60)
    k = max(0, int((behind + log2(whole >> behind)) / log2(base)) - 2)
    power = base**k
    while power * base <= whole:
        power *= base
        k += 1
    return k


def _ceiling_log(number: Number, base: Number) -> int:
    """The least k with base^k >= number."""
    k = _floor_log(number, base)
    return k if number == Fraction(whole(base, 2)) ** k else k + 1


def whole(number: Number, least: int = 0) -> int:
    """The number as an argument of a function of whole numbers from ``least`` on."""
    number = plain(number)
    if not isinstance(number, int) or number < least:
        raise _NotWhole(f"takes whole numbers from {least} on, not {number}")
    return number


def _factors(number: Number) -> dict[int, int]:
    """The exponents of the primes in a whole number from 1 on."""
    factored = whole(number, 1)
    if factored > LARGEST_FACTORED:
        raise Undefined(f"factors of a number beyond {LARGEST_FACTORED}")
    if factored < _SMALL:
        return _factors_by_trial(factored)
    from sympy import factorint

    return {int(p): int(e) for p, e in factorint(factored).items()}


def _factors_by_trial(number: int) -> dict[int, int]:
    found: dict[int, int] = {}
    d = 2
    while d * d <= number:
        while number % d == 0:
            number //= d
            found[d] = found.get(d, 0) + 1
        d += 1
    return found if number == 1 else {**found, number: 1}


def _divisor_sum(number: Number) -> int:
    return prod((p ** (e + 1) - 1) // (p - 1) for p, e in _factors(number).items())


def _divisor_count(number: Number) -> int:
    return prod(e + 1 for e in _factors(number).values())


def _least_prime_factor(number: Number) -> int:
    """The least prime that divides a whole number from 2 on."""
    composed = whole(number, 2)
    least = next((p for p in range(2, _TRIED) if composed % p == 0), None)
    return min(_factors(composed)) if least is None else least


def _prime_count(number: Number) -> int:
    """How many primes are at most this."""
    last = floor_of(number)
    if last > LARGEST_COUNTED:
        raise Undefined(f"the number of primes up to one beyond {LARGEST_COUNTED}")
    if last < _TRIED:
        return sum(all(p % d for d in range(2, isqrt(p) + 1)) for p in range(2, last + 1))
    from sympy import primepi

    return int(primepi(last))


def _digits(number: Number, base: Number) -> list[int]:
    rest, b = whole(number), whole(base, 2)
    found = [rest % b]
    while rest >= b:
        rest //= b
        found.append(rest % b)
    return found


def _v2(number: Number) -> int:
    """The exponent of 2 in a whole number from 1 on."""
    positive = whole(number, 1)
    return (positive & -positive).bit_length() - 1


def _valuation(number: Number, base: Number) -> int:
    """The largest k with base^k dividing a whole number from 1 on."""
    rest, divisor, k = whole(number, 1), whole(base, 2), 0
    while rest % divisor == 0:
        rest //= divisor
        k += 1
    return k


def _xor(*numbers: Number) -> int:
    total = 0
    for number in numbers:
        total ^= whole(number)
    return total


OPERATIONS: dict[str, Callable[..., Number]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": _times,
    "div": _quotient,
    "floordiv": _floor_quotient,
    "mod": _modulo,
    "pow": _power,
    "floor": floor_of,
    "ceiling": lambda a: -floor_of(-1 * a),
    "floorlog": _floor_log,
    "ceillog": _ceiling_log,
    "sqrt": _root,
    "isqrt": lambda a: isqrt(whole(a)),
    "abs": lambda a: a if sign_of(a) >= 0 else -1 * a,
    "max": lambda *numbers: _extreme(numbers, 1),
    "min": lambda *numbers: _extreme(numbers, -1),
    "gcd": lambda a, b: gcd(whole(a), whole(b)),
    "xor": _xor,
    "bitand": lambda a, b: whole(a) & whole(b),
    "bitor": lambda a, b: whole(a) | whole(b),
    "v2": _v2,
    "vp": _valuation,
    "bit_length": lambda a: whole(a).bit_length(),
    "popcount": lambda a: whole(a).bit_count(),
    "odd_part": lambda a: whole(a, 1) >> _v2(a),
    "omega": lambda a: sum(_factors(a).values()),
    "distinct_primes": lambda a: len(_factors(a)),
    "exponent_xor": lambda a: reduce(xor, _factors(a).values(), 0),
    "lpf": _least_prime_factor,
    "primepi": _prime_count,
    "digit_sum": lambda a, b: sum(_digits(a, b)),
    "digit_xor": lambda a, b: reduce(xor, _digits(a, b)),
    "digit_max": lambda a, b: max(_digits(a, b)),
    "digit_min": lambda a, b: min(_digits(a, b)),
    "digit_count": lambda a, b: len(_digits(a, b)),
    "divisor_sum": _divisor_sum,
    "divisor_count": _divisor_count,
}


def _extreme(numbers: tuple[Number, ...], side: int) -> Number:
    best = numbers[0]
    for number in numbers[1:]:
        if sign_of(number - best) == side:
            best = number
    return best

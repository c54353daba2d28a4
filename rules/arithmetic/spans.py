"""Intervals in which the values of operations lie, for whole numbers in given intervals.

A loop of 64-bit integers is written only where these bounds show that they are enough
(`rules.engine.expressions.numbers`), and what small arguments do not reach is read off them
(`rules.arithmetic.reach`). An interval holds every value that there is; it may be larger.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import NamedTuple, Protocol

CAP = 1 << 800
"""In the place of everything that is larger."""


class Bounded(Protocol):
    """What lies between two numbers."""

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


class Span(NamedTuple):
    """The least and the greatest value of a part; whether no name stands in it."""

    low: int
    high: int
    fixed: bool = False

    @property
    def size(self) -> int:
        return max(abs(self.low), abs(self.high))

    @property
    def is_natural(self) -> bool:
        """Whether no value is negative."""
        return self.low >= 0


TRUTH = Span(0, 1)


def span(low: int, high: int, *, fixed: bool = False) -> Span:
    """The interval, held between -CAP and CAP."""
    return Span(max(min(low, CAP), -CAP), max(min(high, CAP), -CAP), fixed)


def at_ends(apply: Callable[[int, int], int]) -> Callable[[Span, Span], Span]:
    """The span of an operation that, in each of its two arguments, only rises or only falls."""

    def found(one: Span, other: Span) -> Span:
        ends = [apply(a, b) for a in one[:2] for b in other[:2]]
        return span(min(ends), max(ends))

    return found


def minus(one: Span, other: Span) -> Span:
    return span(one.low - other.high, one.high - other.low)


def quotient(one: Span, other: Span) -> Span:
    """Of one // other, whose divisor is not 0: of each sign, the largest and the least."""
    divisors = [*other[:2], *(d for d in (-1, 1) if other.low <= d <= other.high)]
    ends = [a // d for a in one[:2] for d in divisors]
    return span(min(ends), max(ends))


def ceiling(one: Span, other: Span) -> Span:
    """Of ceil(one/other) = -floor(-one/other)."""
    found = quotient(Span(-one.high, -one.low), other)
    return Span(-found.high, -found.low)


def remainder(one: Span, other: Span) -> Span:
    if other.low < 0:
        return span(-other.size, other.size)
    if one.is_natural and one.high < other.low:
        return Span(one.low, one.high)
    return span(0, min(other.high - 1, one.high) if one.is_natural else other.high - 1)


def _capped_power(base: int, exponent: int) -> int:
    """base**exponent for base, exponent >= 0, or CAP."""
    if base > 1 and exponent * (base.bit_length() - 1) > CAP.bit_length():
        return CAP
    return int(base ** min(exponent, 1) if base < 2 else base**exponent)


def power(one: Span, other: Span) -> Span:
    if one.is_natural:
        return at_ends(_capped_power)(one, other)
    reach = _capped_power(one.size, other.high)
    return span(-reach, reach)


def shifted_left(number: int, by: int) -> int:
    return number * _capped_power(2, by)


def shifted_right(number: int, by: int) -> int:
    return number >> min(by, CAP.bit_length())


def bits(one: Span, other: Span) -> Span:
    """Of a | b and a ^ b, which need no more bits than a and b."""
    most = (1 << max(one.size, other.size).bit_length()) - 1
    return span(0 if one.is_natural and other.is_natural else -most - 1, most)


def nim_product(one: Span, other: Span) -> Span:
    """Of the nim-product of a, b >= 0: the numbers below 2^(2^k) are a field."""
    digits = 1 << (max(one.high.bit_length(), other.high.bit_length(), 1) - 1).bit_length()
    return span(0, (1 << digits) - 1)


def common_bits(one: Span, other: Span) -> Span:
    """Of a & b, which lies between 0 and each of the two that is not negative."""
    natural = [each.high for each in (one, other) if each.is_natural]
    return Span(0, min(natural)) if natural else bits(one, other)


def divisor(one: Span, other: Span) -> Span:
    """Of gcd(a, b), which is at most each of the two that is positive; of 0 and b it is |b|."""
    positive = [each.high for each in (one, other) if each.low > 0]
    return Span(0, min(positive) if positive else max(one.size, other.size))


def absolute(one: Span) -> Span:
    return Span(0 if one.low <= 0 <= one.high else min(map(abs, one[:2])), one.size)


def logarithm(number: int, base: int = 2) -> int:
    """The greatest k with base^k <= number; 0 where there is none.

    >>> logarithm(80, 3), logarithm(81, 3), logarithm(0)
    (3, 4, 0)
    """
    k, reached = 0, base
    while reached <= number:
        k, reached = k + 1, reached * base
    return k


def roots(one: Span) -> Span:
    return Span(isqrt(one.low), isqrt(one.high))


def digits(one: Span, base: Span) -> Span:
    """Of one digit."""
    return Span(0, max(min(one.high, base.high - 1), 0))


def most_digits(one: Span, base: Span) -> int:
    """How many digits a number has, at most."""
    return logarithm(one.high, base.low) + 1

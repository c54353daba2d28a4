"""What operations do with many numbers at once, in machine integers that cannot overflow.

A `Column` carries a bound on its absolute values, a Python int; where a bound passes 2^62, or an
operation has no counterpart on arrays, `Exactly` is raised and the caller computes one number after
the other. Fractions are a numerator and one common denominator.

Functions of prime factors go by tables for all numbers below one. Every number n >= 2 is its least
prime factor p times a smaller number, so that a function f for which f(n) follows from p and from
the factors of n/p is filled in one pass. The pass goes by primes or by powers of primes, so that
numpy does it for all multiples at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import gcd, isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from mexplore.rules.dataclass import dataclass

MOST = 1 << 62
_LARGEST_SIEVED = 1 << 24
Integers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
Table = npt.NDArray[Any]


class Exactly(Exception):
    """This formula, or this range, is not one for machine integers."""


@dataclass(frozen=True)
class Column:
    """numerators / denominator, with |numerators| <= bound."""

    numerators: Integers
    denominator: int
    bound: int

    def __post_init__(self) -> None:
        if self.bound >= MOST or self.denominator >= MOST:
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


def common(*columns: Column) -> list[Column]:
    denominator = 1
    for column in columns:
        denominator *= column.denominator // gcd(denominator, column.denominator)
    return [column.over(denominator) for column in columns]


def add(a: Column, b: Column) -> Column:
    a, b = common(a, b)
    return Column(a.numerators + b.numerators, a.denominator, a.bound + b.bound)


def subtract(a: Column, b: Column) -> Column:
    a, b = common(a, b)
    return Column(a.numerators - b.numerators, a.denominator, a.bound + b.bound)


def multiply(a: Column, b: Column) -> Column:
    if a.bound * b.bound >= MOST:
        raise Exactly
    return Column(a.numerators * b.numerators, a.denominator * b.denominator, a.bound * b.bound)


def divide(a: Column, b: Column) -> Column:
    divisor = _one(b.numerators)
    if divisor == 0 or a.bound * b.denominator >= MOST:
        raise Exactly
    numerators = a.numerators * b.denominator * (1 if divisor > 0 else -1)
    return Column(numerators, a.denominator * abs(divisor), a.bound * b.denominator)


def floor_divide(a: Column, b: Column) -> Column:
    a, b = common(a, b)
    if (b.numerators == 0).any():
        raise Exactly
    return Column(a.numerators // b.numerators, 1, a.bound + 1)


def modulo(a: Column, b: Column) -> Column:
    a, b = common(a, b)
    if (b.numerators == 0).any():
        raise Exactly
    return Column(a.numerators % b.numerators, a.denominator, b.bound)


def power(a: Column, b: Column) -> Column:
    base, exponent = a.whole(), b.whole()
    largest = int(exponent.max(initial=0))
    if exponent.min(initial=0) < 0 or largest > 62 or a.bound**largest >= MOST:
        raise Exactly
    return Column(base**exponent, 1, max(1, a.bound**largest))


def floor(a: Column) -> Column:
    return Column(a.numerators // a.denominator, 1, a.bound + 1)


def ceiling(a: Column) -> Column:
    return Column(-(-a.numerators // a.denominator), 1, a.bound + 1)


def _extreme(choose: Any) -> Callable[[Column, Column], Column]:
    def extreme(a: Column, b: Column) -> Column:
        a, b = common(a, b)
        found = choose(a.numerators, b.numerators)
        return Column(found, a.denominator, max(a.bound, b.bound))

    return extreme


greater, less = _extreme(np.maximum), _extreme(np.minimum)


def absolute(a: Column) -> Column:
    return Column(np.abs(a.numerators), a.denominator, a.bound)


def floor_log(a: Column, b: Column) -> Column:
    number, base = natural(floor(a), 1), _one(natural(b, 2))
    powers = [1]
    while powers[-1] * base < MOST:
        powers.append(powers[-1] * base)
    found = np.searchsorted(np.array(powers, dtype=np.int64), number, side="right") - 1
    return Column(found.astype(np.int64), 1, 63)


def natural(column: Column, least: int = 0) -> Integers:
    """The numbers, if they are whole and none is below the least one."""
    whole = column.whole()
    if whole.min(initial=least) < least:
        raise Exactly
    return whole


# Functions of whole numbers that are not negative: arrays in, an array out.


def popcounts(numbers: Integers) -> Integers:
    """How many binary digits are 1, for 0 <= numbers < 2^62: digits are added in pairs, the sums
    in pairs of pairs, and so on."""
    masks = ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F))
    for shift, mask in masks:
        numbers = (numbers & mask) + ((numbers >> shift) & mask)
    for shift in (8, 16, 32):
        numbers = numbers + (numbers >> shift)
    return numbers & 0x7F


def nim_products(one: Integers, other: Integers) -> Integers:
    from mexplore.rules.arithmetic import nim_field

    if max(one.max(initial=0), other.max(initial=0)) > nim_field.LARGEST:
        raise Exactly
    return nim_field.nim_products(one, other)


def v2s(numbers: Integers) -> Integers:
    return popcounts((numbers & -numbers) - 1)


def odd_parts(numbers: Integers) -> Integers:
    return numbers >> v2s(numbers)


def bit_lengths(numbers: Integers) -> Integers:
    bits = numbers.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        bits |= bits >> shift
    return popcounts(bits)


def roots(numbers: Integers) -> Integers:
    if numbers.max(initial=0) >= 1 << 50:
        raise Exactly  # below, the root of a double is right to the unit
    return np.sqrt(numbers.astype(np.float64)).astype(np.int64)


def valuations(numbers: Integers, bases: Integers) -> Integers:
    rest, base = numbers.copy(), _one(bases)
    found = np.zeros_like(rest)
    divisible = np.flatnonzero(rest % base == 0)
    while len(divisible):
        found[divisible] += 1
        rest[divisible] //= base
        divisible = divisible[rest[divisible] % base == 0]
    return found


def of_digits(join: Any) -> Callable[[Integers, Integers], Integers]:
    """What is made of all digits, where zeros before a number change nothing."""

    def made(numbers: Integers, bases: Integers) -> Integers:
        found: Integers = join.reduce(_digits(numbers, bases))
        return found

    return made


def least_digits(numbers: Integers, bases: Integers) -> Integers:
    digits, base = _digits(numbers, bases), _one(bases)
    least, power = digits[0], 1
    for digit in digits[1:]:
        power *= base
        least = np.where(numbers >= power, np.minimum(least, digit), least)
    return least


def digit_counts(numbers: Integers, bases: Integers) -> Integers:
    base, count = _one(bases), np.ones_like(numbers)
    while (numbers := numbers // base).any():
        count += numbers > 0
    return count


def _digits(numbers: Integers, bases: Integers) -> list[Integers]:
    """The digits, the least significant ones first; with zeros before shorter numbers."""
    base = _one(bases)
    found = [numbers % base]
    while (numbers := numbers // base).any():
        found.append(numbers % base)
    return found


def _one(numbers: Integers) -> int:
    """The number that all of an array are."""
    if len(numbers) == 0 or (numbers != numbers[0]).any():
        raise Exactly
    return int(numbers[0])


def by_table(table: Callable[[int], Table]) -> Callable[[Integers], Integers]:
    """A function of whole numbers, from a table of its values below a number."""

    def looked_up(numbers: Integers) -> Integers:
        largest = int(numbers.max(initial=1))
        if largest > _LARGEST_SIEVED:
            raise Exactly
        return table(1 << largest.bit_length())[numbers].astype(np.int64)

    return looked_up


# Tables.


@lru_cache(maxsize=1)
def least_prime_factors(stop: int) -> Table:
    """The least prime that divides n, for 2 <= n < stop; 0 and 1 are their own.

    >>> least_prime_factors(10).tolist()
    [0, 1, 2, 3, 2, 5, 2, 7, 2, 3]
    """
    least = np.arange(stop, dtype=np.int32 if stop < 1 << 31 else np.int64)
    for p in range(isqrt(max(stop - 1, 0)), 1, -1):  # the least one is written last
        if all(p % d for d in range(2, isqrt(p) + 1)):
            least[p * p :: p] = p
    return least


def primes_below(stop: int) -> Table:
    """The primes p < stop in increasing order."""
    found = np.flatnonzero(least_prime_factors(stop) == np.arange(stop))
    return found[found >= 2]


@lru_cache(maxsize=1)
def prime_counts(stop: int) -> Table:
    """How many primes are at most n, for n < stop."""
    is_prime = np.zeros(stop, dtype=np.int32)
    is_prime[primes_below(stop)] = 1
    return np.cumsum(is_prime, dtype=np.int32)


@lru_cache(maxsize=1)
def prime_factors(stop: int) -> Table:
    """How many prime factors, with multiplicity, each n < stop has (0 for n = 0)."""
    counts = np.zeros(stop, dtype=np.uint8)
    for p in primes_below(stop).tolist():
        power = p
        while power < stop:
            counts[power::power] += 1
            power *= p
    return counts


@lru_cache(maxsize=1)
def distinct_primes(stop: int) -> Table:
    """How many primes divide each n < stop (0 for n = 0)."""
    counts = np.zeros(stop, dtype=np.uint8)
    for p in primes_below(stop).tolist():
        counts[p::p] += 1
    counts[:1] = 0
    return counts


@lru_cache(maxsize=1)
def exponent_xor(stop: int) -> Table:
    """The xor of the exponents of the primes in each n < stop."""
    total = np.zeros(stop, dtype=np.uint8)
    for p in primes_below(stop).tolist():
        power, exponent = p, 1
        while power < stop:
            total[power::power] ^= (exponent - 1) ^ exponent
            power, exponent = power * p, exponent + 1
    return total


@lru_cache(maxsize=1)
def divisor_counts(stop: int) -> Table:
    """How many divisors each n < stop has (0 for n = 0)."""
    return _sums_of_divisors(stop, 0)


@lru_cache(maxsize=1)
def divisor_sums(stop: int) -> Table:
    """The sum of the divisors of each n < stop (0 for n = 0)."""
    return _sums_of_divisors(stop, 1)


def _sums_of_divisors(stop: int, power: int) -> Table:
    """The sum of this power of the divisors of each n < stop: of d and e together, d*e = n, d < e,
    and of d where n = d*d."""
    total = np.zeros(stop, dtype=np.int64)
    for d in range(1, isqrt(max(stop - 1, 0)) + 1):
        total[d * d] += d**power
        others = np.arange(d + 1, (stop - 1) // d + 1)
        total[d * (d + 1) :: d] += d**power + others**power
    return total

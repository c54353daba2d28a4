"""Functions of the prime factors of all numbers below one, from a table of least prime factors.

Every number n >= 2 is its least prime factor p times a smaller number, so that a function f for
which f(n) follows from p and from the factors of n/p is filled in one pass. The pass goes by primes
or by powers of primes, so that numpy does it for all multiples at once.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import Any

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[Any]


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

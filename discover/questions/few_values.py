"""How many positions are lost where the values are few and large, as powers of 2 are.

Let N(k) be the number of k-tuples of sizes with nim-sum 0. It comes from the nim-sums of half of
the heaps, each with the number of tuples that have it. Of multisets of K sizes it is known by
Burnside's lemma: a permutation with cycles of given lengths fixes the tuples that are constant on
each cycle; an even cycle adds nothing to the nim-sum, an odd one adds its value once. So with T
sizes

    multisets = 1/K! * sum over permutations of T^(even cycles) * N(odd cycles),

and, counting permutations by the generating function of their cycles, it is the coefficient of x^K
in (1 - x^2)^(-T/2) * sum over k of N(k)/k! * (x + x^3/3 + x^5/5 + ...)^k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import factorial

Series = list[Fraction]
"""The coefficients of x^0, ..., x^K."""


def lost_by_sums(counts: Mapping[int, int], heaps: int, *, ordered: bool = False) -> int:
    """How many multisets (tuples, if ``ordered``) of sizes have nim-sum 0, where ``counts[v]``
    sizes have the value v.

    >>> lost_by_sums({2**k: 1 for k in range(60)}, 4)  # the powers are equal in pairs
    1830
    """
    sums = _sums_of(counts, (heaps + 1) // 2)
    if ordered:
        return _lost(sums, heaps)
    total = Series(Fraction(0) for _ in range(heaps + 1))
    power = _one(heaps)
    odd = Series(Fraction(i % 2, i) if i else Fraction(0) for i in range(heaps + 1))
    for k in range(heaps + 1):
        times = Fraction(_lost(sums, k), factorial(k))
        total = [a + times * b for a, b in zip(total, power, strict=True)]
        power = _product(power, odd)
    found = _product(total, _even_cycles(sum(counts.values()), heaps))[heaps]
    assert found.denominator == 1
    return int(found)


def _sums_of(counts: Mapping[int, int], most: int) -> list[Counter[int]]:
    """How many k-tuples have each nim-sum, for k = 0, ..., most."""
    sums = [Counter({0: 1})]
    for _ in range(most):
        following: Counter[int] = Counter()
        for total, times in sums[-1].items():
            for value, count in counts.items():
                following[total ^ value] += times * count
        sums.append(following)
    return sums


def _lost(sums: list[Counter[int]], k: int) -> int:
    """N(k): the two halves of a tuple have the same nim-sum."""
    one, other = sums[k // 2], sums[k - k // 2]
    return sum(times * other[total] for total, times in one.items())


def _even_cycles(sizes: int, heaps: int) -> Series:
    """(1 - x^2)^(-T/2): the coefficients follow one from another."""
    series = _one(heaps)
    for j in range(1, heaps // 2 + 1):
        series[2 * j] = series[2 * j - 2] * (Fraction(sizes, 2) + j - 1) / j
    return series


def _one(heaps: int) -> Series:
    return [Fraction(1), *(Fraction(0) for _ in range(heaps))]


def _product(one: Series, other: Series) -> Series:
    size = len(one)
    return [sum((one[i] * other[k - i] for i in range(k + 1)), Fraction(0)) for k in range(size)]

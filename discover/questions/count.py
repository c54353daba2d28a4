"""How many positions of K heaps are lost, exactly, from how many heaps are of each class.

Let c(q) be the number of sizes in a range whose class is q. Of the tuples of K sizes as many have
the class q as the K-fold product of c over the monoid of classes says. A multiset takes j of the
sizes of class q in binom(c(q) + j - 1, j) ways, and these have the class q^j; the classes are taken
one after the other (`lost_sums`). In normal play, where classes are nim-values, less work will do.
Let c(v) be the number of sizes n in a range with G(n) = v, let all values be below M = 2^m, and let

    C(w) = sum over v of c(v) (-1)^(number of common binary digits 1 of v and w),  0 <= w < M,

be the Walsh-Hadamard transform of c. A position is lost exactly when the xor of its values is 0,
and (1/M) sum over w of (-1)^|v & w| is 1 for v = 0 and 0 otherwise. So of the T^K tuples of K
sizes, T = C(0) being the number of sizes, exactly

    (1/M) sum over w of C(w)^K

are lost. A multiset of K sizes takes each size any number of times; under the character of w the
p = (T + C(w))/2 sizes of sign + and the q = (T - C(w))/2 sizes of sign - contribute

    h_K(w) = coefficient of t^K in (1 - t)^-p (1 + t)^-q,

and (1/M) sum over w of h_K(w) multisets are lost. (The cycle index of the symmetric group, written
in the power sums p + (-1)^i q, is the same number.) All integers are exact: |C(w)| and every number
on the way to it is a signed sum of different c(v), so at most T; int64 is used if T < 2^63, else
Python integers.

Where the values are few and large, as powers of 2 are, let N(k) be the number of k-tuples of sizes
with nim-sum 0. It comes from the nim-sums of half of
the heaps, each with the number of tuples that have it. Of multisets of K sizes it is known by
Burnside's lemma: a permutation with cycles of given lengths fixes the tuples that are constant on
each cycle; an even cycle adds nothing to the nim-sum, an odd one adds its value once. So with T
sizes

    multisets = 1/K! * sum over permutations of T^(even cycles) * N(odd cycles),

and, counting permutations by the generating function of their cycles, it is the coefficient of x^K
in (1 - x^2)^(-T/2) * sum over k of N(k)/k! * (x + x^3/3 + x^5/5 + ...)^k.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import comb, factorial
from typing import TYPE_CHECKING, Any

from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.discover.questions.classes import Monoid


MOST_VALUES = 1 << 24
MOST_SUMS = 10**6  # nim-sums of half of the heaps, where values are few and large
MOST_STEPS = 10**8  # of about 2000 bits each
MOST_PRODUCTS = 10**7  # of classes
MOST_BITS = 1 << 21  # of a count: about 600000 decimal digits


def lost_positions(counts: Mapping[int, int], heaps: int, *, ordered: bool = False) -> int:
    """How many multisets (tuples, if ``ordered``) of ``heaps`` sizes have values of xor 0, where
    ``counts[v]`` sizes have the value v.

    >>> nim = {v: 1 for v in range(4)}  # heaps of 0 to 3 tokens in Nim
    >>> lost_positions(nim, 3), lost_positions(nim, 3, ordered=True)
    (5, 16)
    """
    if heaps == 1:
        return counts.get(0, 0)
    if heaps == 2:  # xor 0 is equality
        return sum(c * c if ordered else comb(c + 1, 2) for c in counts.values())
    size = 1 << max(counts, default=0).bit_length()
    if size > MOST_VALUES and len(counts) ** ((heaps + 1) // 2) <= MOST_SUMS:
        from mexplore.discover.questions.count import lost_by_sums

        return lost_by_sums(counts, heaps, ordered=ordered)
    if size > MOST_VALUES:
        raise TooLarge(f"values reach {max(counts)}; sums of {heaps} heaps are counted below 2^24")
    spectrum = _distinct(_transform(counts, size))
    _refuse_unbounded(sum(counts.values()), heaps, len(spectrum), ordered=ordered)
    if ordered:
        total = sum(times * c**heaps for c, times in spectrum.items())
    else:
        sizes = sum(counts.values())
        total = sum(
            times * _coefficient((sizes + c) // 2, (sizes - c) // 2, heaps)
            for c, times in spectrum.items()
        )
    return int(total) // size


def lost_sums(
    monoid: Monoid, counts: Mapping[Any, int], heaps: int, *, ordered: bool = False
) -> int:
    """How many sums of this number of heaps are lost: multisets of sizes, or tuples if ``ordered``.

    >>> from mexplore.discover.misere.patterns.types import Type, Types
    >>> f1 = Type(False, 1)  # three heaps that are single moves: 3 or 1 of them are lost
    >>> lost_sums(Types((f1,), 1), {f1: 4}, 3), lost_sums(Types((f1,), 1), {f1: 4}, 3, ordered=True)
    (20, 64)
    """
    if len(counts) ** 2 * heaps**2 > MOST_PRODUCTS:
        raise TooLarge(f"{len(counts)} classes of {heaps} heaps are too many to be counted")
    found = _tuples(monoid, counts, heaps) if ordered else _multisets(monoid, counts, heaps)
    return sum(count for q, count in found.items() if monoid.is_lost(q))


def _tuples(monoid: Monoid, counts: Mapping[Any, int], heaps: int) -> dict[Any, int]:
    found: dict[Any, int] = {monoid.one: 1}
    for _ in range(heaps):
        longer: dict[Any, int] = defaultdict(int)
        for a, ways in found.items():
            for q, count in counts.items():
                longer[monoid.product(a, q)] += ways * count
        found = longer
    return found


def _multisets(monoid: Monoid, counts: Mapping[Any, int], heaps: int) -> dict[Any, int]:
    found: list[dict[Any, int]] = [{monoid.one: 1}, *({} for _ in range(heaps))]
    for q, count in counts.items():
        longer: list[dict[Any, int]] = [defaultdict(int) for _ in range(heaps + 1)]
        power = monoid.one
        for j in range(heaps + 1):
            ways = comb(count + j - 1, j)
            for taken in range(heaps + 1 - j):
                for a, before in found[taken].items():
                    longer[taken + j][monoid.product(a, power)] += before * ways
            power = monoid.product(power, q)
        found = longer
    return found[heaps]


def all_positions(sizes: int, heaps: int, *, ordered: bool = False) -> int:
    """How many multisets (tuples, if ``ordered``) of ``heaps`` heaps there are whose sizes are
    among ``sizes`` numbers.

    >>> all_positions(4, 3), all_positions(4, 3, ordered=True)
    (20, 64)
    """
    if ordered:
        return int(sizes**heaps)
    return comb(sizes + heaps - 1, heaps) if sizes else int(heaps == 0)


def _transform(counts: Mapping[int, int], size: int) -> npt.NDArray[Any]:
    """C(0), ..., C(size - 1).

    By definition C(w) = sum(c * (-1) ** (v & w).bit_count() for v, c in counts.items()); one
    binary digit of v at a time takes m*2^m steps in place of 4^m.
    """
    import numpy as np

    fits = sum(counts.values()) < 1 << 63
    c: npt.NDArray[Any] = np.zeros(size, dtype=np.int64 if fits else object)
    for value, count in counts.items():
        c[value] = count
    half = 1
    while half < size:
        pairs = c.reshape(-1, 2, half)
        plus, minus = pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]
        pairs[:, 0], pairs[:, 1] = plus, minus
        half *= 2
    return c


def _distinct(spectrum: npt.NDArray[Any]) -> dict[int, int]:
    """How often each number occurs in the spectrum."""
    import numpy as np

    if spectrum.dtype == object:
        return Counter(spectrum.tolist())
    numbers, times = np.unique(spectrum, return_counts=True)
    return dict(zip(numbers.tolist(), times.tolist(), strict=True))


def _refuse_unbounded(sizes: int, heaps: int, different: int, *, ordered: bool) -> None:
    """TooLarge where the count has too many digits, or too many steps lead to it."""
    if ordered:  # sizes^K, by repeated squaring
        bits, steps = heaps * sizes.bit_length(), heaps.bit_length()
    else:  # C(sizes + K - 1, K) < (e (sizes + K) / m)^m with m = min(sizes, K)
        fewer = max(min(sizes, heaps), 1)
        bits = fewer * (3 * (sizes + heaps) // fewer).bit_length()
        steps = heaps
    if bits > MOST_BITS or different * steps * (1 + bits // 2000) > MOST_STEPS:
        raise TooLarge(f"{heaps} heaps are too many to be counted with {sizes} sizes")


def _coefficient(p: int, q: int, k: int) -> int:
    """The coefficient a_k of t^k in f = (1 - t)^-p (1 + t)^-q.

    By definition sum((-1)**j * C(q + j - 1, j) * C(p + k - j - 1, k - j) for j = 0..k). From
    (1 - t^2) f' = ((p - q) + (p + q) t) f follows
    (i + 1) a_{i+1} = (p - q) a_i + (p + q + i - 1) a_{i-1}.
    """
    before, a = 0, 1
    for i in range(k):
        before, a = a, ((p - q) * a + (p + q + i - 1) * before) // (i + 1)
    return a


# Where the values are few and large, as powers of 2 are.

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

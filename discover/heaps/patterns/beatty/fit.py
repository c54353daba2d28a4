"""The line under the floor: its slope by continued fractions, its height exactly.

The terms a_n = floor(alpha*n + beta) say that the line lies on or above every point (n, a_n) and
below every point (n, a_n + 1). So the slopes that fit form an interval, whose ends are slopes
between vertices of the upper hull of the former and the lower hull of the latter. If the partial
quotients that all its numbers share recur, alpha is guessed to be the quadratic irrational whose
partial quotients recur forever (Lagrange 1770: these are all quadratic irrationals).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import floor, log2
from typing import NamedTuple

from mexplore.rules.arithmetic.numbers import Number, Surd, ceiling_of, sign_of, square_root

FEWEST_TIMES = 3  # occurrences of a block of quotients that are needed
FEWEST_BITS = 5.0  # -log2 of the probability that the quotients recur by chance, at least
MOST_VERTICES = 400
LARGEST_SQUARE = 1000  # squares of numbers up to this are extracted from a root
MOST_ALPHAS = 4  # beta is u/q + v*alpha with |v| up to this
DENOMINATORS = (1, 2)

Point = tuple[int, int]


class IrrationalLine(NamedTuple):
    """alpha*n + beta."""

    slope: Surd
    intercept: Number


def fitted(terms: Sequence[int], start: int = 0) -> IrrationalLine | None:
    """The line with floor(alpha*n + beta) = terms[n - start], of a slope in some Q(sqrt(d)) whose
    partial quotients recur and a simple height; None if there is none.

    >>> golden = fitted([n * 377 // 233 for n in range(100)])  # as good as the golden section
    >>> golden.slope, golden.intercept
    (Surd(a=Fraction(1, 2), b=Fraction(1, 2), d=5), Fraction(0, 1))
    """
    points = [(start + i, term) for i, term in enumerate(terms)]
    under, above = _upper_hull(points), _lower_hull([(n, a + 1) for n, a in points])
    if len(under) + len(above) > MOST_VERTICES:
        return None
    low = max((_slope(p, q) for p in above for q in under if p[0] < q[0]), default=Fraction(0))
    high = min((_slope(p, q) for p in under for q in above if p[0] < q[0]), default=Fraction(0))
    slope = quadratic(common_quotients(low, high)) if low < high else None
    if slope is None or sign_of(slope - low) < 0 or sign_of(high - slope) < 0:
        return None
    least = [a - slope * n for n, a in under]
    most = [a - slope * n for n, a in above]
    intercept = _simple_between(
        reduce(lambda x, y: y if sign_of(y - x) > 0 else x, least),
        reduce(lambda x, y: y if sign_of(y - x) < 0 else x, most),
        slope,
    )
    return None if intercept is None else IrrationalLine(slope, intercept)


def _slope(p: Point, q: Point) -> Fraction:
    return Fraction(q[1] - p[1], q[0] - p[0])


def _upper_hull(points: Sequence[Point]) -> list[Point]:
    return [(n, -a) for n, a in _lower_hull([(n, -a) for n, a in points])]


def _lower_hull(points: Sequence[Point]) -> list[Point]:
    """The vertices of the lower hull of points of increasing n."""
    hull: list[Point] = []
    for x, y in points:
        while len(hull) > 1:
            (x1, y1), (x2, y2) = hull[-2:]
            if (y2 - y1) * (x - x2) < (y - y2) * (x2 - x1):
                break
            hull.pop()
        hull.append((x, y))
    return hull


def common_quotients(low: Fraction, high: Fraction) -> list[int]:
    """The partial quotients that all numbers between two positive ones share.

    >>> common_quotients(Fraction(8, 5), Fraction(21, 13))
    [1, 1, 1]
    """
    quotients: list[int] = []
    while floor(low) == floor(high) and low > 0:
        quotient = floor(low)
        quotients.append(quotient)
        if quotient in (low, high):
            break
        low, high = 1 / (high - quotient), 1 / (low - quotient)
    return quotients


def quadratic(quotients: Sequence[int]) -> Surd | None:
    """The irrational number with these partial quotients, the last of which recur; None if none
    recur often enough.

    >>> quadratic([1, 2, 2, 2, 2, 2, 2])
    Surd(a=Fraction(0, 1), b=Fraction(1, 1), d=2)
    """
    for size in range(1, len(quotients)):  # head and block together, the shortest first
        for head in range(size):
            block, tail = size - head, quotients[head:]
            if _recur(tail, block):
                return _from_quotients(quotients[:head], tail[:block])
    return None


def _recur(quotients: Sequence[int], block: int) -> bool:
    """Whether the block recurs at least three times, and this is improbable by chance: a quotient
    of a random number is q with probability log2(1 + 1/(q*(q + 2))) (Gauss, Kuzmin 1928)."""
    if len(quotients) < FEWEST_TIMES * block or 0 in quotients:
        return False
    if any(q != quotients[i % block] for i, q in enumerate(quotients)):
        return False
    return sum(-log2(log2(1 + 1 / (q * (q + 2)))) for q in quotients[block:]) >= FEWEST_BITS


def _from_quotients(head: Sequence[int], block: Sequence[int]) -> Surd | None:
    """x = (A*x + B)/(C*x + D) for the recurring part, and the head before it."""
    a, b, c, d = _matrix(block)
    root = square_root(Fraction((a - d) ** 2 + 4 * b * c))
    if not isinstance(root, Surd):
        return None
    x = (root + (a - d)) * Fraction(1, 2 * c)
    p, q, r, s = _matrix(head)
    below = r * x + s
    value = (p * x + q) * (1 / below if isinstance(below, Surd) else Fraction(1, below))
    return simplest(value) if isinstance(value, Surd) else None


def _matrix(quotients: Sequence[int]) -> tuple[int, int, int, int]:
    a, b, c, d = 1, 0, 0, 1
    for quotient in quotients:
        a, b, c, d = a * quotient + b, a, c * quotient + d, c
    return a, b, c, d


def simplest(number: Surd) -> Surd:
    """The same number with small squares taken out of the root.

    >>> simplest(Surd(Fraction(0), Fraction(1, 2), 8))
    Surd(a=Fraction(0, 1), b=Fraction(1, 1), d=2)
    """
    b, d = number.b, number.d
    for k in range(2, LARGEST_SQUARE):
        while d % (k * k) == 0:
            b, d = b * k, d // (k * k)
    return Surd(number.a, b, d)


def _simple_between(low: Number, high: Number, slope: Surd) -> Number | None:
    """The simplest u/q + v*alpha with low <= it < high, small v and q."""
    for v in sorted(range(-MOST_ALPHAS, MOST_ALPHAS + 1), key=lambda v: (abs(v), v)):
        for q in DENOMINATORS:
            shifted = low - v * slope
            number = Fraction(ceiling_of(q * shifted), q) + v * slope
            if sign_of(high - number) > 0:
                return number
    return None

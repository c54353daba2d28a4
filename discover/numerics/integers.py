"""Arithmetic of integers: primes, common powers, sums of floors, and many numbers at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic.numbers import Surd
from mexplore.rules.text.given import Numbers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Words = npt.NDArray[np.int64]
    """A non-empty array of numbers n with 0 <= n < 2^63."""


def root_and_exponent(number: int) -> tuple[int, int]:
    """(r, e) with r^e = number >= 2 and e as large as possible.

    >>> root_and_exponent(64), root_and_exponent(12)
    ((2, 6), (12, 1))
    """
    for exponent in range(number.bit_length() - 1, 1, -1):
        root = _rounded_root(number, exponent)
        if root**exponent == number:
            return root, exponent
    return number, 1


def common_power(one: int, other: int) -> tuple[int, int] | None:
    """The least (i, j), both >= 1, with one^i = other^j; None if there are none.

    >>> common_power(4, 8), common_power(12, 12), common_power(2, 3)
    ((3, 2), (1, 1), None)
    """
    (root, e), (other_root, f) = root_and_exponent(one), root_and_exponent(other)
    if root != other_root:
        return None
    common = lcm(e, f)
    return common // e, common // f


def _rounded_root(number: int, exponent: int) -> int:
    """The largest r with r^exponent <= number."""
    low, high = 1, 1 << (number.bit_length() // exponent + 1)
    while low + 1 < high:
        middle = (low + high) // 2
        if middle**exponent <= number:
            low = middle
        else:
            high = middle
    return low


def prime_divisors(number: int) -> list[int]:
    """The primes that divide a number, by trial division, which is fast enough for periods.

    >>> prime_divisors(328226140474)
    [2, 103, 4523, 352273]
    """
    primes, d = [], 2
    while d * d <= number:
        if number % d == 0:
            primes.append(d)
            while number % d == 0:
                number //= d
        d += 1
    return primes + ([number] if number > 1 else [])


def floor_sum(alpha: Surd, stop: int) -> int:
    """The sum of floor(alpha*n) over 0 <= n < stop, alpha > 0 irrational.

    With a = floor(alpha) the part a*n is summed by itself. For 0 < alpha < 1 and M =
    floor(alpha*(stop - 1)) the sum counts the points 1 <= m < alpha*n, n < stop. Of the
    (stop - 1)*M points 1 <= n < stop, 1 <= m <= M the others are those with n < m/alpha, whose
    number is the sum of floor(m/alpha) over m <= M, all of these being less than stop: 1/alpha > 1
    takes the place of alpha.

    >>> from fractions import Fraction
    >>> golden = Surd(Fraction(1, 2), Fraction(1, 2), 5)  # (1 + sqrt(5))/2
    >>> floor_sum(golden, 5), floor_sum(golden, 10**18) // 10**32
    (14, 8090)

    Source: the reduction is that of R. L. Graham, D. E. Knuth and O. Patashnik, Concrete
    Mathematics (1994), section 3.5.
    """
    total, sign = 0, 1
    while stop > 1:
        whole = alpha.floor()
        total += sign * whole * (stop * (stop - 1) // 2)
        rest = alpha - whole
        assert isinstance(rest, Surd)
        area = rest * (stop - 1)
        assert isinstance(area, Surd)
        most = area.floor()
        total += sign * (stop - 1) * most
        inverse = 1 / rest
        assert isinstance(inverse, Surd)
        alpha, sign, stop = inverse, -sign, most + 1
    return total


LARGEST_WORD = (1 << 63) - 1


def at_words(
    numbers: Sequence[int],
    together: Callable[[Words], Words | None],
    alone: Callable[[int], int],
) -> list[int]:
    """``[alone(n) for n in numbers]``; ``together`` answers for the numbers below 2^63, unless it
    returns None because a value would not fit.

    >>> at_words([5, 10**30, 6], lambda n: n * 2, lambda n: n * 2)
    [10, 2000000000000000000000000000000, 12]
    """
    import numpy as np

    given = numbers if isinstance(numbers, Numbers) else Numbers(numbers)  # each is read once
    if not given:
        return []
    if given.words is not None:
        every = together(given.words)
        return [alone(n) for n in given] if every is None else every.tolist()
    small = [i for i, n in enumerate(given) if n <= LARGEST_WORD]
    found = together(np.array([given[i] for i in small], dtype=np.int64)) if small else None
    if found is None:
        return [alone(n) for n in given]
    answers = dict(zip(small, found.tolist(), strict=True))
    return [answers[i] if i in answers else alone(n) for i, n in enumerate(given)]

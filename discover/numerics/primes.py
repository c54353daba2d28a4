"""The primes that divide a number."""

from __future__ import annotations


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

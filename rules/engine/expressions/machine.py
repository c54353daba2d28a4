"""The functions of expressions on 64-bit integers, for compiled loops: each equals its name in
`rules.arithmetic.evaluating` wherever all numbers stay within +-2^61. And the marks of options."""

from __future__ import annotations

import numpy as np

from mexplore.rules.engine.bits import rounded_root
from mexplore.rules.engine.compiled import compiled


@compiled
def isqrt(a):  # type: ignore[no-untyped-def]
    root = rounded_root(a)
    while root * root > a:
        root -= 1
    while (root + 1) * (root + 1) <= a:
        root += 1
    return root


@compiled
def is_square(a):  # type: ignore[no-untyped-def]
    if a < 0:
        return False
    root = isqrt(a)
    return root * root == a


@compiled
def gcd(a, b):  # type: ignore[no-untyped-def]
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


@compiled
def power(a, b):  # type: ignore[no-untyped-def]
    # a**b for b >= 0, by repeated squaring; the square beyond the last bit is not computed.
    result = np.int64(1)
    square = np.int64(a)
    while b > 0:
        if b & 1:
            result *= square
        b >>= 1
        if b > 0:
            square *= square
    return result


@compiled
def ceil_div(a, b):  # type: ignore[no-untyped-def]
    return -(-a // b)


@compiled
def distance(a):  # type: ignore[no-untyped-def]
    return abs(a)


@compiled
def v2(a):  # type: ignore[no-untyped-def]
    a = abs(a)
    twos = np.int64(0)
    while a & 1 == 0:
        a >>= 1
        twos += 1
    return twos


@compiled
def vp(a, p):  # type: ignore[no-untyped-def]
    a = abs(a)
    times = np.int64(0)
    while a % p == 0:
        a //= p
        times += 1
    return times


@compiled
def bit_length(a):  # type: ignore[no-untyped-def]
    a = abs(a)
    bits = np.int64(0)
    while a > 0:
        a >>= 1
        bits += 1
    return bits


@compiled
def is_prime(a):  # type: ignore[no-untyped-def]
    # Trial division: all of 2, 3 and 6k +- 1 up to the square root.
    if a < 4:
        return a > 1
    if a % 2 == 0 or a % 3 == 0:
        return False
    d = 5
    while d * d <= a:
        if a % d == 0 or a % (d + 2) == 0:
            return False
        d += 6
    return True


@compiled
def mark_1(values, stamps, n, heap):  # type: ignore[no-untyped-def]
    # Stamp the value of the option that leaves one heap; true if it is refused. A negative heap
    # is no move, and from n = 0 leaving 0 is none either. One unsigned comparison for
    # 0 <= heap < n is worth a factor of 8 (a chained one hides the range from the compiler).
    if np.uint64(np.int64(heap)) < np.uint64(n):
        stamps[values[np.uint64(heap)]] = n + 1
        return False
    return heap >= n and n + heap > 0


@compiled
def mark_2(values, stamps, n, first, second):  # type: ignore[no-untyped-def]
    # The same for the option that leaves two heaps.
    below = np.uint64(n)
    if np.uint64(np.int64(first)) < below and np.uint64(np.int64(second)) < below:
        stamps[values[np.uint64(first)] ^ values[np.uint64(second)]] = n + 1
        return False
    return min(first, second) >= 0 and max(first, second) >= n and n + max(first, second) > 0

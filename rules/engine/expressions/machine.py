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


# Nim-products of numbers below 2^2, 2^4, 2^8, 2^16, 2^32, each by those of half as many digits: see
# `rules.arithmetic.nim_field`. Compiled functions do not call themselves.


@compiled
def nim_product_2(a, b):  # type: ignore[no-untyped-def]
    low, both = a & b & 1, (a >> 1) & (b >> 1)
    middle = ((a >> 1) ^ a) & ((b >> 1) ^ b) & 1
    return ((middle ^ low) << 1) ^ low ^ both


@compiled
def nim_product_4(a, b):  # type: ignore[no-untyped-def]
    low = nim_product_2(a & 3, b & 3)
    both = nim_product_2(a >> 2, b >> 2)
    middle = nim_product_2((a >> 2) ^ (a & 3), (b >> 2) ^ (b & 3))
    return ((middle ^ low) << 2) ^ low ^ nim_product_2(both, 2)


@compiled
def nim_product_8(a, b):  # type: ignore[no-untyped-def]
    low = nim_product_4(a & 15, b & 15)
    both = nim_product_4(a >> 4, b >> 4)
    middle = nim_product_4((a >> 4) ^ (a & 15), (b >> 4) ^ (b & 15))
    return ((middle ^ low) << 4) ^ low ^ nim_product_4(both, 8)


@compiled
def nim_product_16(a, b):  # type: ignore[no-untyped-def]
    low = nim_product_8(a & 255, b & 255)
    both = nim_product_8(a >> 8, b >> 8)
    middle = nim_product_8((a >> 8) ^ (a & 255), (b >> 8) ^ (b & 255))
    return ((middle ^ low) << 8) ^ low ^ nim_product_8(both, 128)


@compiled
def nim_product_32(a, b):  # type: ignore[no-untyped-def]
    low = nim_product_16(a & 65535, b & 65535)
    both = nim_product_16(a >> 16, b >> 16)
    middle = nim_product_16((a >> 16) ^ (a & 65535), (b >> 16) ^ (b & 65535))
    return ((middle ^ low) << 16) ^ low ^ nim_product_16(both, 32768)


@compiled
def nim_product(a, b):  # type: ignore[no-untyped-def]
    if max(a, b) < 16:
        return nim_product_4(a, b)
    if max(a, b) < 256:
        return nim_product_8(a, b)
    if max(a, b) < 65536:
        return nim_product_16(a, b)
    return nim_product_32(a, b)


@compiled
def mark_1(values, stamps, n, heap):  # type: ignore[no-untyped-def]
    # Stamp the value of the option that leaves one heap; true if it is refused. A negative heap
    # is not a move, and from n = 0 leaving 0 is none either. One unsigned comparison for
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

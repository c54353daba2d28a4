"""Nim multiplication: with the nim-sum it makes the numbers 0, 1, 2, ... a field.

By definition the product of a and b is the least number that is not

    (c (x) b) xor (a (x) d) xor (c (x) d)    with c < a and d < b.

It is determined by two rules (Conway, On Numbers and Games, 1976, chapter 6; Winning Ways, chapter
14). Let F = 2^(2^k). The product of F and a smaller number is the ordinary product, and
F (x) F = F xor F/2. The numbers below F are a field, so that with a = a1*F + a0 and b = b1*F + b0

    a (x) b = (a1 (x) b1 xor a1 (x) b0 xor a0 (x) b1) * F  xor  a0 (x) b0  xor  a1 (x) b1 (x) F/2.

The first bracket is (a1 xor a0) (x) (b1 xor b0) xor a0 (x) b0: three products of half as many
digits, and one by F/2. Below 256 the products are read off logarithms.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Naturals = npt.NDArray[np.int64]

_SMALL = 8  # binary digits of the numbers whose products are read off a table


def product_by_definition(a: int, b: int) -> int:
    """The least number that no pair of smaller numbers gives, found with every such pair.

    >>> [[product_by_definition(a, b) for b in range(4)] for a in range(4)]
    [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    """
    table = [[0] * (b + 1) for _ in range(a + 1)]
    for x in range(a + 1):
        for y in range(b + 1):
            given = {table[c][y] ^ table[x][d] ^ table[c][d] for c in range(x) for d in range(y)}
            table[x][y] = next(n for n in range(len(given) + 1) if n not in given)
    return table[a][b]


def field_digits(number: int) -> int:
    """The least 1, 2, 4, 8, ... that is at least the number of binary digits: the numbers with so
    many digits are a field.

    >>> field_digits(1), field_digits(5), field_digits(255), field_digits(256)
    (1, 4, 8, 16)
    """
    return 1 << (max(number.bit_length(), 1) - 1).bit_length()


def nim_product(a: int, b: int) -> int:
    """a (x) b, for a, b >= 0 of any size.

    >>> nim_product(2, 2), nim_product(2, 3), nim_product(16, 16), nim_product(5, 16)
    (3, 1, 24, 80)
    """
    if a < 2 or b < 2:
        return a * b
    return _product(a, b, max(field_digits(a), field_digits(b)))


def _product(a: int, b: int, digits: int) -> int:
    """The product of two numbers below 2^digits, a power of 2 itself."""
    if a < 2 or b < 2:
        return a * b
    if digits <= _SMALL:
        logs, powers = _table()
        return powers[logs[a] + logs[b]]
    half = digits // 2
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low = _product(a0, b0, half)
    if not a1 or not b1:
        return _product(a1 ^ b1, b0 if a1 else a0, half) << half ^ low
    both = _product(a1, b1, half)
    middle = _product(a1 ^ a0, b1 ^ b0, half)
    return (middle ^ low) << half ^ low ^ _product(both, 1 << (half - 1), half)


def nim_inverse(a: int) -> int:
    """The number whose product with a > 0 is 1. With a = a1*F + a0, the product of a and
    a xor a1 = a1*F + (a0 xor a1) is a0 (x) (a0 xor a1) xor a1 (x) a1 (x) F/2, below F.

    >>> [nim_inverse(a) for a in range(1, 8)]
    [1, 3, 2, 15, 12, 9, 11]
    """
    if a < 2:
        if a < 1:
            raise ZeroDivisionError("0 has no inverse")
        return 1
    half = field_digits(a) // 2
    a1, a0 = a >> half, a & ((1 << half) - 1)
    square = nim_product(nim_product(a1, a1), 1 << (half - 1))
    norm = nim_product(a0, a0 ^ a1) ^ square
    return nim_product(a ^ a1, nim_inverse(norm))


class _Table(NamedTuple):
    """Below 256: powers[logs[a] + logs[b]] is the product of a, b > 0."""

    logs: list[int]
    powers: list[int]


def _by_bits(a: int, b: int, digits: int) -> int:
    """The product by the two rules alone, without a table."""
    if digits == 1 or a < 2 or b < 2:
        return a * b
    half = digits // 2
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low, both = _by_bits(a0, b0, half), _by_bits(a1, b1, half)
    middle = _by_bits(a1 ^ a0, b1 ^ b0, half)
    return (middle ^ low) << half ^ low ^ _by_bits(both, 1 << (half - 1), half)


@cache
def _table() -> _Table:
    """By a number whose powers are all numbers from 1 to 255."""
    size = (1 << _SMALL) - 1
    for base in range(2, size):
        powers = [1]
        while (power := _by_bits(powers[-1], base, _SMALL)) != 1:
            powers.append(power)
        if len(powers) == size:
            break
    logs = [0] * (size + 1)
    for exponent, power in enumerate(powers):
        logs[power] = exponent
    return _Table(logs, powers + powers)


# Many at once: numbers below 2^32, in the same way.

LARGEST = (1 << 32) - 1


@cache
def _square_table() -> Any:
    import numpy as np

    logs, powers = (np.array(each, dtype=np.int64) for each in _table())
    table = powers[logs[:, None] + logs[None, :]]
    table[0, :] = table[:, 0] = 0
    return table


def nim_products(a: Naturals, b: Naturals) -> Naturals:
    """The products of numbers below 2^32, one by one.

    >>> import numpy as np
    >>> nim_products(np.array([2, 16]), np.array([3, 16])).tolist()
    [1, 24]
    """
    most = max(int(a.max(initial=0)), int(b.max(initial=0)))
    return _products(a, b, max(field_digits(most), _SMALL))


def _products(a: Naturals, b: Naturals, digits: int) -> Naturals:
    if digits <= _SMALL:
        found: Naturals = _square_table()[a, b]
        return found
    half = digits // 2
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    low, both = _products(a0, b0, half), _products(a1, b1, half)
    middle = _products(a1 ^ a0, b1 ^ b0, half)
    top = both * 0 + (1 << (half - 1))
    return (middle ^ low) << half ^ low ^ _products(both, top, half)

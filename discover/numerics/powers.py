"""Common powers: whether two ratios or two bases are powers of one number."""

from __future__ import annotations

from math import lcm


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

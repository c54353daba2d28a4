"""Vectors of polynomials, such as the digits of a number: sums, and the numbers they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub

from mexplore.rules.arithmetic.polynomial import Polynomial, Vector, total


def plus(*vectors: Vector) -> Vector:
    """The sum of vectors of one length.

    >>> a = Polynomial.name("a")
    >>> plus((a, a - 1), (Polynomial.number(2), -a))
    (a + 2, -1)
    """
    return tuple(map(total, zip(*vectors, strict=True)))


def minus(left: Vector, right: Vector) -> Vector:
    """The difference of two vectors of one length."""
    return tuple(map(sub, left, right))


def negative(vector: Vector) -> Vector:
    """The vector with all signs changed."""
    return tuple(-entry for entry in vector)


def weighed(weights: Sequence[Polynomial], vector: Sequence[Polynomial]) -> Polynomial:
    """The number for which a vector stands: the sum of its entries, each times its weight.

    >>> a, i, j = map(Polynomial.name, "aij")
    >>> weighed((a, Polynomial.number(1)), (i, j))
    a*i + j
    """
    return total(w * e for w, e in zip(weights, vector, strict=True))


def zero(length: int) -> Vector:
    """The vector 0."""
    return (Polynomial(),) * length


def unit(length: int, place: int) -> Vector:
    """The vector that is 1 at one place and 0 at the others."""
    return tuple(Polynomial.number(int(i == place)) for i in range(length))

"""Numbers a + b*sqrt(d), exact: what floor(n*(1 + sqrt(5))/2) needs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt


@dataclass(frozen=True)
class Surd:
    """a + b * sqrt(d) with rational a and b != 0, and a whole number d that is no square.

    >>> golden = (square_root(Fraction(5)) + 1) / 2
    >>> (golden * 10**30).floor()
    1618033988749894848204586834365
    """

    a: Fraction
    b: Fraction
    d: int

    def __add__(self, other: Number) -> Number:
        a, b = self._parts(other)
        return _simple(self.a + a, self.b + b, self.d)

    def __radd__(self, other: Number) -> Number:
        return self + other

    def __sub__(self, other: Number) -> Number:
        return self + -1 * other

    def __rsub__(self, other: Number) -> Number:
        return -1 * self + other

    def __mul__(self, other: Number) -> Number:
        a, b = self._parts(other)
        return _simple(self.a * a + self.b * b * self.d, self.a * b + self.b * a, self.d)

    def __rmul__(self, other: Number) -> Number:
        return self * other

    def __truediv__(self, other: Number) -> Number:
        a, b = self._parts(other)
        norm = a * a - b * b * self.d
        if norm == 0:
            raise ZeroDivisionError
        return self * _simple(a / norm, -b / norm, self.d)

    def __rtruediv__(self, other: Number) -> Number:
        norm = self.a * self.a - self.b * self.b * self.d
        return _simple(self.a / norm, -self.b / norm, self.d) * other

    def _parts(self, other: Number) -> tuple[Fraction, Fraction]:
        """``other`` as a + b * sqrt(self.d)."""
        if not isinstance(other, Surd):
            return Fraction(other), Fraction(0)
        if other.d == self.d:
            return other.a, other.b
        # sqrt(d') is a rational multiple of sqrt(d) where d*d' is a square.
        root = isqrt(self.d * other.d)
        if root * root != self.d * other.d:
            raise MixedRoots
        return other.a, other.b * Fraction(root, self.d)

    def sign(self) -> int:
        """1 or -1: whether a + b*sqrt(d) > 0, by comparing a^2 with b^2*d."""
        if (self.a >= 0) == (self.b > 0):
            return 1 if self.b > 0 else -1
        larger_root = self.b * self.b * self.d > self.a * self.a
        return 1 if (self.b > 0) == larger_root else -1

    def floor(self) -> int:
        """The greatest whole number below: with everything over one denominator, floor((u +-
        sqrt(w))/v) where w is no square, so that isqrt decides."""
        v = self.a.denominator * self.b.denominator
        u = int(self.a * v)
        root = isqrt(int(self.b * v) ** 2 * self.d)
        return (u + root) // v if self.b > 0 else (u - root - 1) // v


Number = int | Fraction | Surd


class MixedRoots(ArithmeticError):
    """Two square roots of which neither is a rational multiple of the other."""


def square_root(square: Fraction) -> Number:
    """The root of a rational number >= 0, rational if it can be.

    >>> square_root(Fraction(9, 4)), square_root(Fraction(1, 2))
    (Fraction(3, 2), Surd(a=Fraction(0, 1), b=Fraction(1, 2), d=2))
    """
    d = square.numerator * square.denominator
    root = isqrt(d)
    if root * root == d:
        return Fraction(root, square.denominator)
    return Surd(Fraction(0), Fraction(1, square.denominator), d)


def _simple(a: Fraction, b: Fraction, d: int) -> Number:
    return Surd(a, b, d) if b else a

"""What operations do with one number, exactly: whole numbers, fractions, and a + b*sqrt(d), which
floor(n*(1 + sqrt(5))/2) needs."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, log2, prod

from mexplore.rules.dataclass import dataclass

LARGEST_POWER = 1_000_000  # bits, of a formula
LARGEST_PRODUCT = 80_000_000  # bits, of a formula
LARGEST_FACTORED = 10**18
LARGEST_COUNTED = 10**10  # up to which primes are counted
MOST_DIVISORS = 10**6  # that are listed
_FACTORED_AT_ONCE = 10**6  # below, by trial division
_TRIED = 1000  # divisors that are tried before anything else


class Undefined(ArithmeticError):
    """An operation has no value, or none that can be held; ``str()`` says why."""


class NotWhole(Undefined):
    """An argument of a function that it does not take."""


# Whole numbers.


def power(a: int, b: int) -> int:
    """a**b for b >= 0, of 0, 1 and -1 at once.

    >>> power(-1, 10**30 + 1), power(2, 5)
    (-1, 32)
    """
    return int(a ** (b if abs(a) > 1 else min(b, 2 - b % 2)))


def v2(a: int) -> int:
    """The exponent of 2 in a != 0."""
    return (a & -a).bit_length() - 1


def valuation(a: int, p: int) -> int:
    """The largest k for which p^k divides a != 0, for p >= 2."""
    k = 0
    while a % p == 0:
        a //= p
        k += 1
    return k


def nim_product(a: int, b: int) -> int:
    """The nim-product of a, b >= 0 (`rules.arithmetic.nim_field`)."""
    from mexplore.rules.arithmetic import nim_field

    return nim_field.nim_product(a, b)


def nim_digits(a: int, b: int) -> int:
    """How many binary digits the nim-product has at most: a power of 2."""
    return 1 << (max(a.bit_length(), b.bit_length(), 1) - 1).bit_length()


def is_square(a: int) -> int:
    """1 for a square, 0 for another number."""
    return int(a >= 0 and isqrt(a) ** 2 == a)


def digits(a: int, base: int) -> list[int]:
    """The digits of a >= 0, the most significant one first; 0 has one, which is 0.

    >>> digits(10, 3)
    [1, 0, 1]
    """
    found = [a % base]
    while a >= base:
        a //= base
        found.append(a % base)
    return found[::-1]


def factors(a: int) -> dict[int, int]:
    """The exponents of the primes in a >= 1, where factors below 1000 leave at most 10^18.

    >>> factors(12), factors(2**60 * 7 * 1009)
    ({2: 2, 3: 1}, {2: 60, 7: 1, 1009: 1})
    """
    if a > LARGEST_FACTORED:
        small, rest = _small_factors(a)
        if rest > LARGEST_FACTORED:
            raise Undefined(f"factors of a number beyond {LARGEST_FACTORED}")
        return small | factors(rest)
    if a >= _FACTORED_AT_ONCE:
        from sympy import factorint

        return {int(p): int(e) for p, e in factorint(a).items()}
    found: dict[int, int] = {}
    d = 2
    while d * d <= a:
        while a % d == 0:
            a //= d
            found[d] = found.get(d, 0) + 1
        d += 1
    return found if a == 1 else {**found, a: 1}


def _small_factors(a: int) -> tuple[dict[int, int], int]:
    """The exponents of the primes below 1000, and what they leave."""
    found: dict[int, int] = {}
    for p in range(2, _TRIED):
        if a % p == 0:
            found[p] = valuation(a, p)
            a //= p ** found[p]
    return found, a


def divisors(a: int) -> list[int]:
    """The positive divisors in increasing order; of 0, which all numbers divide, none.

    >>> len(divisors(2**60 * 7 * 1009))
    244
    """
    a = abs(a)
    if a > LARGEST_FACTORED:
        exponents = _factors_of_few_divisors(a)
        found = [1]
        for p, e in exponents.items():
            found = [d * p**k for d in found for k in range(e + 1)]
        return sorted(found)
    if a >= _FACTORED_AT_ONCE:
        from sympy import divisors as divisors_of

        return [int(d) for d in divisors_of(a)]
    small = [d for d in range(1, isqrt(a) + 1) if a % d == 0]
    return small + [a // d for d in reversed(small) if d * d < a]


def _factors_of_few_divisors(a: int) -> dict[int, int]:
    """The factors of a large number that has so few divisors that they can be listed."""
    try:
        found = factors(a)
    except Undefined:
        raise Undefined(f"divisors of a number beyond {LARGEST_FACTORED}") from None
    if prod(e + 1 for e in found.values()) > MOST_DIVISORS:
        raise Undefined(f"more than {MOST_DIVISORS} divisors")
    return found


def divisor_sum(a: int) -> int:
    """The sum of the divisors of a >= 1."""
    return prod((p ** (e + 1) - 1) // (p - 1) for p, e in factors(a).items())


def divisor_count(a: int) -> int:
    """How many divisors a >= 1 has."""
    return prod(e + 1 for e in factors(a).values())


def least_prime_factor(a: int) -> int:
    """The least prime that divides a >= 2."""
    least = next((p for p in range(2, _TRIED) if a % p == 0), None)
    return min(factors(a)) if least is None else least


def prime_count(number: Number) -> int:
    """How many primes are at most this."""
    last = floor_of(number)
    if last > LARGEST_COUNTED:
        raise Undefined(f"the number of primes up to one beyond {LARGEST_COUNTED}")
    if last < _TRIED:
        return sum(all(p % d for d in range(2, isqrt(p) + 1)) for p in range(2, last + 1))
    from sympy import primepi

    return int(primepi(last))


# Roots.


@dataclass(frozen=True)
class Surd:
    """a + b * sqrt(d) with rational a and b != 0, and a whole number d that is not a square.

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
        sqrt(w))/v) where w is not a square, so that isqrt decides."""
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


# Real numbers.


def plain(number: Number) -> Number:
    """A fraction of denominator 1 as the whole number it is."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return number.numerator
    return number


def whole(number: Number, least: int = 0) -> int:
    """The number as an argument of a function of whole numbers from ``least`` on."""
    number = plain(number)
    if not isinstance(number, int) or number < least:
        raise NotWhole(f"takes whole numbers from {least} on, not {number}")
    return number


def sign_of(number: Number) -> int:
    """-1, 0 or 1."""
    if isinstance(number, Surd):
        return number.sign()
    return (number > 0) - (number < 0)


def floor_of(number: Number) -> int:
    """The greatest whole number that is not above."""
    if isinstance(number, int):
        return number
    return number.floor() if isinstance(number, Surd) else number.numerator // number.denominator


def ceiling_of(number: Number) -> int:
    """The least whole number that is not below."""
    return -floor_of(-1 * number)


def absolute(number: Number) -> Number:
    """The number without its sign."""
    return number if sign_of(number) >= 0 else -1 * number


def greater(one: Number, other: Number) -> Number:
    """The greater of two numbers."""
    return other if sign_of(other - one) > 0 else one


def less(one: Number, other: Number) -> Number:
    """The lesser of two numbers."""
    return other if sign_of(other - one) < 0 else one


def product(left: Number, right: Number) -> Number:
    """left * right."""
    if isinstance(left, int) and isinstance(right, int):
        _must_fit(left.bit_length() + right.bit_length(), LARGEST_PRODUCT)
    return left * right


def quotient(left: Number, right: Number) -> Number:
    """left / right."""
    if isinstance(left, int) and isinstance(right, int):
        return plain(Fraction(left, right))
    return left / right if isinstance(left, Surd) else Fraction(left) / right


def floor_quotient(left: Number, right: Number) -> Number:
    """left // right."""
    if isinstance(left, int) and isinstance(right, int):
        return left // right
    return floor_of(quotient(left, right))


def remainder(left: Number, right: Number) -> Number:
    """left - right * floor(left/right), of the sign of ``right``."""
    if isinstance(left, int) and isinstance(right, int):
        return left % right
    return left - right * floor_quotient(left, right)


MOST_FACTORS = 20  # of a power of a number with a root


def real_power(base: Number, exponent: Number) -> Number:
    """base**exponent, where that is a fraction, a square root, or a small power of a number with a
    root."""
    exponent = plain(exponent)
    if exponent == Fraction(1, 2):
        return root_of(base)
    if isinstance(base, Surd) and isinstance(exponent, int) and 0 <= exponent <= MOST_FACTORS:
        product: Number = 1
        for _ in range(exponent):
            product = product * base
        return plain(product)
    if not isinstance(exponent, int) or isinstance(base, Surd):
        raise Undefined("a power that has no exact form here")
    base = Fraction(base)
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size > 1:
        _must_fit(size * abs(exponent), LARGEST_POWER)
    found: Fraction = base**exponent
    return plain(found)


def _must_fit(bits: int, most: int) -> None:
    if bits > most:
        raise Undefined(f"a number of more than {most} bits")


def root_of(square: Number) -> Number:
    """The square root of a fraction."""
    if isinstance(square, Surd) or square < 0:
        raise Undefined("a root that has no exact form here")
    return plain(square_root(Fraction(square)))


def floor_log(number: Number, base: Number) -> int:
    """The greatest k with base^k <= number, base > 1 whole, number > 0 rational."""
    base = plain(base)
    if not isinstance(base, int) or base < 2:
        raise Undefined("a logarithm to a base that is no whole number from 2 on")
    if isinstance(number, Surd) or number <= 0:
        raise Undefined("a logarithm of a number that is not positive and rational")
    if number < 1:
        return -ceiling_log(1 / Fraction(number), base)
    floor = floor_of(number)
    # The logarithms of the leading bits are off by far less than 1: base^k <= floor.
    behind = max(0, floor.bit_length() - 60)
    k = max(0, int((behind + log2(floor >> behind)) / log2(base)) - 2)
    reached = base**k
    while reached * base <= floor:
        reached *= base
        k += 1
    return k


def ceiling_log(number: Number, base: Number) -> int:
    """The least k with base^k >= number."""
    k = floor_log(number, base)
    return k if number == Fraction(whole(base, 2)) ** k else k + 1

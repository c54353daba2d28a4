"""Sums of floor(alpha*n) for a quadratic irrational alpha, exactly, in O(log N) steps."""

from __future__ import annotations

from fractions import Fraction

from mexplore.rules.arithmetic.surd import Surd, square_root


def _golden() -> Surd:
    phi = (square_root(Fraction(5)) + 1) / 2
    assert isinstance(phi, Surd)
    return phi


GOLDEN = _golden()
"""(1 + sqrt(5))/2."""


def floor_sum(alpha: Surd, stop: int) -> int:
    """The sum of floor(alpha*n) over 0 <= n < stop, alpha > 0 irrational.

    With a = floor(alpha) the part a*n is summed by itself. For 0 < alpha < 1 and M =
    floor(alpha*(stop - 1)) the sum counts the points 1 <= m < alpha*n, n < stop. Of the
    (stop - 1)*M points 1 <= n < stop, 1 <= m <= M the others are those with n < m/alpha, whose
    number is the sum of floor(m/alpha) over m <= M, all of these being less than stop: 1/alpha > 1
    takes the place of alpha.

    >>> floor_sum(GOLDEN, 5), floor_sum(GOLDEN, 10**18) // 10**32
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

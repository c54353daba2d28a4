"""Sums of floors against adding them one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mexplore.discover.numerics.integers import floor_sum
from mexplore.rules.arithmetic.numbers import Surd, floor_of, square_root


@pytest.mark.parametrize("square", [2, Fraction(1, 7), Fraction(50, 3), Fraction(9999, 10000)])
def test_floor_sums(square: Fraction) -> None:
    alpha = square_root(Fraction(square))
    assert isinstance(alpha, Surd)
    total = 0
    for stop in range(200):
        assert floor_sum(alpha, stop) == total
        total += floor_of(alpha * stop)

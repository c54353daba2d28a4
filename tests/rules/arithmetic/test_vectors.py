"""Vectors of polynomials, held against the same sums of numbers."""

from __future__ import annotations

from random import Random

from mexplore.rules.arithmetic.polynomial import Polynomial, Vector
from mexplore.rules.arithmetic.vectors import minus, negative, plus, unit, weighed, zero

NAMES = "abc"


def test_sums_are_those_of_the_values_at_random_points() -> None:
    random = Random(48)
    for _ in range(50):
        length = random.randrange(1, 5)
        one, two, three = (_vector(random, length) for _ in range(3))
        point = {name: random.randrange(-9, 10) for name in NAMES}
        u, v, w = ([entry.at(point) for entry in vector] for vector in (one, two, three))
        at = [tuple(e.at(point) for e in each) for each in (plus(one, two, three), minus(one, two))]
        assert at[0] == tuple(a + b + c for a, b, c in zip(u, v, w, strict=True))
        assert at[1] == tuple(a - b for a, b in zip(u, v, strict=True))
        assert weighed(one, two).at(point) == sum(a * b for a, b in zip(u, v, strict=True))
        assert plus(one, negative(one)) == zero(length)
        place = random.randrange(length)
        assert weighed(one, unit(length, place)) == one[place]


def _vector(random: Random, length: int) -> Vector:
    names = [Polynomial.name(name) for name in NAMES]
    return tuple(
        sum((random.randrange(-3, 4) * name for name in names), Polynomial.number(1))
        for _ in range(length)
    )

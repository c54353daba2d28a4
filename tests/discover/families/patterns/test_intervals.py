"""Where laws with parameters have a value, against all n one by one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.families.library import shipped_families
from mexplore.discover.families.member import DigitForm
from mexplore.discover.families.patterns.intervals import Region, intervals_of, joined
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.errors import TooLarge
from mexplore.rules.parameters.constraint import at_least, congruent

NAMES = sorted(shipped_families())


@pytest.mark.parametrize("name", NAMES)
def test_intervals_of_members(name: str) -> None:
    """Values stand where the law gives them, between any two ends."""
    family, rng = shipped_families()[name], random.Random(name)
    members = list(family.rule.members(14, 1))
    for member in rng.sample(members, min(2, len(members))):
        found = family.law.law_of(family.rule, member)
        assert found is not None
        form = DigitForm(found[0], tuple(found[1].items()))
        low = rng.randrange(100)
        high = low + rng.randrange(150)
        values = [form.at(n) for n in range(low, high)]
        for value in {*values, 10**6}:
            intervals = form.intervals_of(value, low, high)
            if intervals is None:  # digits are free
                assert isinstance(form.law, DigitLaw) and form.law.free
                continue
            assert intervals == joined(intervals)
            numbers = [n for each in intervals for n in each]
            assert numbers == [low + i for i, v in enumerate(values) if v == value]
            count = sum(form.at(n) == value for n in range(high))
            assert form.count_of(value, high) == count


@given(
    st.integers(1, 9), st.integers(1, 5), st.integers(-3, 3), st.integers(1, 4), st.integers(0, 60)
)
@settings(max_examples=200, deadline=None)
def test_random_regions(a: int, most: int, slope: int, modulus: int, low: int) -> None:
    """0 <= i <= most, j >= slope i, j <= 2 a, i + 2 j = 1 (mod modulus); the value is i + j."""
    i, j, size = map(Polynomial.name, "ija")
    where = (
        at_least(i),
        at_least(most, i),
        at_least(j, slope * i),
        at_least(2 * size, j),
        congruent(i + 2 * j, 1, modulus),
    )
    digits = [
        (x, y)
        for x in range(most + 1)
        for y in range(slope * x, 2 * a + 1)
        if (x + 2 * y - 1) % modulus == 0
    ]
    weights = (size + 1, Polynomial.number(1))
    for value in range(-1, 2 * a + most + 2):
        found = intervals_of(
            [Region(where, i + j)], "ij", weights, {"a": a}, value, (low, low + 40)
        )
        numbers = {(a + 1) * x + y for x, y in digits if x + y == value}
        assert [n for each in found for n in each] == sorted(
            n for n in numbers if low <= n < low + 40
        )


def test_too_many_intervals_are_refused() -> None:
    """The value 0 at every number that is divisible by three."""
    q, one = Polynomial.name("q"), Polynomial.number(1)
    region = Region((at_least(q), at_least(0, Polynomial.name("j"))), Polynomial())
    with pytest.raises(TooLarge):
        intervals_of([region], "qj", (3 * one, one), {}, 0, (0, 10**9))

"""Linear inequalities without a solution, against solutions found by trying."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mexplore.rules.arithmetic.inequalities import impossible
from mexplore.rules.arithmetic.polynomial import Polynomial


def check_random(seed: int, count: int) -> None:
    random, without = Random(seed), 0
    names = [Polynomial.name(name) for name in "xyz"]
    for _ in range(count):
        forms = [
            sum((random.randint(-2, 2) * name for name in names), Polynomial())
            + random.randint(-4, 4)
            for _ in range(random.randint(1, 6))
        ]
        found = any(
            all(form.at({"x": x, "y": y, "z": z}) >= 0 for form in forms)
            for x, y, z in product(range(-5, 6), repeat=3)
        )
        if impossible(forms):
            assert not found, forms
            without += 1
    assert without > count // 20


def test_a_system_with_a_solution_is_never_called_impossible() -> None:
    check_random(1, 250)


@pytest.mark.slow
def test_many_systems_with_solutions_are_not_called_impossible() -> None:
    check_random(2, 10_000)

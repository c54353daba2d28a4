"""Numbers given as text: what is answered from their digits is right of the numbers."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.numerics import digits
from mexplore.discover.numerics.digits import Numerals


def drawn(chance: random.Random, count: int) -> list[int]:
    """Numbers of one to 400 digits, many of them just below and above a power of ten."""
    near = (10 ** chance.randrange(1, 400) + chance.randrange(-3, 3) for _ in range(count))
    return [*near, *(chance.randrange(10 ** chance.randrange(1, 30)) for _ in range(count)), 0]


@pytest.mark.parametrize("at_once", [1, 1000, 1 << 16])
def test_remainders_are_those_of_the_numbers(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digits, "AT_ONCE", at_once)
    chance = random.Random(at_once)
    numbers = drawn(chance, 60)
    read = Numerals(map(str, numbers))
    assert list(read) == numbers and read.largest() == max(numbers)
    assert list(read[3:9]) == numbers[3:9] and read[-1] == 0
    for p in (1, 2, 12, 1180, 10**6 + 3, 2**42 + 15, 2**60):
        assert read.remainders(p) == [n % p for n in numbers]
    for stop in (0, 1, 7, 10**5, 10**25):
        assert read.below(stop) == {i: n for i, n in enumerate(numbers) if n < stop}


def test_a_periodic_law_answers_for_text_as_for_numbers() -> None:
    chance = random.Random(3)
    for _ in range(40):
        preperiod, period = chance.randrange(150), chance.randrange(1, 40)
        saltus = chance.choice((0, 0, 0, 5))
        first = [chance.randrange(200) for _ in range(preperiod + period)]
        form = PeriodicForm(Periodic(preperiod, period, saltus), np.array(first, dtype=np.uint8))
        numbers = drawn(chance, 20) + list(range(preperiod + 3 * period))
        expected = [form.at(n) for n in numbers]
        assert form.at_many(numbers) == expected == form.at_many(Numerals(map(str, numbers)))
    assert form.at_many([]) == form.at_many(Numerals([])) == []


def test_without_numbers_there_is_no_largest() -> None:
    assert Numerals([]).largest() == 0 and Numerals([]).remainders(7) == []

"""Laws by Fibonacci and Pell digits: the numeration, the detector, its rivals and its controls."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discover.evidence.evidence import Evidence
from discover.patterns.ostrowski.numeration import Numeration
from discover.patterns.ostrowski.pattern import OstrowskiAutomatic
from rules.computing.runs import Runs

WORD = OstrowskiAutomatic(1, ((0, 1), (0, -1)), (0, 1))


def sums_of_digits(quotient: int, modulus: int, stop: int) -> Evidence:
    numeration = Numeration(quotient)
    sums = [sum(numeration.digits(n)) % modulus for n in range(stop)]
    return Evidence(np.array(sums, dtype=np.uint8))


@given(st.integers(1, 5), st.integers(0, 10**40))
def test_digits_are_the_greedy_ones(quotient: int, n: int) -> None:
    digits = Numeration(quotient).digits(n)
    units = [1, quotient + 1]
    while len(units) < len(digits):
        units.append(quotient * units[-1] + units[-2])
    assert sum(d * unit for d, unit in zip(reversed(digits), units, strict=False)) == n
    assert all(low == 0 for high, low in pairwise(digits) if high == quotient)
    assert not digits or 0 < digits[0] <= quotient


@pytest.mark.parametrize("quotient", [1, 2, 3])
def test_children_are_in_order(quotient: int) -> None:
    numeration = Numeration(quotient)
    parents, last = numeration.children(3000)
    for n in range(1, 3000):
        *head, digit = numeration.digits(n)
        assert last[n] == digit
        assert numeration.digits(int(parents[n])) == head


@pytest.mark.parametrize(("quotient", "modulus", "states"), [(1, 2, 4), (1, 3, 6), (2, 3, 6)])
def test_sums_of_digits_are_found_with_least_states(
    quotient: int, modulus: int, states: int
) -> None:
    evidence = sums_of_digits(quotient, modulus, 8192)
    (claim,) = OstrowskiAutomatic.detect(evidence)
    assert (claim.quotient, claim.states) == (quotient, states)
    for n in (10**30, 10**30 + 7):
        assert claim.at(n) == sum(Numeration(quotient).digits(n)) % modulus
    for stop in (0, 1, 2, 100, 5000):
        assert +claim.counted(stop) == Counter(evidence.values[:stop].tolist())
    assert OstrowskiAutomatic.from_parameters(claim.parameters()) == claim


def test_the_fibonacci_word() -> None:
    """S_0 = 0, S_1 = 01, S_{i+1} = S_i S_{i-1}."""
    shorter, word = "0", "01"
    while len(word) < 4000:
        shorter, word = word, word + shorter
    evidence = Evidence(np.array(list(map(int, word[:4000])), dtype=np.uint8))
    assert list(OstrowskiAutomatic.detect(evidence)) == [WORD]


@pytest.mark.parametrize("place", [3000, 4090])
def test_one_change_leaves_nothing(place: int) -> None:
    values = WORD.prefix(4096).copy()
    values[place] ^= 1
    assert list(OstrowskiAutomatic.detect(Evidence(values))) == []
    assert WORD.first_failure(Evidence(values)) == place


def test_noise_and_periods_show_no_law() -> None:
    noise = np.random.default_rng(5).integers(0, 3, 1 << 15).astype(np.uint8)
    assert list(OstrowskiAutomatic.detect(Evidence(noise))) == []
    assert list(OstrowskiAutomatic.detect(Evidence((np.arange(4096) % 7).astype(np.uint8)))) == []


def test_runs_beyond_the_values_are_compared_exactly() -> None:
    ones = OstrowskiAutomatic(1, ((0, 1), (2, -1), (2, 3), (2, -1)), (0, 1, 1, 1))
    assert ones.prefix(50).tolist() == [0] + [1] * 49
    runs = Runs((0, 1, 10**30), (0, 1, 0), 10**30 + 5)
    assert ones.first_failure(Evidence(ones.prefix(100), runs)) == 10**30
    runs = Runs((0, 1), (0, 1), 10**30)
    assert ones.first_failure(Evidence(ones.prefix(100), runs)) is None


@pytest.mark.parametrize(
    ("transitions", "outputs"),
    [
        (((0, 1), (0, 1)), (0, 1)),  # 11 is no word
        (((0, -1),), (0,)),  # 1 is one
        (((1, 0), (0, -1)), (0, 1)),  # a leading zero
        (((0, 2), (0, -1)), (0, 1)),
        (((0, 1), (0, -1)), (0, -1)),
        (((0, 1, 0), (0, -1)), (0, 1)),
    ],
)
def test_no_automaton(transitions: tuple[tuple[int, ...], ...], outputs: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"automaton|digit|state|zeros|outp"):
        OstrowskiAutomatic(1, transitions, outputs)

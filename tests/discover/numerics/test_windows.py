"""Windows of an automaton: those that steps reach are those of numbers, each with the least."""

from __future__ import annotations

from itertools import takewhile
from math import lcm
from random import Random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.numerics.windows import Slope, Windows
from mexplore.rules.errors import TooLarge


def random_automaton(pick: Random) -> Automatic:
    base, states = pick.randint(2, 4), pick.randint(1, 4)
    rows = [[pick.randrange(states) for _ in range(base)] for _ in range(states)]
    rows[0][0] = 0
    return Automatic(base, tuple(map(tuple, rows)), tuple(range(states)))


def random_slopes(pick: Random) -> tuple[Slope, ...]:
    chosen = pick.sample([(1, 1), (1, 2), (1, 3), (2, 3), (3, 4), (1, 4)], pick.randint(1, 2))
    return tuple(
        Slope(a, c, pick.randint(0, 2), pick.randint(int(a > 1), 1)) for a, c in sorted(chosen)
    )


def table(automaton: Automatic) -> np.ndarray:
    return np.array(automaton.transitions, dtype=np.int32)


def window(automaton: Automatic, modulus: int, slopes: tuple[Slope, ...], n: int) -> list[int]:
    """From n itself."""
    reached = (s.a * n // s.c + j for s in slopes for j in range(-s.back, s.ahead + 1))
    return [n % modulus, *map(automaton.state, reached)]


def test_every_window_is_found_once_with_the_least_number_that_has_it() -> None:
    pick = Random(1)
    for _ in range(15):
        automaton, slopes = random_automaton(pick), random_slopes(pick)
        modulus = lcm(*(slope.c for slope in slopes)) * pick.randint(1, 2)
        windows = Windows(table(automaton), modulus, slopes)
        first = windows.first + pick.randint(0, 2)
        found: dict[tuple[int, ...], int] = {}
        for level in takewhile(lambda level: level.least[0] < 800, windows.levels(first)):
            for row, n in zip(level.rows.tolist(), level.least.tolist(), strict=True):
                assert row == window(automaton, modulus, slopes, n)
                assert tuple(row) not in found
                found[tuple(row)] = n
            last = len(level.rows) - 1
            assert level.number(last, automaton.base) == level.least[last]
        assert sorted(found.values()) == list(found.values())
        for n in range(first, 800):
            least = found[tuple(window(automaton, modulus, slopes, n))]
            assert least <= n


def test_numbers_beyond_64_bits_are_exact() -> None:
    """A counter of 90 digits 1: the last state needs n >= 2^90 - 1."""
    rows = [(i if i == 0 else 0, min(i + 1, 90)) for i in range(90)] + [(90, 90)]
    automaton = Automatic(2, tuple(rows), tuple(range(91)))
    windows = Windows(table(automaton), 1, (Slope(1, 1, 0, 0),))
    *_, last = windows.levels(1)
    assert last.number(len(last.rows) - 1, 2) == 2**90 - 1


@pytest.mark.parametrize(
    ("slopes", "modulus"),
    [
        ((Slope(2, 3, 0, 0), Slope(1, 1, 3, 0)), 3),  # nothing ahead though 1 < a < c
        ((Slope(1, 1, 0, 0), Slope(1, 3, 0, 0)), 2),  # 3 does not divide the modulus
    ],
)
def test_each_condition_of_the_lemma_is_needed(slopes: tuple[Slope, ...], modulus: int) -> None:
    with pytest.raises(ValueError, match=r"slope|ahead"):
        Windows(np.array([[0, 0]], dtype=np.int32), modulus, slopes)
    pick, wrong = Random(2), 0
    for _ in range(20):
        automaton = random_automaton(pick)
        windows = object.__new__(Windows)
        for name, value in (("transitions", table(automaton)), ("modulus", modulus),
                            ("slopes", slopes)):  # fmt: skip
            object.__setattr__(windows, name, value)
        wrong += any(
            row != window(automaton, modulus, slopes, n)
            for level in windows.levels(3)
            for row, n in zip(level.rows.tolist(), level.least.tolist(), strict=True)
        )
    assert wrong


def test_too_many_windows_and_too_little_time_are_told() -> None:
    windows = Windows(np.array([[0, 1], [1, 0]], dtype=np.int32), 1, (Slope(1, 1, 0, 0),))
    with pytest.raises(TooLarge, match="entries"):
        list(windows.levels(10**9))
    with pytest.raises(TooLarge, match="time"):
        list(windows.levels(4, deadline=0.0))

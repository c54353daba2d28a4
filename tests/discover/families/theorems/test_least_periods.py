"""Least periods: shown where they are least, and not where a smaller one is possible."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import gcd

import pytest
from laws_with_parameters import falsity, stored
from small_laws import FOUR, MARKS, TWICE

from mexplore.discover.families.patterns.landmarks import with_landmarks
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.patterns.writing import read_law, write_law
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.theorems.proving import least_period, prove_law
from mexplore.rules.parameters.constraint import all_hold
from mexplore.rules.parameters.reading import read_constraints

Z3 = solver_named("z3")


def elements(law: DigitLaw):  # type: ignore[no-untyped-def]
    return tuple(move.element for move in law.moves)


def members(law: DigitLaw, largest: int, most: int) -> list[dict[str, int]]:
    points = product(range(largest + 1), repeat=len(law.parameters))
    found = (dict(zip(law.parameters, point, strict=True)) for point in points)
    return [values for values in found if all_hold(law.cell, values)][:most]


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    "name",
    [
        "two-elements",
        pytest.param("consecutive-and-b", marks=SLOW),
        pytest.param("two-five-k", marks=SLOW),
    ],
)
def test_least_periods_of_stored_laws(name: str) -> None:
    """Of each law the period is shown to be least, or a member is named where it may not be."""
    shown = 0
    for each in stored(name)[1].laws:
        least = least_period(each.law, Z3)
        if least.law is None:
            values = dict(least.counterexample)
            assert all_hold(each.law.cell, values)
            amounts = [e.at(values) for e in elements(each.law)]
            period = each.law.period_at(values)
            start = each.law.the_preperiod.at(values)
            terms = by_definition(amounts, start + 4 * period)[start:]
            assert any(terms[p:] == terms[: len(terms) - p] for p in range(1, period))
            continue
        shown += 1
        assert prove_law(least.law, elements(least.law), [Z3]).proved
        assert read_law(write_law(least.law)) == least.law
        for values in members(each.law, 9, 6):
            start = each.law.the_preperiod.at(values)
            stop = start + 4 * each.law.period_at(values)
            assert falsity(least.law, values, stop) == ""
    assert shown >= 1


def test_the_additive_games() -> None:
    """{a, b, a + b}, b = 2ah + r, 0 < r < a: the least period is a (2b + r)/gcd(a, r)."""
    law = stored("additive-lower")[1].laws[0].law
    reduced = replace(law, reduced=True)
    assert reduced.written_period == "(4*a*a*h + 3*a*r)/gcd(a, r)"
    least = least_period(reduced, Z3)
    assert least.law is not None
    assert prove_law(least.law, elements(law), [Z3]).proved
    for values in members(law, 6, 40):
        a, r = values["a"], values["r"]
        b = 2 * a * values["h"] + r
        terms = by_definition([a, b, a + b], 4 * a * (2 * b + r))
        periods = (p for p in range(1, len(terms)) if terms[p:] == terms[: len(terms) - p])
        assert next(periods) == law.period_at(values) // gcd(a, r) == least.law.period_at(values)


def test_what_was_once_taken_for_least() -> None:
    """A start at q = 1, and landmarks below 0: a proof that forgets them says 4k for subtract(k),
    whose period is 2k."""
    moved = read_law(FOUR | {"landmarks": MARKS, "start": ["1", "0"]})
    outcome = prove_law(moved, elements(moved), [Z3])
    assert not outcome.proved and "start is 0" in outcome.failed
    before = read_law(FOUR | {"landmarks": [*MARKS, {"vector": ["0", "-2*k"], "value": 1}]})
    outcome = prove_law(before, elements(before), [Z3])
    assert "(K)" in outcome.failed
    assert least_period(read_law(FOUR), Z3).law is None
    assert least_period(read_law(TWICE), Z3).law is not None


def test_a_smaller_period_at_one_member_is_no_least_period() -> None:
    """{a, b} with r = a: the period is 2a, and a + b is one too."""
    law = stored("two-elements")[1].laws[1].law
    exact = replace(law, cell=read_constraints("a >= 1, h >= 1, r == a"))
    assert prove_law(exact, elements(exact), [Z3]).proved
    assert least_period(exact, Z3).law is None
    without = replace(law, cell=read_constraints("a >= 1, h >= 1, a < r < 2*a"))
    assert least_period(without, Z3).law is not None


def test_landmarks_are_only_suggested() -> None:
    """With each of their values changed nothing is shown."""
    law = with_landmarks(read_law(TWICE))
    assert prove_law(law, elements(law), [Z3]).proved
    for i, mark in enumerate(law.landmarks):
        marks = list(law.landmarks)
        marks[i] = replace(mark, value=1 - mark.value)
        wrong = replace(law, landmarks=tuple(marks))
        assert "(K)" in prove_law(wrong, elements(law), [Z3]).failed

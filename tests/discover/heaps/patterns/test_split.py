"""Split periods: planted ones are found with least parameters, one late change refutes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.patterns.split import SplitForm, SplitPeriodic
from mexplore.discover.study.evidence import Evidence

if TYPE_CHECKING:
    from mexplore.rules.rule import Values


def planted(head: list[int], cycle: list[int], slopes: list[int], stop: int) -> list[int]:
    """head, then cycle[i] + k * slopes[i], written out from the definition."""
    values = list(head)
    k = 0
    while len(values) < stop:
        values += [start + k * slope for start, slope in zip(cycle, slopes, strict=True)]
        k += 1
    return values[:stop]


def as_values(terms: list[int]) -> Values:
    return np.array(terms, dtype=np.uint32)


@given(
    head=st.lists(st.integers(100, 200), max_size=8),
    cycle=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)), min_size=2, max_size=7),
)
@settings(max_examples=60, deadline=None)
def test_planted_law_is_found_with_least_parameters(
    head: list[int], cycle: list[tuple[int, int]]
) -> None:
    starts, slopes = [a for a, _ in cycle], [b for _, b in cycle]
    terms = planted(head, starts, slopes, 300)
    evidence = Evidence(as_values(terms))
    found = list(SplitPeriodic.detect(evidence))
    if len(set(slopes)) == 1:
        assert found == []
        return
    (claim,) = found
    assert claim.first_failure(evidence) is None
    assert claim.not_least(evidence) is None
    assert len(cycle) % claim.period == 0
    assert claim.preperiod <= len(head)
    form = claim.closed_form(evidence)
    assert form is not None
    assert form.prefix(300).tolist() == terms
    assert [form.at(n) for n in range(300)] == terms
    counts = form.counts(299)
    assert counts == {value: terms[:299].count(value) for value in set(terms[:299])}
    assert all(form.count_of(value, 299) == terms[:299].count(value) for value in range(60))


@pytest.mark.parametrize("place", [-1, -2, -40])
def test_one_late_change_refutes(place: int) -> None:
    terms = planted([9], [0, 1, 5], [2, 0, 1], 400)
    claim = SplitPeriodic(1, 3, (1, 2, 0))
    assert claim.first_failure(Evidence(as_values(terms))) is None
    terms[place] += 1
    changed = Evidence(as_values(terms))
    assert claim.first_failure(changed) == 400 + place
    assert claim not in list(SplitPeriodic.detect(changed))


def test_parameters_that_are_not_least_are_named() -> None:
    evidence = Evidence(as_values(planted([], [0, 1], [2, 0], 100)))
    assert SplitPeriodic(0, 2, (2, 0)).not_least(evidence) is None
    assert "3" in str(SplitPeriodic(4, 2, (2, 0)).not_least(evidence))
    assert "2" in str(SplitPeriodic(0, 4, (4, 0, 4, 0)).not_least(evidence))


def test_huge_n_and_formula() -> None:
    import sympy

    form = SplitForm(SplitPeriodic(1, 2, (0, 3)), (7, 0, 5))
    assert form.at(10**1000 + 1) == 3 * (10**1000 // 2)
    assert form.count_of(5, 10**40) == 5 * 10**39 - 1  # n = 2, 4, 6, ...
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    formula = form.formula(n)
    assert formula is not None
    assert [formula.subs(n, m) for m in range(50)] == [form.at(m) for m in range(50)]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("largest", [1, 2, 10, 10**6])
def test_noise_yields_nothing(seed: int, largest: int) -> None:
    noise = np.random.default_rng(seed).integers(0, largest + 1, 5000).astype(np.uint32)
    assert list(SplitPeriodic.detect(Evidence(noise))) == []
    assert list(SplitPeriodic.detect(Evidence(np.sort(noise)))) == []

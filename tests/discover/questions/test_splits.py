"""Splits counted class by class, against enumeration."""

from __future__ import annotations

from functools import reduce
from operator import xor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nim_moves import moves_to_value

from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.values import answers
from mexplore.discover.questions.splits import classes_of_value, partitions_into
from mexplore.rules.families.take_and_break.partitions import splits
from mexplore.rules.notation import parse_rule


@st.composite
def forms(draw: st.DrawFn) -> PeriodicForm:
    n0, p = draw(st.integers(0, 4)), draw(st.integers(1, 4))
    values = draw(st.lists(st.integers(0, 3), min_size=n0 + p, max_size=n0 + p))
    return PeriodicForm(Periodic(n0, p), np.array(values, dtype=np.uint8))


@given(forms(), st.integers(0, 40), st.integers(2, 4), st.sampled_from(["", "!", "?"]))
@settings(max_examples=200, deadline=None)
def test_every_split_is_in_one_class(
    form: PeriodicForm, more: int, count: int, suffix: str
) -> None:
    total = count * (form.law.preperiod + 2) + more
    for value in range(4):
        expected = sorted(
            parts
            for parts in splits(total, count, suffix)
            if reduce(xor, map(form.at, parts)) == value
        )
        classes = classes_of_value(form, total, count, suffix, value)
        assert classes is not None
        listed = list(classes)
        assert sorted(s for c in listed for s in c) == expected
        assert [c.count() for c in listed] == [len(list(c)) for c in listed]
        assert all(c.count() for c in listed)


@given(st.integers(-2, 60), st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_partitions_into_steps(k: int, steps: list[int]) -> None:
    ways = [1] + [0] * 60
    for j in steps:
        for n in range(j, 61):
            ways[n] += ways[n - j]
    assert partitions_into(k, tuple(sorted(steps))) == (ways[k] if k >= 0 else 0)


@pytest.mark.parametrize("text", ["0.07", pytest.param("80.0", marks=pytest.mark.slow)])
def test_all_values_of_a_huge_heap(text: str) -> None:
    """Over all values the counts add up to the number of splits, by formulas of their own."""
    rule, n = parse_rule(text), 10**18 + 7
    known = answers(rule, [n])
    groups = {v: moves_to_value(rule, n, v, known) for v in range(64)}
    for value, of_value in groups.items():
        for group in of_value[:50]:
            assert rule.is_move(n, group.example)
            assert reduce(xor, known.at_all(group.example), 0) == value
    total = sum(group.count for of_value in groups.values() for group in of_value)
    # Two parts of n - 2, or one; and the nearest integer to (n + 1)^2/12 for three parts of n + 1.
    expected = {"0.07": (n - 2) // 2 + 1, "80.0": ((n + 1) ** 2 + 6) // 12}
    assert total == expected[text]

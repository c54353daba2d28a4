"""Many numbers at once are answered as one by one."""

from __future__ import annotations

import random

import pytest

from mexplore.discover.heaps.evidence.sources import evidence_below, source_of
from mexplore.discover.heaps.values import ComputedForm, answers
from mexplore.rules.notation import parse_rule


def test_values_by_runs_are_found_together_as_one_by_one() -> None:
    chance = random.Random(8)
    for text in ("divide(2..6)", "divide(2, 5, 10)", "0.77"):
        stop = 10**4 if text == "0.77" else 10**30
        form = ComputedForm(evidence_below(parse_rule(text), stop))
        for top in (10, 10**4, min(2**63, stop), stop):
            numbers = [chance.randrange(top) for _ in range(200)] + [0, top - 1]
            assert form.at_many(numbers) == [form.at(n) for n in numbers]
            assert form.at_many(numbers[:1]) == [form.at(numbers[0])]
        assert form.at_many([]) == []
        with pytest.raises(IndexError):
            form.at_many([1, stop])


def test_numbers_on_both_sides_of_what_a_ground_covers() -> None:
    rule = parse_rule("subtract(1) or divide(2, 3)")
    known = answers(rule, [50])
    numbers = [3, 10**40, 7, 50]
    assert known.at_all(numbers) == [known.at(n) for n in numbers]
    assert source_of(rule).extend(8).at(7) == known.at(7)

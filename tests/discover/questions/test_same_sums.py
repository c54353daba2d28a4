"""Which sums only one of two rules loses, against the definition."""

from __future__ import annotations

import random

import pytest
from misere_rules import random_code, random_set

from mexplore.discover.questions.same_sums import compare_sums
from mexplore.discover.study.kind import NotKnown
from mexplore.rules.misere.game import Outcomes
from mexplore.rules.notation import parse_rule


def compared(seed: int, count: int) -> tuple[int, int]:
    """How many pairs of rules lose the same sums, and how many do not."""
    rng, equal, unequal = random.Random(seed), 0, 0
    while equal + unequal < count:
        texts = [rng.choice([random_code, random_set])(rng) for _ in range(2)]
        if rng.random() < 0.5:
            texts[1] = texts[0] + rng.choice("1234567") if texts[0][0] in "04" else texts[0]
        one, other = map(parse_rule, texts)
        try:
            found = compare_sums(one, other, 60, 2)
        except NotKnown:
            continue
        outcomes = Outcomes(one), Outcomes(other)
        if found.difference is not None:
            unequal += 1
            if sum(found.difference) <= 24:
                lost = [each.lost(found.difference) for each in outcomes]
                assert lost == [found.first_loses, not found.first_loses], texts
        largest = (found.difference or (7,))[-1] - 1
        if found.difference is None or largest < 7:
            equal += found.difference is None
            both = [each.of_sums(3, min(largest, 6)) for each in outcomes]
            assert both[0] == both[1], texts
    return equal, unequal


def test_pairs_of_rules() -> None:
    equal, unequal = compared(1, 20)
    assert equal > 1 and unequal > 5


@pytest.mark.slow
def test_many_pairs_of_rules() -> None:
    equal, unequal = compared(2, 200)
    assert equal > 20 and unequal > 50


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("0.44", "0.46", "their proved laws agree"),
        ("0.3", "subtract(1)", "nim-values are equal"),
        ("0.7", "0.3", "their proved laws agree"),
        ("subtract(1, 2)", "subtract(1, 2, 4)", "nim-values are equal"),
        ("0.77", "0.770", "the same rule"),
    ],
)
def test_rules_that_lose_the_same_sums(one: str, other: str, why: str) -> None:
    found = compare_sums(parse_rule(one), parse_rule(other), 50, 100)
    assert found.equal and why in found.why


def test_tame_by_values_and_different() -> None:
    found = compare_sums(parse_rule("subtract(squares)"), parse_rule("subtract(1, 4)"), 100, 10)
    assert found.difference == (1, 25) and not found.first_loses
    assert compare_sums(parse_rule("subtract(1)"), parse_rule("0.33"), 100, 10).difference == (
        1,
        2,
    )

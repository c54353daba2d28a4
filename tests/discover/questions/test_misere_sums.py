"""Sums under misère play that are explored, against outcomes by the definition."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from mexplore.discover.questions.known import classes_of
from mexplore.discover.questions.misere_sums import BySearch, SumsOfHeaps
from mexplore.discover.questions.sums import Component, solve
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.rules.misere.game import Joint, Outcomes
from mexplore.rules.notation import parse_rule

RULES = ["0.77", "0.07", "subtract(2, 3, 7)", "4.7", "n -> [n // 2, (n // 3, n // 4)]", "0.6"]


@pytest.mark.parametrize("text", RULES)
def test_outcomes_are_those_of_the_definition(text: str) -> None:
    rule = parse_rule(text)
    sums, outcomes = SumsOfHeaps([rule], Means()), Outcomes(rule)
    for heaps in combinations_with_replacement(range(1, 9), 3):
        assert sums.is_lost(tuple((0, heap) for heap in heaps)) == outcomes.lost(heaps)
    for heap in range(1, 13):
        assert sums.is_lost(((0, heap),)) == outcomes.lost((heap,))
    assert not sums.is_lost(())


def test_sums_of_several_rules_and_their_winning_moves() -> None:
    draw = Random(7)
    rules: list[Any] = [parse_rule(text) for text in RULES]
    for _ in range(12):
        pair = draw.sample(rules, 2)
        joint = Joint(tuple(pair))
        outcomes = Outcomes(joint)
        sums = SumsOfHeaps(pair, Means())
        sizes = [draw.randrange(1, 8) for _ in pair]
        position = [Component(rule, size) for rule, size in zip(pair, sizes, strict=True)]
        known = {rule: BySearch(sums, number) for number, rule in enumerate(pair)}
        solution = solve(position, known)
        numbers = [joint.number(i, size) for i, size in enumerate(sizes)]
        assert solution.lost == outcomes.lost(numbers)
        wins = {
            (i, tuple(sorted(option)))
            for i, size in enumerate(sizes)
            for option in pair[i].options(size)
            if outcomes.lost([numbers[1 - i], *(joint.number(i, heap) for heap in option)])
        }
        assert {(pair.index(part.rule), to) for part, to in solution.listed()} == wins


def test_a_huge_heap_that_reaches_few_sums() -> None:
    rule = parse_rule("m -> [(m & (2**k-1)) | (m >> k) for k in range(1, bit_length(m))]")
    heaps = [Component(rule, 2**29 + 2**15 + 3)]
    known = classes_of(heaps, Means(budget=5.0, law_first=False, singly=True), misere=True)[rule]
    assert isinstance(known, BySearch)
    outcomes = Outcomes(rule)
    assert solve(heaps, {rule: known}).lost == outcomes.lost([heaps[0].size])
    (warrant,) = known.warrants([heaps[0].size])
    assert warrant.status == "computed"
    assert warrant.reached is not None
    assert warrant.reached > 200


def test_what_cannot_be_explored_is_not_known() -> None:
    sums = SumsOfHeaps([parse_rule("0.77")], Means(positions=100))
    with pytest.raises(NotKnown, match="more than 100 positions are reached"):
        sums.is_lost(((0, 40),))

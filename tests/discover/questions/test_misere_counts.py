"""Counts of lost sums under misère play, against the definition."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product

import pytest
from misere_rules import random_code, random_set

from mexplore.discover.questions.classes import HeapClasses
from mexplore.discover.questions.known import classes_of_rule
from mexplore.discover.questions.where import NoSuchPosition
from mexplore.discover.study.kind import Means
from mexplore.rules.misere.game import Outcomes
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule


def known_of(rule: Rule, largest: int) -> HeapClasses:
    return classes_of_rule(rule, [largest], Means(law_first=False), misere=True)


def test_counts_by_definition() -> None:
    rng = random.Random(1)
    for _ in range(40):
        rule = parse_rule(rng.choice([random_code, random_set])(rng))
        outcomes, known = Outcomes(rule), known_of(rule, 8)
        start = rng.randint(0, 3)
        sizes = range(start, 9)
        for heaps in (1, 2, 3):
            sums = list(combinations_with_replacement(sizes, heaps))
            assert known.lost(start, 9, heaps) == sum(map(outcomes.lost, sums)), rule
            tuples = product(sizes, repeat=heaps)
            lost = known.lost(start, 9, heaps, ordered=True)
            assert lost == sum(map(outcomes.lost, tuples)), rule


@pytest.mark.parametrize("text", ["0.77", "0.123", "0.52", "0.72"])
def test_ranges_beyond_a_period(text: str) -> None:
    rule = parse_rule(text)
    known = known_of(rule, 10**6)
    for start, stop in ((0, 300), (5, 97), (150, 400)):
        assert known.counts(start, stop) == HeapClasses.counts(known, start, stop)
        lost = [n for n in range(1, stop) if known.monoid.is_lost(known.of(n))]
        there = known.lost_alone(stop)
        assert len(lost) == there.count(stop)
        assert there.first(10**6, stop).tolist() == lost


def test_lost_heaps_by_number() -> None:
    kayles = known_of(parse_rule("0.77"), 10**6).lost_alone(None)
    assert [kayles.nth(k) for k in range(1, 6)] == [1, 4, 9, 12, 20]
    assert kayles.total() == 5
    with pytest.raises(NoSuchPosition, match="only 5 heaps"):
        kayles.nth(6)
    tame = known_of(parse_rule("0.52"), 10**6)
    lost = [n for n in range(1, 200) if tame.monoid.is_lost(tame.of(n))]
    assert [tame.lost_alone(None).nth(k) for k in range(1, len(lost) + 1)] == lost


def test_huge_ranges() -> None:
    known = known_of(parse_rule("0.77"), 10**30)
    assert sum(known.counts(0, 10**30 + 1).values()) == 10**30 + 1
    assert known.lost(0, 10**30 + 1) == 5
    assert 0 < known.lost(0, 10**30 + 1, 3) < (10**30 + 1) ** 3

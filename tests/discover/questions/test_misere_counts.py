"""Counts of lost sums under misère play, against the definition."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product

import pytest
from misere_rules import random_code, random_set

from mexplore.discover.questions.misere_counts import (
    class_counts,
    lost_heaps_below,
    lost_sums,
    nth_lost_heap,
)
from mexplore.discover.questions.misere_sums import Classes, classes_of
from mexplore.discover.questions.sums import Component
from mexplore.discover.study.kind import Means, NotKnown
from mexplore.rules.misere.outcomes import Outcomes
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule


def known_of(rule: Rule, largest: int) -> Classes:
    return classes_of([Component(rule, largest)], Means(law_first=False))[rule]


def test_counts_by_definition() -> None:
    rng = random.Random(1)
    for _ in range(40):
        rule = parse_rule(rng.choice([random_code, random_set])(rng))
        outcomes, known = Outcomes(rule), known_of(rule, 8)
        start = rng.randint(0, 3)
        counts = class_counts(known, start, 9)
        sizes = range(start, 9)
        for heaps in (1, 2, 3):
            sums = list(combinations_with_replacement(sizes, heaps))
            assert lost_sums(known.law, counts, heaps) == sum(map(outcomes.lost, sums)), rule
            tuples = product(sizes, repeat=heaps)
            lost = lost_sums(known.law, counts, heaps, ordered=True)
            assert lost == sum(map(outcomes.lost, tuples)), rule


@pytest.mark.parametrize("text", ["0.77", "0.123", "0.52", "0.72"])
def test_ranges_beyond_a_period(text: str) -> None:
    rule = parse_rule(text)
    known = known_of(rule, 10**6)
    for start, stop in ((0, 300), (5, 97), (150, 400)):
        counts = class_counts(known, start, stop)
        assert counts == class_counts_one_by_one(known, start, stop)
        lost = sum(known.law.lost((n,)) for n in range(1, stop))
        assert lost == lost_heaps_below(known.law, stop)


def class_counts_one_by_one(known: Classes, start: int, stop: int) -> dict[object, int]:
    found: dict[object, int] = {}
    for n in range(start, stop):
        found[known.of(n)] = found.get(known.of(n), 0) + 1
    return found


def test_lost_heaps_by_number() -> None:
    kayles = known_of(parse_rule("0.77"), 10**6).law
    assert [nth_lost_heap(kayles, k) for k in range(1, 6)] == [1, 4, 9, 12, 20]
    with pytest.raises(NotKnown, match="only 5 heaps"):
        nth_lost_heap(kayles, 6)
    tame = known_of(parse_rule("0.52"), 10**6).law
    lost = [n for n in range(1, 200) if tame.lost((n,))]
    assert [nth_lost_heap(tame, k) for k in range(1, len(lost) + 1)] == lost


def test_huge_ranges() -> None:
    known = known_of(parse_rule("0.77"), 10**30)
    counts = class_counts(known, 0, 10**30 + 1)
    assert sum(counts.values()) == 10**30 + 1
    assert lost_sums(known.law, counts, 1) == 5
    assert 0 < lost_sums(known.law, counts, 3) < (10**30 + 1) ** 3

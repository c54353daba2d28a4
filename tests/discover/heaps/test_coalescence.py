"""Single values at huge heaps, from unknown pasts that agree."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.coalescence import (
    Attempt,
    Coalesced,
    NotCoalesced,
    SubtractOrDivide,
    coalesce,
    subtract_or_divide,
)
from mexplore.discover.heaps.patterns.automatic.pattern import Automatic
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.engine.unknown_past import NEVER, settle, workspace
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.union.rule import union_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 7), min_size=1, max_size=25),
    st.sets(st.integers(1, 3), max_size=3),
)
def test_what_settles_is_true_of_every_past(excluded: list[int], taken: set[int]) -> None:
    members = sorted(taken)
    width = max(members, default=0)
    values = np.zeros(len(excluded), dtype=np.uint8)
    arrays = np.array(excluded, dtype=np.uint64), np.array(members, dtype=np.int64)
    first = settle(*arrays, values, workspace(width))
    futures = []
    for past in product(range(5), repeat=width):
        line = list(past)
        for bits in excluded:
            quotients = [v for v in range(3) if bits >> v & 1]
            line.append(mex([*quotients, *(line[-s] for s in members)]))
        futures.append(line[width:])
    if first == NEVER:
        return
    assert all(future[first:] == values[first:].tolist() for future in futures)
    again = np.zeros(len(excluded), dtype=np.uint8)
    assert settle.py_func(*arrays, again, workspace(width)) == first
    assert again[first:].tolist() == values[first:].tolist()


def test_random_rules_agree_with_their_values() -> None:
    random, exact = Random(3), 0
    for _ in range(40):
        taken = tuple(sorted(random.sample(range(1, 7), random.randint(0, 2))))
        divisors = tuple(sorted(random.sample(range(2, 8), random.randint(1, 3))))
        rule = union_of([Division(divisors), *([Subtraction(taken)] if taken else [])])
        values = grundy_values(rule, 200_000)
        assert values[:40].tolist() == grundy_by_definition(rule, 40)
        for n in (random.randrange(50), *(random.randrange(200_000) for _ in range(5))):
            answer = coalesce(rule, n)
            if isinstance(answer, Coalesced):
                exact += 1
                assert answer.value == values[n], (str(rule), n)
    assert exact > 150


@pytest.mark.slow
def test_a_huge_heap_of_a_rule_without_law_satisfies_the_definition() -> None:
    rule = parse_rule("subtract(1) or divide(2, 3)")
    assert isinstance(coalesce(rule, 10**100), Coalesced)
    n = 10**50
    answer = coalesce(rule, n)
    assert isinstance(answer, Coalesced)
    options = [coalesce(rule, m) for m in (n - 1, n // 2, n // 3)]
    assert answer.value == mex(o.value for o in options if isinstance(o, Coalesced))
    assert len([o for o in options if isinstance(o, Coalesced)]) == 3
    assert answer.latest < answer.look_back
    assert "exact" in answer.words()


@pytest.mark.parametrize(
    "text", ["subtract(1) or divide(2)", "subtract(1, 2) or divide(2)", "subtract(1) or divide(3)"]
)
def test_automata_agree_at_huge_heaps(text: str) -> None:
    rule = parse_rule(text)
    (claim,) = Automatic.detect(Evidence(grundy_values(rule, 5000)))
    for n in (10**1000, 10**999 + 12345, 7**500):
        answer = coalesce(rule, n)
        assert isinstance(answer, Coalesced)
        assert answer.value == claim.at(n)


def test_the_answer_does_not_depend_on_the_look_back() -> None:
    rule = parse_rule("subtract(2, 3) or divide(2, 5)")
    moves = subtract_or_divide(rule)
    assert isinstance(moves, SubtractOrDivide)
    low = 10**40
    blocks = [Attempt(rule, moves, back).values(low, low + 999) for back in (128, 200, 1000)]
    first = blocks[0]
    assert first is not None
    assert all(block is not None and (block == first).all() for block in blocks)


@pytest.mark.parametrize("n", [0, 1, 2, 5, 31, 32, 33, 63, 64, 65, 100])
def test_small_heaps(n: int) -> None:
    for text in ("subtract(1) or divide(2, 3)", "divide(3)", "subtract(2, 7) or divide(4)"):
        rule = parse_rule(text)
        answer = coalesce(rule, n)
        assert isinstance(answer, Coalesced)
        assert answer.value == grundy_by_definition(rule, n + 1)[n]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("subtract(1) or divide(2, ceil)", "rounds"),
        ("subtract(squares) or divide(2)", "infinite"),
        ("subtract(2) ", "did not coalesce within"),
        ("subtract(1..40) or divide(2)", "too many pasts"),
        ("subtract(1..70) or divide(2)", "62 options"),
        ("divide(2, 3, 5, 7, 11)", "different quotients"),
    ],
)
def test_a_refusal_is_a_value_with_a_reason(
    text: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mexplore.discover.heaps.coalescence.MOST_INTERVALS", 20_000)
    answer = coalesce(parse_rule(text), 10**60)
    assert isinstance(answer, NotCoalesced)
    assert reason in answer.reason

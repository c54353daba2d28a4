"""Splits in two under values that go on by equal steps, against enumeration; solve with them."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nim_moves import moves_found, moves_to_value

import mexplore.discover.questions.winning_moves
import mexplore.rules.families.take_and_break.rule
from mexplore.discover.heaps.values import answers
from mexplore.discover.questions.classes import NimValues
from mexplore.discover.questions.splits import splits_by_steps
from mexplore.discover.questions.sums import Component, solve
from mexplore.discover.study.pattern import EventualSteps
from mexplore.rules.errors import TooManyMoves
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition


@st.composite
def forms(draw: st.DrawFn) -> Any:
    n0, p, s = draw(st.integers(0, 4)), draw(st.integers(1, 4)), draw(st.integers(1, 6))
    values = draw(st.lists(st.integers(0, 9), min_size=n0 + p, max_size=n0 + p))

    def at(n: int) -> int:
        times = max((n - n0) // p, 0)
        return values[n - times * p] + times * s

    return SimpleNamespace(at=at, eventual_steps=lambda: EventualSteps(n0, p, s))


@given(forms(), st.integers(0, 40), st.integers(0, 15), st.sampled_from(["", "!", "?"]))
@settings(max_examples=300, deadline=None)
def test_every_split_is_counted_once(form: Any, more: int, value: int, suffix: str) -> None:
    law = form.eventual_steps()
    total = 2 * (law.preperiod + law.period + 1) + more
    found = splits_by_steps(form, total, suffix, value)
    assert found is not None
    listed = []
    for each in found:
        results = [each] if isinstance(each, tuple) else list(each)
        assert isinstance(each, tuple) or each.count == len(results) > 0
        listed += results
    wanted = [
        (a, total - a)
        for a in range(1, total // 2 + 1)
        if form.at(a) ^ form.at(total - a) == value and not (suffix and 2 * a == total)
    ]
    assert sorted(listed) == wanted


@pytest.mark.parametrize("text", ["4.[3]", "0.[7]", "0.7[03]", "4!.[3]"])
def test_moves_are_those_of_the_definition(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the ways of huge heaps, made to serve for small ones."""
    rule = parse_rule(text)
    values = grundy_by_definition(rule, 70)
    known = answers(rule, [4000])
    monkeypatch.setattr(mexplore.discover.questions.winning_moves, "MOST_OPTIONS", 1)
    monkeypatch.setattr(mexplore.rules.families.take_and_break.rule, "MOST_REPEATED", 20)
    for n, value in product((41, 50, 61), (0, 1, 4, 7, 13)):
        options = {tuple(sorted(to)) for to in rule.options(n)}
        wanted = set()
        for to in options:
            total = 0
            for heap in to:
                total ^= values[heap]
            if total == value:
                wanted.add(to)
        found = moves_found(rule, n, value, known)
        listed = [to for group in found.groups for to in group]
        assert len(listed) == len(set(listed)) and set(listed) <= wanted
        alone = {to for to in wanted if len(to) < 2}
        if isinstance(found.missing, TooManyMoves) and "too many options" in str(found.missing):
            continue
        assert alone <= set(listed), (n, value)
        if found.missing is None:
            assert set(listed) == wanted, (n, value)


def test_laskers_nim_far_out() -> None:
    """A heap of 8 has the value 7 in Lasker's Nim: 10^18 -> 8 answers a heap of 8."""
    rule, n = parse_rule("4.[3]"), 10**18
    known = answers(rule, [n])
    solution = solve([Component(rule, n), Component(rule, 8)], {rule: NimValues(known)})
    assert solution.complete and (8,) in [to for _, to in solution.listed()]
    # A split has the value 0 where both heaps are alike.
    (halves,) = [g for g in moves_to_value(rule, n, 0, known) if g.example]
    assert list(halves) == [(n // 2, n // 2)]


def test_splits_that_are_too_many_have_examples_beside_the_single_heaps() -> None:
    rule, n = parse_rule("0.[7]"), 10**12
    known = answers(rule, [n])
    found = moves_found(rule, n, 5, known)
    assert "can be split after each" in str(found.missing)
    listed = [to for group in found.groups for to in group]
    assert [to for to in listed if len(to) == 1]
    assert all(rule.is_move(n, to) for to in listed)

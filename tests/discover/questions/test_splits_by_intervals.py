"""Splits counted by intervals of equal values, against enumeration."""

from __future__ import annotations

import random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nim_moves import moves_to_value

from mexplore.discover.families.codes.law import Run, WordLaw
from mexplore.discover.families.library import shipped_families
from mexplore.discover.families.member import DigitForm
from mexplore.discover.heaps.values import Answers, Warranted
from mexplore.discover.questions.splits_by_intervals import splits_by_intervals
from mexplore.discover.study.kind import Warrant
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.parameters.codes import CodeFamily, WideCode
from mexplore.rules.rule import Rule


def form_of(first: list[tuple[int, int]], again: list[tuple[int, int]]) -> DigitForm:
    """Runs of (length, value): the first ones, and those that come again."""
    one = Run(Polynomial.number(1), 0)
    words = ([Run(Polynomial.number(n), v) for n, v in runs] for runs in (first, again))
    before, after = words
    return DigitForm(WordLaw((), (), (one, *before), tuple(after), 4), ())


RUNS = st.lists(st.tuples(st.integers(1, 5), st.integers(0, 3)), max_size=4)


@given(RUNS, RUNS.filter(bool), st.integers(2, 70), st.integers(1, 12))
@settings(max_examples=120, deadline=None)
def test_every_split_is_counted_once(
    first: list[tuple[int, int]], again: list[tuple[int, int]], least: int, length: int
) -> None:
    form = form_of(first, again)
    for value in range(4):
        expected = sorted(
            (a, total - a)
            for total in range(least, least + length)
            for a in range(1, total // 2 + 1)
            if form.at(a) ^ form.at(total - a) == value
        )
        found = splits_by_intervals(form, range(least, least + length), value)
        assert found is not None
        assert sorted(split for splits in found for split in splits) == expected
        assert [splits.count() for splits in found] == [len(list(splits)) for splits in found]


CODES = [name for name, f in shipped_families().items() if isinstance(f.rule, CodeFamily)]


@pytest.mark.parametrize("name", CODES)
def test_moves_of_members_that_are_not_written_out(name: str) -> None:
    """All moves to each value, from the definition."""
    family, rng = shipped_families()[name], random.Random(name)
    assert isinstance(family.rule, CodeFamily)
    for member in list(family.rule.members(6, 1))[1:6:2]:
        moves = tuple((d, a.at(member), b.at(member)) for d, a, b in family.rule.removals())
        wide, written = WideCode("wide", moves), family.rule.member(**member)
        found = family.law.law_of(family.rule, member)
        assert found is not None
        form = DigitForm(found[0], tuple(found[1].items()))
        for n in rng.sample(range(1, 90), 4):
            options = {tuple(sorted(option)) for option in written.options(n)}
            assert options == {tuple(sorted(option)) for option in wide.options(n)}
            for value in range(4):
                expected = {o for o in options if _value(form, o) == value}
                for rule in (wide, written):
                    known = Answers(rule, (Warranted(form, Warrant("proved", "")),), None, 0.0)
                    groups = moves_to_value(cast(Rule, _ManyMoves(rule)), n, value, known)
                    listed = [to for group in groups for to in group]
                    assert len(listed) == len(set(listed)) == sum(g.count for g in groups)
                    assert set(listed) == expected


def _value(form: DigitForm, heaps: tuple[int, ...]) -> int:
    value = 0
    for heap in heaps:
        value ^= form.at(heap)
    return value


class _ManyMoves:
    """A rule as if it had too many options to be listed."""

    def __init__(self, rule: object) -> None:
        self.rule = rule

    def __getattr__(self, name: str) -> object:
        return getattr(self.rule, name)

    def alternatives(self) -> list[_ManyMoves]:
        return [self]

    def listed_options(self, n: int, most: int) -> None:
        return None


def test_moves_of_a_huge_member() -> None:
    """0.5{k}7, k = 10^20: of 10^19 tokens every split that leaves two runs of one value wins."""
    k = 10**20
    family = shipped_families()["fives-and-seven"]
    assert isinstance(family.rule, CodeFamily)
    rule = family.rule.member(k=k)
    found = family.law.law_of(family.rule, {"k": k})
    assert found is not None
    form = DigitForm(found[0], (("k", k),))
    known = Answers(rule, (Warranted(form, Warrant("proved", "")),), None, 0.0)
    n = 10**19  # in the first run, so all options of two heaps have the value 0
    groups = moves_to_value(rule, n, 0, known)
    assert sum(g.count for g in groups) == 1 + sum_of_halves(n - 1)
    assert moves_to_value(rule, n, 1, known) == []


def sum_of_halves(m: int) -> int:
    """floor(0/2) + ... + floor(m/2), the splits of 0, ..., m tokens."""
    return (m // 2) * ((m + 1) // 2)

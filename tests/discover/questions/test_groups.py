"""Rules in groups of equal values, against the definition."""

from __future__ import annotations

from itertools import combinations
from typing import NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_clock import Clock
from strategies import divisions

from mexplore.discover.heaps.judging.state import StudyState
from mexplore.discover.questions.groups import Grouping, group
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

SMALL = st.sets(st.integers(1, 6), min_size=1, max_size=3).map(Subtraction.of)
FAR = 10**6  # seconds of the tests' own clock


def first(one: list[int], other: list[int]) -> int | None:
    return next(
        (n for n, pair in enumerate(zip(one, other, strict=True)) if len({*pair}) > 1), None
    )


def number_of_group(found: Grouping, rule: Rule) -> int:
    (number,) = [k for k, each in enumerate(found.groups) if rule in each.rules]
    return number


@given(st.lists(SMALL | divisions(), min_size=1, max_size=8))
@settings(max_examples=25)
def test_groups_are_those_of_the_definition(rules: list[Rule]) -> None:
    found = group(rules, 700, FAR)
    values = {rule: grundy_by_definition(rule, 701) for rule in rules}
    assert sorted(map(str, values)) == sorted(str(r) for g in found.groups for r in g.rules)
    for one, other in combinations(values, 2):
        pair = number_of_group(found, one), number_of_group(found, other)
        assert found.first_difference(*pair) == first(values[one], values[other])


@given(st.lists(SMALL, min_size=2, max_size=6))
@settings(max_examples=30)
def test_what_is_equal_for_all_n_is_equal_far_out(rules: list[Rule]) -> None:
    """Subtraction games are proved, so nothing is left open."""
    for each in group(rules, 100, FAR).groups:
        assert each.for_all
        values = [grundy_by_definition(rule, 2000) for rule in each.rules]
        assert all(other == values[0] for other in values)


def test_laws_tell_of_a_difference_beyond_what_was_compared() -> None:
    """subtract(1, 40) and subtract(1) differ first at n = 40."""
    rules = [parse_rule(text) for text in ("subtract(1)", "subtract(1, 40)", "0.3")]
    (found,) = group(rules, 20, FAR).groups
    values = [grundy_by_definition(rule, 200) for rule in rules]
    assert not found.for_all and found.stop == 21
    assert found.classes == ((rules[0], rules[2]), (rules[1],))
    assert found.later == ((0, 1, first(values[0], values[1])),)
    assert first(values[0], values[1]) == 40


def test_what_no_law_decides_is_equal_as_far_as_computed() -> None:
    """Grundy's game, and the same with moves that only heaps of more than 10^6 have."""
    rules = [parse_rule(text) for text in ("4!.0", "4!.0 or subtract(1000000)")]
    (found,) = group(rules, 300, FAR).groups
    assert found.classes == ((rules[0],), (rules[1],))
    assert (found.stop, found.later, found.for_all) == (301, (), False)


def test_where_the_time_ends_less_is_claimed() -> None:
    rules = [parse_rule(text) for text in ("0.77", "0.7", "4!.0", "subtract(1, 2)")]
    found = group(rules, 10**7, 0.001)
    values = {rule: grundy_by_definition(rule, 300) for rule in rules}
    for each in found.groups:
        heads = {tuple(values[rule][: min(each.stop or 0, 300)]) for rule in each.rules}
        assert len(heads) == 1
    for one, other in combinations(rules, 2):
        n = found.first_difference(number_of_group(found, one), number_of_group(found, other))
        assert n is None or n == first(values[one], values[other])


def test_ctrl_c_ends_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A study that is interrupted returns what it has; a comparison must not go on then."""

    def interrupt(*_: object, **__: object) -> NoReturn:
        raise KeyboardInterrupt

    rules = [parse_rule(text) for text in ("0.3", "subtract(1)")]
    monkeypatch.setattr(StudyState, "consider", interrupt)
    with pytest.raises(KeyboardInterrupt):
        group(rules, 100, FAR)


@pytest.mark.parametrize("last", [0, 1, 30])
def test_a_rule_that_is_written_twice_stands_once(last: int) -> None:
    rules = [parse_rule(text) for text in ("0.77", "kayles", "0.77")]
    (found,) = group(rules, last, FAR).groups
    assert found.rules == (rules[0],)


def test_the_runs_of_divisions_are_compared_far_out() -> None:
    rules = [parse_rule(text) for text in ("divide(2..6)", "divide(2, 3)", "divide(2..7)")]
    found = group(rules, 10**30, FAR)
    assert len(found.groups) == 3


def test_groups_share_one_budget(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    given: list[float] = []

    def without_law(rule: Rule, source: object, last: int, seconds: float) -> None:
        given.append(seconds)
        clock.now += seconds  # it takes all that it may

    monkeypatch.setattr("mexplore.discover.questions.groups.proved_law", without_law)
    texts = [text for k in range(2, 12) for text in (f"subtract({k}, 90)", f"subtract({k}, 91)")]
    began = clock.now
    found = group([parse_rule(text) for text in texts], 60, 10)
    assert len(found.groups) == 10
    assert given and clock.now - began < 11

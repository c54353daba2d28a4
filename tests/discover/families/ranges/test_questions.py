"""Questions about families of ranges: statements, comparisons, and values of members."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest

from mexplore.discover.families.equality import compare_families
from mexplore.discover.families.kind import FamiliesOfRanges
from mexplore.discover.families.member import member_answers
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.study import FamilyStudy
from mexplore.discover.study.kind import Means
from mexplore.rules.errors import InputError
from mexplore.rules.parameters.ranges import RangeFamily
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.rule import grundy_by_definition

pytest.importorskip("z3")


@cache
def _study(rule: RangeFamily) -> FamilyStudy:
    return study_of_family(rule)


def study_once(rule: RangeFamily, *_: object) -> FamilyStudy:
    return _study(rule)


REMOVE = RangeFamily.parse("remove(k .. m) for k >= 1, m >= k")
AND_ONE = RangeFamily.parse("subtract(1..k, m) for k >= 1, m >= k + 1")
ALL_BUT = RangeFamily.parse("subtract(all but a) for a >= 1")


@pytest.mark.parametrize(
    ("rule", "statement", "status"),
    [
        (REMOVE, "period == k + m", "proved"),
        (REMOVE, "preperiod == 0", "proved"),
        (REMOVE, "period == k + m + 1", "refuted"),
        (REMOVE, "period <= 2*m", "holds so far"),  # true: the question is not linear
        (AND_ONE, "period == k + 1 when m % (k + 1) != 0", "proved"),
        (AND_ONE, "period == m + 1 when m % (k + 1) == 0", "proved"),
        (AND_ONE, "period == m + 1", "refuted"),
        (ALL_BUT, "period <= 2*a", "proved"),
        (ALL_BUT, "period == 2*a", "holds so far"),  # whether it is the least is not decided
    ],
)
def test_statements_about_periods(rule: RangeFamily, statement: str, status: str) -> None:
    assert FamiliesOfRanges().check_conjecture(rule, statement, (0, 0)).status == status


def test_families_of_ranges_are_compared() -> None:
    less = RangeFamily.parse("subtract(1..k) for k >= 2")
    more = RangeFamily.parse("subtract(1..k, 2*k) for k >= 2")
    other = RangeFamily.parse("subtract(1..k, 2*k + 2) for k >= 2")
    assert compare_families(less, more, 30.0).proof == "digit values"
    found = compare_families(less, other, 30.0)
    assert found.difference == ({"k": 2}, 6)
    numbers = ParametricRule.parse("subtract(k, k + 1, k + 2) for k >= 1")
    ranges = RangeFamily.parse("remove(k .. k + 2) for k >= 1")
    found = compare_families(numbers, ranges, 30.0)
    assert found.difference is None
    assert not found.proof


@pytest.mark.parametrize("rule", [REMOVE, AND_ONE, ALL_BUT])
def test_values_of_members_are_those_of_the_definition(rule: RangeFamily) -> None:
    for values in islice(rule.members(9, 4), 12):
        heaps = [*range(60), 10**4 + 7]  # one large heap, so that the law answers
        known = member_answers(rule, values, heaps, Means(), study_it=study_once)
        assert "a member of" in known.best_for(10**4 + 8).warrant.words
        found = [known.at(n) for n in range(60)]
        assert found == grundy_by_definition(rule.member(**values), 60)


def test_members_with_huge_numbers_answer_by_the_law() -> None:
    k, m = 10**50, 3 * 10**51 + 7
    known = member_answers(REMOVE, {"k": k, "m": m}, [], Means(), study_it=study_once)
    for n in (0, k - 1, k, 7 * k + 5, 10**60, 10**60 + 10**51):
        assert known.at(n) == n % (k + m) // k
    assert str(REMOVE.member(k=k, m=m)) == f"remove({k} .. {m})"
    assert str(AND_ONE.member(k=k, m=m)) == f"subtract({m}) or remove(1 .. {k})"
    with pytest.raises(InputError, match="at most"):
        RangeFamily.parse("subtract(all but a..b) for 1 <= a <= b").member(a=1, b=10**9)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("remove(k .. m)", {"k": 7, "m": 12}),
        ("subtract(1..k, m)", {"k": 12, "m": 15}),
        ("subtract(all but a)", {"a": 17}),
        ("remove(n .. m)", {}),  # n is the heap
        ("remove(1 .. n // 2)", {}),
        ("subtract(all but primes)", {}),
        ("subtract(1..5)", {}),
    ],
)
def test_free_names_of_ranges(text: str, names: dict[str, int]) -> None:
    assert RangeFamily.free_names(text) == names

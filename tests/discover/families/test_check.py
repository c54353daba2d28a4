"""Statements about families: proved, refuted at a named member, or left at the members."""

from __future__ import annotations

import sys

import pytest
from laws_with_parameters import stored

from mexplore.discover.families.check import check_statement, contradiction, refuse_otherwise
from mexplore.discover.families.conditions import parts_of
from mexplore.discover.families.equality import compare_families
from mexplore.discover.families.fitting.members import sequences
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.study import FamilyStudy
from mexplore.discover.study.finding import FindingOf, Proof
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.errors import InputError
from mexplore.rules.parameters.constraint import all_hold
from mexplore.rules.parameters.ranges import RangeFamily
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.parameters.statements import PeriodStatement

ONE_AND_K = ParametricRule.parse("subtract(1, k) for k >= 2")


TWO, TWO_CLAIM = stored("two-elements")


def by_stored(family: ParametricRule, *_: object) -> FamilyStudy:
    """The laws of subtract(a, b) are those that are stored; no search."""
    assert family == TWO
    return FamilyStudy(TWO, (FindingOf(TWO_CLAIM, 0, Proof("digits", 1)),), "proved", 0.0)


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("period == k + 1 when k % 2 == 0", "proved"),
        ("period == 2 when k % 2 == 1", "proved"),
        ("period <= k + 1", "proved"),
        ("period != 3 when k > 2", "proved"),
        ("preperiod == 0", "proved"),
        ("period == k + 1", "refuted"),
        ("period < k + 1", "refuted"),
        ("preperiod >= 1", "refuted"),
        ("period == 2 when k % 2 != 0 and k % 3 != 1", "proved"),
    ],
)
def test_statements_of_one_family(statement: str, status: str) -> None:
    found = check_statement(ONE_AND_K, statement, 20.0)
    assert found.status == status
    assert found.words(statement).startswith(statement)


@pytest.mark.parametrize(
    ("condition", "empty"),
    [("k % 2 == 2", True), ("k < 1", True), ("k > 5000", False), ("k % 2 == 0", False)],
)
def test_a_statement_about_no_member_says_so(condition: str, empty: bool) -> None:
    statement = f"period <= k + 1 when {condition}"
    found = check_statement(ONE_AND_K, statement, 20.0)
    assert (found.status, found.is_empty) == ("proved", empty)
    assert ("none of which satisfies its condition" in found.words(statement)) == empty


def test_a_failure_far_outside_is_found_by_the_laws() -> None:
    """No member that is looked at first contradicts it."""
    found = check_statement(ONE_AND_K, "period <= 50", 20.0)
    assert found.status == "refuted" and found.first_failure == (("k", 50),)
    assert found.found == (0, 51)


def test_remainders_by_what_the_blocks_are() -> None:
    """b = 2ah + r: a + b is a period unless r < a, where a + b is one for every r <= a."""
    claim = "period <= a + b when b % (2*a) >= a"
    assert check_statement(TWO, claim, 20.0, study=by_stored).status == "proved"
    assert check_statement(TWO, "period <= a + b", 20.0, study=by_stored).status == "proved"
    other = check_statement(TWO, "period <= a + b when b % (3*a) != 1", 20.0, study=by_stored)
    assert other.status == "holds so far" and "a remainder of b" in other.unproved
    least = check_statement(TWO, "period == a + b when b < 3*a", 20.0, study=by_stored)
    assert least.status == "holds so far" and "not known to be the least" in least.unproved


def test_a_period_that_is_the_least_only_where_it_is_asked() -> None:
    """The law with r >= a has the least period but for r = a, which these statements leave out."""
    for condition in ("b % (2*a) != a", "b % (2*a) > a", "b % (2*a) < a"):
        claim = f"period == a + b when {condition}"
        assert check_statement(TWO, claim, 20.0, study=by_stored).status == "proved", claim
    false = check_statement(TWO, "period == a + b when b % (2*a) >= a", 20.0, study=by_stored)
    assert false.first_failure == (("a", 1), ("b", 3))


def test_parts_hold_every_member_that_satisfies_the_conditions() -> None:
    rule = ParametricRule.parse("subtract(a, b) for a >= 1, b > a")
    claims = ("b % (2*a) != a", "b % (2*a) >= a + 1", "b != 2*a", "b % (a + 1) == 1", "b < 3*a")
    names = [(name, Polynomial.name(name)) for name in rule.names]
    case = Case(rule.names, tuple(names), rule.where)
    for text in claims:
        claim = PeriodStatement.parse(f"period == 1 when {text}", rule.names)
        parts = list(parts_of(case, claim.when))
        for member in rule.members(12, 400):
            if claim.concerns(member):
                assert any(all_hold(part, member) for part in parts), (text, member)


def test_what_is_proved_is_true_of_members_by_brute_force() -> None:
    for statement in ("period <= a + b", "preperiod == 0", "period <= a + b when b % (2*a) < a"):
        assert check_statement(TWO, statement, 20.0, study=by_stored).status == "proved"
    members = list(TWO.members(40, 20))[::17]
    for member, found in zip(
        members, sequences([[m["a"], m["b"]] for m in members], 4096), strict=True
    ):
        assert found is not None and found.preperiod == 0
        assert found.period <= member["a"] + member["b"]


def test_without_a_solver_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    found = check_statement(ONE_AND_K, "period <= k + 1", 20.0)
    assert found.status == "holds so far" and "mexplore[families]" in found.unproved


def family(text: str) -> ParametricRule:
    return ParametricRule.parse(text)


def test_families_that_are_equal_for_all_members() -> None:
    """From G(n) = (n // k) mod 2 a move of 3k is one of k, as far as values go."""
    one, other = family("subtract(k) for k >= 1"), family("subtract(k, 3*k) for k >= 1")
    assert compare_families(one, other, 20.0).proof == "digits"


def test_families_that_differ() -> None:
    found = compare_families(
        family("subtract(k) for k >= 1"), family("subtract(k, 2*k) for k >= 1"), 20.0
    )
    assert found.difference == ({"k": 1}, 2) and not found.proof


def test_families_of_other_members_are_not_compared() -> None:
    with pytest.raises(InputError, match="the same --for"):
        compare_families(family("subtract(k) for k >= 1"), family("subtract(k) for k >= 2"), 1.0)


@pytest.mark.parametrize(
    ("statement", "status"),
    [
        ("period <= 4 when k + 4 % 4 == k", "refuted"),  # which is k == k
        ("period == k + 1 when k % 2 == 0 and not k < 4 or k == 2", "proved"),
        ("period == k + 1 when k % 2 == 1 implies k < 2", "proved"),
        ("period == 2 when k % 2 == 0 iff k < 0", "proved"),
        ("period == k + 1 when k + k % 2 == k", "proved"),
        ("period == k + 1 when k - k // 2 * 2 < 1", "holds so far"),
        ("period <= k + 1 when gcd(k, 6) == 1", "holds so far"),
        ("period == 2 when gcd(k, 2) == 2", "refuted"),
    ],
)
def test_conditions_bind_as_in_python(statement: str, status: str) -> None:
    """subtract(1, k) has the period 2, or k + 1 for even k (Winning Ways)."""
    found = check_statement(ONE_AND_K, statement, 20.0)
    assert found.status == status
    if found.first_failure is not None:
        assert ONE_AND_K.has(dict(found.first_failure))


def test_a_point_of_a_case_that_is_no_member_refutes_nothing() -> None:
    """The cases of b = (a + 2)h + r leave b % 3 == 0 out: they hold a = 4, b = 7, of period 6."""
    where = "a >= 3, b >= 3*a + 1, b % 3 == 0"
    rule = RangeFamily.parse(f"subtract(1..a + 1, b) for {where}")
    statement = "period >= 7 when a >= 4, a <= 5, b % (a + 2) == 1"
    found = check_statement(rule, statement, 20.0)
    assert found.status == "holds so far" and "which is no member" in found.unproved
    claim = PeriodStatement.parse(statement, rule.names)
    assert contradiction(rule, {"a": 4, "b": 7}, claim) is None
    false = PeriodStatement.parse("period >= 8 when a == 5", rule.names)
    assert contradiction(rule, {"a": 5, "b": 36}, false) == (0, 7)


def test_a_counterexample_that_the_definition_denies_is_not_shown() -> None:
    with pytest.raises(RuntimeError, match="by the definition k = 4 has not the period 3"):
        refuse_otherwise(ONE_AND_K, {"k": 4}, (0, 3))
    with pytest.raises(RuntimeError):
        refuse_otherwise(ONE_AND_K, {"k": 4}, (0, 10))  # a multiple of the least period
    with pytest.raises(RuntimeError):
        refuse_otherwise(ONE_AND_K, {"k": 4}, (1, 5))  # the least preperiod is 0
    refuse_otherwise(ONE_AND_K, {"k": 4}, (0, 5))

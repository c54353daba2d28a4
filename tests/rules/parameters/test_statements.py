"""Statements about the members of a family are read, or refused with the place."""

from __future__ import annotations

import pytest

from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.parameters.statements import PeriodStatement

NAMES = ("a", "b")


@pytest.mark.parametrize(
    ("text", "member", "concerned", "holds"),
    [
        ("period == a + b", {"a": 2, "b": 3}, True, False),
        ("period <= 2a(b + 1) - 1", {"a": 2, "b": 3}, True, True),
        ("period != 9 when a > 2", {"a": 2, "b": 3}, False, True),
        ("period < a*b when b % (2*a) != a and a < b", {"a": 1, "b": 4}, True, False),
        ("preperiod >= 0 when b % 2 == 0", {"a": 1, "b": 4}, True, True),
        ("preperiod > 0 when b % a >= 0", {"a": 0, "b": 4}, False, True),
    ],
)
def test_statements(text: str, member: dict[str, int], concerned: bool, holds: bool) -> None:
    """The member has the preperiod 0 and the period 9."""
    found = PeriodStatement.parse(text, NAMES)
    assert found.concerns(member) == concerned
    assert found.holds(member, 0, 9) == holds


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("", 0, "no statement"),
        ("G(n) = 3", 0, "no statement"),
        ("period = 3", 7, "a comparison is missing"),
        ("period == c", 10, "c is no name of the family"),
        ("period == a when", 16, "something is missing"),
        ("period == a when b", 18, "a comparison is missing"),
        ("period == a or 3 == 3", 12, "unexpected 'or'"),
        ("period == __import__(1)", 10, "no name of the family"),
    ],
)
def test_what_is_refused(text: str, place: int, problem: str) -> None:
    with pytest.raises(RuleSyntaxError) as error:
        PeriodStatement.parse(text, NAMES)
    assert error.value.position == place
    assert problem in str(error.value)

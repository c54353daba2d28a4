"""Unions: canonical shape, places of errors, and values against the definition."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import divisions, subtractions

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.union.rule import union_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition

PARTS = st.lists(st.one_of(subtractions(), divisions()), min_size=1, max_size=4)


@settings(deadline=None)  # the first call compiles
@given(PARTS)
def test_round_trip_and_values(parts: list[Rule]) -> None:
    rule = union_of(parts)
    assert parse_rule(str(rule)) == rule
    assert parse_rule(" or ".join(map(str, parts))) == rule
    options = {heaps for part in parts for n in (17,) for heaps in part.options(n)}
    assert set(rule.options(17)) == options
    assert grundy_values(rule, 120).tolist() == grundy_by_definition(rule, 120)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("divide(2) or subtract(1)", "subtract(1) or divide(2)"),
        ("subtract(1) or subtract(2)", "subtract(1, 2)"),
        ("divide(2) or divide(2)", "divide(2)"),
        ("divide(3) or divide(2, ceil)", "divide(2, ceil) or divide(3)"),
        ("subtract(squares) or subtract(4, 5)", "subtract(5, squares)"),
        ("subtract(all but 2, 3) or subtract(all but 3, 7)", "subtract(all but 3)"),
    ],
)
def test_canonical_text(text: str, canonical: str) -> None:
    assert str(parse_rule(text)) == canonical


def test_parts_are_exposed() -> None:
    rule = parse_rule("subtract(1) or divide(2)")
    assert rule == union_of([Subtraction((1,)), Division((2,))])


def test_mixed_game_by_hand() -> None:
    # From n: n - 1 and floor(n/2). G(1) = 1, G(2) = mex {1, 1} = 0, G(3) = mex {0, 1} = 2,
    # G(4) = mex {2, 0} = 1, G(5) = mex {1, 0} = 2, G(6) = mex {2, 2} = 0.
    values = grundy_values(parse_rule("subtract(1) or divide(2)"), 7)
    assert values.tolist() == [0, 1, 0, 2, 1, 2, 0]


CONDITION = "n % 2 or n > 10**7"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (f"n -> [n - 1] if {CONDITION} else []", "n -> [n - 1] if ({}) else []"),
        (f"n->[n - 1] if {CONDITION} or n == 4 else []", "n -> [n - 1] if ({} or n == 4) else []"),
        (
            f"n -> [n - 1] if {CONDITION} else [] or divide(2)",
            "divide(2) or n -> [n - 1] if ({}) else []",
        ),
        (
            f"n -> [n - 3] or n -> [n - 5, n // 2] if {CONDITION} else [] or 0.3",
            "subtract(1, 3) or n -> [n - 5, n // 2] if ({}) else []",
        ),
        ("n -> [n - 1] or kayles", "0.77"),
        ("n -> [n - 1] or n -> [n - 2]", "subtract(1, 2)"),
    ],
)
def test_an_or_within_an_expression_joins_no_rules(text: str, canonical: str) -> None:
    assert str(parse_rule(text)) == canonical.format(CONDITION)


@pytest.mark.parametrize(
    ("text", "place"),
    [("n -> [n - 1] if n % 2 or n > 7 else [", 5), ("n -> [n - 1] or [n - 2]", 16)],
)
def test_an_or_that_ends_an_expression_is_said_to_do_so(text: str, place: int) -> None:
    with pytest.raises(RuleSyntaxError, match="'or' outside brackets begins another") as caught:
        parse_rule(text)
    assert caught.value.position == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("subtract(1) or", 14),
        ("or subtract(1)", 0),
        ("subtract(1) or subtract(0)", 24),
        ("subtract(1) or  hello", 16),
        ("subtract(1) or or divide(2)", 14),
        ("subtract(1 or divide(2)", 11),
    ],
)
def test_malformed_union_names_the_place(text: str, place: int) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert caught.value.position == place, str(caught.value)

"""Every family of rules: notation, definition, kernel agree."""

from __future__ import annotations

import pytest

import rules.families
from rules.computing.grundy import grundy_values
from rules.errors import RuleSyntaxError
from rules.families.union.rule import Union, part_places
from rules.members import members
from rules.notation import parse_rule
from rules.rule import Rule, grundy_by_definition

FAMILIES = members(rules.families, Rule)
EXAMPLES = [(family, text) for family in FAMILIES for text in getattr(family, "examples", ())]


@pytest.mark.parametrize("family", FAMILIES)
def test_family_has_examples_and_leaves_other_notations_alone(family: type[Rule]) -> None:
    assert getattr(family, "examples", ()), "give the family a ClassVar tuple `examples`"
    assert family.parse("no notation at all") is None
    for other, text in EXAMPLES:
        if len(part_places(text)) > 1 and family is not Union:
            continue  # a union reaches the other families part by part
        assert (family.parse(text) is not None) == (other is family), text


@pytest.mark.parametrize(("family", "text"), EXAMPLES)
def test_example_is_canonical_and_kernel_equals_definition(family: type[Rule], text: str) -> None:
    rule = parse_rule(text, allow_python=True)
    assert isinstance(rule, family)
    assert str(rule) == text
    assert parse_rule(str(rule), allow_python=True) == rule
    assert rule.words().endswith(".")
    if family.runs_python:
        return  # the example names no file; tests/test_function.py writes some
    assert grundy_values(rule, 60).tolist() == grundy_by_definition(rule, 60)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("subtract()", 9),
        ("subtract(0)", 9),
        ("subtract(-1)", 9),
        ("subtract(1, 0)", 12),
        ("subtract(1", 10),
        ("subtract(3..1)", 9),
        ("subtract(1) x", 12),
        ("divide(1)", 7),
        ("divide(0)", 7),
        ("divide()", 7),
        ("divide(2, ceiling)", 10),
        ("", 0),
        ("   ", 0),
        ("hello", 0),
    ],
)
def test_malformed_text_names_the_place(text: str, place: int) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert caught.value.position == place
    assert "\n" not in str(caught.value)
    assert "^" in str(caught.value)

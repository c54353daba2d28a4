"""Every family of rules: notation, definition, kernel agree."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from damaged_texts import damaged
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import divisions, expressions, intervals, subtractions

import mexplore.rules.families
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.families.union.rule import Union
from mexplore.rules.members import likely_members, members
from mexplore.rules.moves.written import as_expression
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule, grundy_by_definition
from mexplore.rules.text.sentences import part_places

FAMILIES = members(mexplore.rules.families, Rule)
EXAMPLES = [(family, text) for family in FAMILIES for text in getattr(family, "examples", ())]


@pytest.mark.parametrize("family", FAMILIES)
def test_family_has_examples_and_leaves_other_notations_alone(family: type[Rule]) -> None:
    assert getattr(family, "examples", ()), "give the family a ClassVar tuple `examples`"
    assert family.parse_with("no notation at all", parse_rule) is None
    for other, text in EXAMPLES:
        if len(part_places(text)) > 1 and family is not Union:
            continue  # a union reaches the other families part by part
        assert (family.parse_with(text, parse_rule) is not None) == (other is family), text


def test_a_text_that_does_not_look_like_a_family_is_none_of_its_texts() -> None:
    texts, pick = [text for _, text in EXAMPLES], Random("looks")
    scraps = [*".:[]{}()!?=*0123456789ABCz", "->", " or ", "subtract", "leave", " ", "\n", ".py:f"]
    for trial in range(3000):
        text = pick.choice(texts)
        text = damaged(pick, text, texts, scraps).strip() if trial >= len(texts) else text
        likely = {Union, *likely_members(mexplore.rules.families, Rule, text)}  # type: ignore[type-abstract]
        for family in set(FAMILIES) - likely:
            assert family.parse(text) is None, text


@pytest.mark.parametrize(("family", "text"), EXAMPLES)
def test_example_is_canonical_and_kernel_equals_definition(family: type[Rule], text: str) -> None:
    rule = parse_rule(text, allow_python=True)
    assert isinstance(rule, family)
    assert str(rule) == text
    assert parse_rule(str(rule), allow_python=True) == rule
    assert rule.words().endswith(".")
    if family.runs_python:
        return  # the example names no file; tests/test_function.py writes some
    # A heap of 60 has a million splits into any number of heaps.
    stop = 60 if not isinstance(rule, TakeAndBreak) or rule.most_heaps in (1, 2, 3) else 45
    assert grundy_values(rule, stop).tolist() == grundy_by_definition(rule, stop)


@pytest.mark.parametrize("text", [text for family, text in EXAMPLES if not family.runs_python])
def test_the_expression_of_a_rule_lists_its_options(text: str) -> None:
    _compare_expression(parse_rule(text), range(40))


@settings(deadline=None, max_examples=60)
@given(st.one_of(subtractions(), divisions(), intervals(), expressions()))
def test_the_expression_of_a_random_rule_lists_its_options(rule: Rule) -> None:
    _compare_expression(rule, (0, 1, 2, 7, 30))


def _compare_expression(rule: Rule, sizes: Iterable[int]) -> None:
    listed = as_expression(rule)
    if listed is None:
        return
    same = Expression("n", listed)
    assert Expression.parse(str(same)) == same
    for n in sizes:
        assert set(map(sorted_heaps, same.options(n))) == set(map(sorted_heaps, rule.options(n)))


def sorted_heaps(heaps: Heaps) -> Heaps:
    return tuple(sorted(heaps))


def test_most_families_have_an_expression() -> None:
    texts = ["subtract(1, 3, odd)", "subtract(all but 2)", "divide(2, ceil)", "remove(1 .. n//2)"]
    for text in [*texts, "subtract(1) or divide(2)", "m -> [m - 1 if m % 2 else m // 2]"]:
        assert as_expression(parse_rule(text)) is not None, text
    assert as_expression(parse_rule("subtract(fibonacci)")) is None
    assert as_expression(parse_rule("subtract(1..60) or divide(2)")) is None


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

"""The notation of families of codes: 0.1{k}5."""

from __future__ import annotations

import pytest

from mexplore.discover.kinds import kind_of
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.parameters.codes import CodeFamily, WideCode
from mexplore.rules.rule import grundy_by_definition


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("0.1{k}5 for k >= 1", "0.1{k}5 for k >= 1"),
        (".1{ k }5 for 1 <= k", "0.1{k}5 for k >= 1"),
        ("0.1{k}15{2*m - 1}0 for k >= 0, m > k", "0.1{k + 1}5{2*m - 1} for k >= 0, m >= k + 1"),
        ("4.0{k}3 for k >= 1", "4.0{k}3 for k >= 1"),
        ("0.1{k}1{-k}5{k}7 for k >= 1", "0.5{k}7 for k >= 1"),
    ],
)
def test_canonical_text_is_read_again(text: str, canonical: str) -> None:
    rule = CodeFamily.parse(text)
    assert str(rule) == canonical
    assert CodeFamily.parse(canonical) == rule
    assert kind_of(text).name == "families of codes"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0.1{k}5", "the constraints are missing"),
        ("0.1{k5 for k >= 1", "the brace is not closed"),
        ("0.1{k*k}5 for k >= 1", "not linear"),
        ("0.1{k}5 for k >= 1, m >= 2", "m repeats no digit"),
        ("0.1{k}5{m} for k >= 1", "m is in the rule and in no constraint"),
        ("0.15 for k >= 1", "no digit is repeated by name"),
        ("0.1{k}9 for k >= 1", "no digit of an octal game"),
        ("7.1{k} for k >= 1", "stands in front of the point"),
        ("0.1{} for k >= 1", "unexpected|missing"),
        ("0.1{k}0{k - 3}5 for k >= 1", "below 0 for k = 1"),
        ("0.1{for}5 for k >= 1", "no name of a number"),
    ],
)
def test_bad_input(text: str, problem: str) -> None:
    with pytest.raises(RuleSyntaxError, match=problem):
        CodeFamily.parse(text)


def test_families_without_members_are_refused() -> None:
    pytest.importorskip("z3")
    with pytest.raises(RuleSyntaxError, match="contradict each other"):
        kind_of("0.1{k}5 for k >= 2, k <= 1").parse("0.1{k}5 for k >= 2, k <= 1")


def test_members() -> None:
    rule = CodeFamily.parse("0.1{k}25{m} for k >= 0, m >= 1")
    assert str(rule.member(k=0, m=2)) == "0.255"
    assert str(rule.member(k=3, m=1)) == "0.11125"
    for values in ({"k": -1, "m": 1}, {"k": 2}, {"k": 1, "m": 0}):
        with pytest.raises(InputError):
            rule.member(**values)
    fewer = CodeFamily.parse("0.1{k - 3}5 for k >= 3")
    with pytest.raises(InputError, match="no member"):
        fewer.member(k=1)


def test_a_member_with_many_digits_is_the_same_game() -> None:
    rule = CodeFamily.parse("0.3{k}07 for k >= 1")
    wide = rule.member(k=10**30)
    assert str(wide) == f"0.3{{{10**30}}}07"
    assert isinstance(wide, WideCode)
    for k in (1, 4):
        moves = tuple((d, low.at({"k": k}), high.at({"k": k})) for d, low, high in rule.removals())
        values = grundy_by_definition(WideCode("", moves), 30)
        assert values == grundy_by_definition(rule.member(k=k), 30)

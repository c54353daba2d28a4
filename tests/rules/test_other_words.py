"""The same rule in other words is read as the same rule."""

from __future__ import annotations

import pytest
from other_words import in_other_words, rules

from mexplore.rules.moves.eventual import eventually
from mexplore.rules.moves.written import in_plain_words
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

RULES = rules()


def seen(rule: Rule) -> str:
    """What theorems see of it: a rule of a simpler family, or the list in its simplest form."""
    found = eventually(rule)
    same = found.rule if found is not None and found.first == 0 else rule
    return f"n -> {in_plain_words(same)}" if same.family == "expression" else str(same)


def options(rule: Rule) -> set[tuple[int, ...]]:
    return {tuple(sorted(option)) for option in rule.options(17)}


def check(texts: list[str]) -> int:
    """How many other ways were read as the same rule: all."""
    read = 0
    for text in texts:
        rule = parse_rule(f"n -> {text}")
        for way, other in in_other_words(text):
            again = parse_rule(other)
            assert seen(again) == seen(rule), (way, other)
            assert options(again) == options(rule), (way, other)
            read += 1
    return read


def test_forty_rules_in_ten_ways() -> None:
    assert len(set(RULES)) == 200
    assert check(RULES[::5]) == 400


@pytest.mark.slow
def test_two_hundred_rules_in_ten_ways() -> None:
    assert check(RULES) == 2000

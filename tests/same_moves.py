"""A rule as it is read, held against the list of options as it is written."""

from __future__ import annotations

from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule


def options(rule: Rule, n: int) -> set[Heaps]:
    return {tuple(sorted(heaps)) for heaps in rule.options(n)}


def check_same(text: str, furthest: int) -> Rule:
    """The rule of the text, after comparing it with the list as it is written."""
    plain, rule = Expression.parse(text), parse_rule(text)
    assert plain is not None
    assert parse_rule(str(rule)) == rule, text
    for n in range(furthest):
        assert options(rule, n) == options(plain, n), (text, str(rule), n)
    return rule

"""Every rule that is read reaches one form: it is read back alike, and has exactly the moves of the
text as written."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import codes, divisions, expressions, intervals, subtractions

import mexplore.rules.families
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.members import members
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Heaps, Rule, grundy_by_definition

FAMILIES = members(mexplore.rules.families, Rule)


def as_written(text: str) -> Rule:
    """The rule of one family as it is written, without any simplification."""
    found: list[Rule | None] = [family.parse(text) for family in FAMILIES]
    return next(rule for rule in found if rule is not None)


def options(rule: Rule, n: int) -> set[Heaps]:
    return {tuple(sorted(heaps)) for heaps in rule.options(n)}


def check_form(parts: list[str], furthest: int) -> Rule:
    text = " or ".join(parts)
    rule, written = parse_rule(text), [as_written(part) for part in parts]
    assert parse_rule(str(rule)) == rule, text
    assert rule.simplest() == rule, text
    for n in range(furthest):
        expected = set[Heaps]().union(*(options(part, n) for part in written))
        assert options(rule, n) == expected, (text, str(rule), n)
    return rule


def random_part(pick: random.Random) -> str:  # noqa: PLR0911
    a, b, c, m = pick.randint(1, 5), pick.randint(0, 6), pick.randint(1, 4), pick.randint(2, 6)
    match pick.randrange(9):
        case 0:
            digits = "".join(pick.choice("01234567") for _ in range(pick.randint(1, 3)))
            block = pick.choice(["", "", "[3]", "[03]", "[30]", "[12]"])
            return f"{pick.choice(['0', '0', '4', '4!'])}.{digits}{block}"
        case 1:
            named = pick.choice(
                ["", ", odd", ", even", ", squares", f", residues({c} mod {c + a})"]
            )
            return f"subtract({a}, {a + b}{named})"
        case 2:
            return f"divide({m}, {m + b}{pick.choice(['', ', ceil'])})"
        case 3:
            verb, low = (
                pick.choice(["leave", "remove"]),
                pick.choice([str(b), f"n - {b}", f"n//{m}"]),
            )
            return f"{verb}({low} .. {pick.choice([f'n - {c}', f'n//{c}', str(a + b), 'n'])})"
        case 4:
            return f"n -> [n - {a}, n // {m}, n - 2**{c}]"
        case 5:
            return f"n -> range(n - {a + b}, n{pick.choice(['', f' - {c}'])})"
        case 6:
            test = pick.choice([f"k % {m} == {c % m}", f"k % {m} or k < {a}", f"k not in [{a}]"])
            return f"n -> [n - k for k in range({c}, n + 1) if {test}]"
        case 7:
            return f"n -> [(k, n - {c} - k) for k in range({pick.randint(0, 2)}, n - {b % 3})]"
        case _:
            return f"n -> [max(n - {a}, 0)] if n > {pick.randint(0, 2)} else []"


@pytest.mark.parametrize("count", [120, pytest.param(6000, marks=pytest.mark.slow)])
def test_random_rules_and_unions(count: int) -> None:
    pick = random.Random(f"forms {count}")
    for _ in range(count):
        parts = [random_part(pick) for _ in range(pick.choice([1, 1, 2, 3]))]
        try:
            for part in parts:
                parse_rule(part)
        except MexploreError:
            continue  # a heap need not get smaller
        check_form(parts, 16)


@pytest.mark.parametrize("count", [6, pytest.param(300, marks=pytest.mark.slow)])
def test_values_are_those_of_the_text_as_written(count: int) -> None:
    pick = random.Random(f"values {count}")
    done = 0
    while done < count:
        text = random_part(pick)
        try:
            rule = parse_rule(text)
        except MexploreError:
            continue
        if isinstance(rule, Expression):
            continue  # its own tests compare those, and each is compiled
        done += 1
        assert grundy_values(rule, 60).tolist() == grundy_by_definition(as_written(text), 60), text


PARTS = st.one_of(
    subtractions().map(str), divisions().map(str), intervals().map(str), codes(),
    expressions().map(str),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.lists(PARTS, min_size=1, max_size=3))
def test_any_rules(parts: list[str]) -> None:
    try:
        for part in parts:
            parse_rule(part)
    except MexploreError:
        return
    check_form(parts, 7)

"""Sets of residue classes: one canonical text, the same members, and lists that are such sets."""

from __future__ import annotations

import random

import pytest

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition
from mexplore.rules.sets.multiples import Multiples
from mexplore.rules.sets.named import NamedSet
from mexplore.rules.sets.odd import Odd
from mexplore.rules.sets.powers import Powers
from mexplore.rules.sets.residues import Residues, canonical
from mexplore.rules.sets.squares import Squares


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("subtract(residues(1, 3 mod 4))", "subtract(odd)"),
        ("subtract(1, 6, residues(1 mod 5 from 11))", "subtract(residues(1 mod 5))"),
        ("subtract(2, residues( 1 mod 5 from 7 ))", "subtract(2, residues(1 mod 5 from 11))"),
        ("subtract(2, residues(1 mod 5))", "subtract(2, residues(1 mod 5))"),
        ("subtract(residues(0 mod 1 from 4))", "subtract(all but 1..3)"),
        ("subtract(residues(0 mod 3), even)", "subtract(residues(0, 2, 3, 4 mod 6))"),
        ("subtract(residues(0,1 mod 2))", "subtract(multiples(1))"),
        ("subtract(3, residues(0 mod 4))", "subtract(3, multiples(4))"),
        ("subtract(16, residues(1, 4 mod 8), squares)", "subtract(residues(1, 4 mod 8), squares)"),
    ],
)
def test_canonical_text(text: str, written: str) -> None:
    assert str(parse_rule(text)) == written
    assert parse_rule(written) == parse_rule(text)


@pytest.mark.parametrize("count", [300, pytest.param(20_000, marks=pytest.mark.slow)])
def test_a_union_of_sets_has_the_members_of_all_and_round_trips(count: int) -> None:
    pick = random.Random(1)
    others: list[NamedSet] = [Odd(), Multiples(3), Multiples(4), Squares(), Powers(3)]
    for _ in range(count):
        named: list[NamedSet] = []
        for _ in range(pick.randint(1, 2)):
            m = pick.randint(1, 8)
            classes = tuple(sorted(pick.sample(range(m), pick.randint(1, m))))
            named.append(Residues(m, classes, pick.choice([1, 1, pick.randint(1, 20)])))
        named += [pick.choice(others)] if pick.random() < 0.5 else []
        members = pick.sample(range(1, 25), pick.randint(0, 4))
        missing = pick.choice([None, None, None, pick.sample(range(1, 12), 3)])
        rule = Subtraction.of(members, named, missing)
        expected = {
            k
            for k in range(1, 200)
            if k in members
            or any(k in part for part in named)
            or (missing is not None and k not in missing)
        }
        assert set(rule.upto(199)) == expected, (members, named, missing)
        assert parse_rule(str(rule)) == rule


def test_canonical_depends_on_the_set_alone() -> None:
    pick = random.Random(2)
    for _ in range(300):
        m, start = pick.randint(1, 6), pick.randint(1, 15)
        chosen = {k for k in range(1, start) if pick.random() < 0.5}
        classes = {r for r in range(m) if pick.random() < 0.5}
        found = {
            canonical(
                lambda k, m=m, start=start, chosen=chosen, classes=classes: (  # type: ignore[misc]
                    k in chosen if k < start else k % m in classes
                ),
                start + later,
                m * times,
            )
            for later in (0, 1, 7)
            for times in (1, 2, 3)
        }
        assert len(found) == 1


@pytest.mark.parametrize(
    ("condition", "written"),
    [
        ("k % 5 == 1 or k == 2", "subtract(2, residues(1 mod 5))"),
        ("k % 4 != 0", "subtract(residues(1, 2, 3 mod 4))"),
        ("k % 2", "subtract(odd)"),
        ("k != 7 and k >= 3", "subtract(all but 1, 2, 7)"),
        ("k % 6 == 3 and 10 < k", "subtract(residues(3 mod 6 from 15))"),
        ("k % 4 == 0 or k in [3, 9]", "subtract(3, 9, multiples(4))"),
        ("k < 5 and not k == 3", "subtract(1, 2, 4)"),
        ("gcd(k, 6) == 1", "subtract(residues(1, 5 mod 6))"),
        ("(k + 1) % 3 == 0", "subtract(residues(2 mod 3))"),
        ("k * k % 5 == 1", "subtract(residues(1, 4 mod 5))"),
        ("k // 3 % 2 == 0", "subtract(residues(0, 1, 2 mod 6))"),
        ("k % 3 < n", None),
    ],
)
def test_conditions_on_residues_are_sets(condition: str, written: str | None) -> None:
    text = f"n -> [n - k for k in range(1, n + 1) if {condition}]"
    rule, plain = parse_rule(text), Expression.parse(text)
    assert plain is not None
    if written is None:
        assert isinstance(rule, Expression)
        return
    assert str(rule) == written
    assert parse_rule(written) == rule
    for n in range(60):
        assert set(rule.options(n)) == set(plain.options(n)), n
    assert grundy_values(rule, 200).tolist() == grundy_by_definition(plain, 200)


def test_steps_are_residues() -> None:
    for first, step in ((1, 3), (4, 3), (2, 5), (3, 3), (5, 2)):
        text = f"n -> [n - k for k in range({first}, n + 1, {step})]"
        rule, plain = parse_rule(text), Expression.parse(text)
        assert plain is not None
        assert isinstance(rule, Subtraction)
        for n in range(40):
            assert set(rule.options(n)) == set(plain.options(n)), (text, n)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("subtract(residues(5 mod 5))", 17),
        ("subtract(residues)", 17),
        ("subtract(residues(1 mod 5)", 26),
        ("subtract(residues(1 mod 0))", 17),
        ("subtract(residues(1 mod 5 from 0))", 17),
        ("subtract(residues(1, mod 5))", 17),
        ("subtract(residues(1 mod 99999))", 17),
    ],
)
def test_malformed_residues_name_the_place(text: str, place: int) -> None:
    with pytest.raises(RuleSyntaxError) as caught:
        parse_rule(text)
    assert caught.value.position == place

"""Every law of the library of families is verified; members are recognised."""

from __future__ import annotations

import pytest

from mexplore.discover.families.library import families_of, shipped_families, shipped_law
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.patterns.members import by_definition, first_terms
from mexplore.discover.verifying import remark_on, verify
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.notation import parse_rule
from mexplore.rules.parameters.rule import ParametricRule

SMALL = [
    "two-elements",
    "two-consecutive",
    "one-k",
    "consecutive-triple",
    "all-but-one",
    "one-range",
]
SMALL += ["fives-and-seven"]
LARGE = sorted(set(shipped_families()) - set(SMALL))


@pytest.mark.parametrize(
    "name", [*SMALL, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)]
)
def test_certificates_are_valid(name: str) -> None:
    family = shipped_families()[name]
    assert family.certificate["rule"] == str(family.rule)
    assert family.law.about_all
    verdict = verify(family.certificate)
    assert verdict.valid, verdict.reason


@pytest.mark.parametrize("name", sorted(shipped_families()))
def test_sentences_are_those_of_today(name: str) -> None:
    """A certificate with an older one is valid, but with a remark."""
    assert remark_on(shipped_families()[name].certificate) == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(shipped_families()))
def test_the_referee_agrees(name: str) -> None:
    verdict = verify(shipped_families()[name].certificate, by_definition=True)
    assert verdict.valid, verdict.reason


@pytest.mark.parametrize("name", sorted(shipped_families()))
def test_values_of_members_by_brute_force(name: str) -> None:
    """A few members, farther out than those that the detector sees."""
    family = shipped_families()[name]
    law = family.law
    members = list(family.rule.members(33, 29))
    for member in members[:: max(1, len(members) // 3)]:
        found = law.law_of(family.rule, member)
        assert found is not None
        values = first_terms(family.rule, member, 400)
        assert [found[0].value_at(n, found[1]) for n in range(400)] == values


def test_the_additive_law() -> None:
    """b = 2ah + r: the period is 2b + 2a - r for r >= a, 2b for r = 0, else a(2b + r)/gcd(a, r)."""
    family = shipped_families()["additive"]
    law = family.law
    for a, b, period in [(5, 8, 18), (5, 20, 40), (5, 19, 39), (6, 15, 66), (6, 16, 108)]:
        h, r = divmod(b, 2 * a)
        found = law.law_of(family.rule, {"a": a, "b": b})
        assert found is not None and h >= 0 and r >= 0
        assert found[0].period_at(found[1]) == period
        values = by_definition([a, b, a + b], 3 * period + a + b)
        assert values[period:] == values[: len(values) - period]
        assert all(values[p:] != values[:-p] for p in range(1, period) if period % p == 0)


def test_members_are_recognised() -> None:
    def names(*amounts: int) -> dict[str, dict[str, int]]:
        return {family.name: v for family, v in families_of(Subtraction.of(amounts))}

    assert names(7, 8, 1000) == {"consecutive-and-b": {"a": 7, "b": 1000}}
    assert names(4, 9, 13) == {"additive": {"a": 4, "b": 9}}
    assert names(9, 19, 29) == {"k-double-triple": {"k": 9}}
    assert names(9, 19, 30) == {}
    assert names(2, 4, 8, 16, 32, 64, 128) == {}
    assert list(families_of(parse_rule("subtract(primes)"))) == []


@pytest.mark.parametrize("name", sorted(shipped_families()))
def test_members_of_every_family_are_recognised(name: str) -> None:
    family = shipped_families()[name].rule
    for values in list(family.members(12, 1))[-3:]:
        game = family.member(**values)
        found = {known.name: values for known, values in families_of(game)}
        assert family.member(**found[name]) == game


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("remove(2 .. 7)", {"one-range": {"k": 2, "m": 7}}),
        ("subtract(1..4, 9)", {"range-and-one": {"k": 4, "m": 9}}),
        ("subtract(all but 2, 7)", {"all-but-two": {"a": 2, "b": 7}}),
        ("subtract(all but 6, 7)", {"all-but-two": {"a": 6, "b": 7}}),
        ("0.1115", {"ones-and-five": {"k": 3}}),
        ("0.1151", {}),
        ("4.1115", {}),
        ("0.11[15]", {}),
        ("divide(2..6)", {}),
    ],
)
def test_members_of_ranges_and_codes(text: str, found: dict[str, dict[str, int]]) -> None:
    assert {family.name: v for family, v in families_of(parse_rule(text))} == found


def test_the_order_in_which_a_family_is_written_does_not_matter() -> None:
    rule = ParametricRule.parse("subtract(a + b, b, a) for b > a, a >= 1")
    known = shipped_law(rule)
    assert known is not None and known.name == "additive"
    assert shipped_law(ParametricRule.parse("subtract(a, b, a + b) for b > a, a >= 2")) is None


@pytest.mark.parametrize("name", ["range-and-one", "ones-and-five"])
def test_other_kinds_of_families_come_from_the_library_too(name: str) -> None:
    family = shipped_families()[name]
    found = study_of_family(family.rule)
    assert (found.library, found.family_status) == (name, "proved")
    assert found.certificate == family.certificate


def test_a_law_of_the_library_is_proved_again() -> None:
    found = study_of_family(ParametricRule.parse("subtract(b, a) for a >= 1, b > a"))
    assert found.library == "two-elements"
    assert found.family_status == "proved" and found.confirmation.members > 0

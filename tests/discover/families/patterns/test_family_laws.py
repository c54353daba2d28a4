"""Laws with parameters: values of members, splits, and what is written and read back."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from laws_with_parameters import NAMES, stored

from mexplore.discover.families.patterns.digits import digits_of
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.members import known_members
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.patterns.splits import Blocks, Residues, Split, cases_of, place_in
from mexplore.discover.families.patterns.writing import read_law, write_law
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.errors import MexploreError
from mexplore.rules.parameters.rule import ParametricRule

A = Polynomial.name("a")


@pytest.mark.parametrize("name", NAMES)
def test_stored_laws_agree_with_the_first_members(name: str) -> None:
    rule, claim = stored(name)
    members = islice(rule.members(40), 40)
    assert claim.first_failure(known_members(rule, members, 150)) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_value_is_a_failure(name: str) -> None:
    rule, claim = stored(name)
    member = next(m for m in rule.members(20) if claim.law_of(rule, m) is not None)
    known = known_members(rule, iter([member]), 60)
    values, terms = known.terms[0]
    wrong = [*terms[:50], terms[50] + 1, *terms[51:]]
    failed = claim.first_failure(type(known)(rule, [(values, wrong)]))
    assert failed == (tuple(sorted(member.items())), 50)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_read_back(name: str) -> None:
    _, claim = stored(name)
    text = json.dumps(claim.parameters())
    assert FamilyLaw.from_parameters(json.loads(text)) == claim


def test_huge_members_are_told_by_digits() -> None:
    rule, claim = stored("two-elements")
    a, b = 10**50, 3 * 10**51 + 7
    found = claim.law_of(rule, {"a": a, "b": b})
    assert found is not None
    law, placed = found
    assert law.period_at(placed) == a + b  # b = 2a*15 + 7: Winning Ways, two elements


def test_a_law_with_phases_says_nothing_of_other_rotations() -> None:
    rule, claim = stored("additive-lower")
    found = next(f for m in rule.members(20) if (f := claim.law_of(rule, m)) is not None)
    law, placed = found
    x = digits_of(law, placed, 5 * law.period_at(placed) + 3)
    assert x is not None
    assert law.keeps_invariants(x, placed)
    (phase,) = law.phases
    free, a = law.digits.index(phase.free), phase.modulus.at(placed)
    moved = [(*x[:free], x[free] + more, *x[free + 1 :]) for more in range(1, a + 1)]
    assert [law.keeps_invariants(y, placed) for y in moved] == [False] * (a - 1) + [True]


@pytest.mark.parametrize(
    ("split", "number"),
    [
        ((), 1),
        ((Residues("a", 3, "k"),), 3),
        ((Blocks("b", 2 * A, "h", "r"),), 2),
        ((Blocks("b", A, "h", "r", 3), Residues("h", 2, "i")), 5),
        ((Residues("a", 2, "k"), Blocks("b", 2 * Polynomial.name("k") + 1, "h", "r")), 4),
    ],
)
def test_each_member_is_in_one_case(split: Split, number: int) -> None:
    rule = ParametricRule.parse("subtract(a, b) for a >= 1, b > a")
    cases = cases_of(rule, split)
    assert len(cases) == number
    for values in rule.members(12):
        placed = [(case, place_in(split, case, values)) for case in cases]
        (found,) = [(case, names) for case, names in placed if names is not None]
        case, names = found
        assert tuple(sorted(names)) == tuple(sorted(case.names))
        assert {n: m.at(names) for n, m in case.meanings} == values
        assert all(constraint.holds(names) for constraint in case.domain)
        assert all(c.form.is_linear for c in case.domain)


@pytest.mark.parametrize(
    "split",
    [
        (Residues("c", 2, "k"),),
        (Residues("a", 1, "k"),),
        (Residues("a", 2, "b"),),
        (Residues("a", 2, "a"),),
        (Blocks("b", A * A, "h", "r"),),
        (Blocks("b", A, "h", "h"),),
        (Blocks("b", Polynomial.name("b"), "h", "r"),),
        (Blocks("b", Polynomial.name("c"), "h", "r"),),
        (Blocks("b", A, "h", "r", 0),),
    ],
)
def test_other_steps_are_refused(split: Split) -> None:
    rule = ParametricRule.parse("subtract(a, b) for a >= 1, b > a")
    with pytest.raises(ValueError, match=r"name|modulus|apart|linear"):
        cases_of(rule, split)


def _law() -> dict[str, Any]:
    _, claim = stored("two-elements")
    return write_law(claim.laws[0].law)


@pytest.mark.parametrize(
    "change",
    [
        {"digits": ["q", "i", "a"]},
        {"digits": ["q", "i"]},
        {"digits": ["q", "i", "j)(assert false"]},
        {"cell": ["a >= 1\n(assert false)"]},
        {"cell": ["a >= 1, r >= 2"]},
        {"cell": ["a >= 1 or 0"]},
        {"cell": ["q >= 1"]},
        {"cell": [1]},
        {"cell": "a >= 1"},
        {"pieces": [{"where": [], "value": -1, "part": "per"}]},
        {"pieces": [{"where": [], "value": True, "part": "per"}]},
        {"pieces": [{"where": [], "value": 5, "part": "per"}]},
        {"pieces": [{"where": [], "value": 1, "part": "per\n(assert false)"}]},
        {"pieces": [{"where": [], "value": 1, "part": "per", "why": ""}]},
        {"period": "a"},
        {"preperiod": "1"},
        {"facts": [{"reason": "", "smt": "false"}]},
        {"free": ["j"]},
        {"free": ["z"]},
        {"start": ["0", "0", "z"]},
        {"start": ["0", "0", "__import__('os')"]},
        {"reduced": 1},
    ],
)
def test_what_is_no_law_is_refused(change: dict[str, Any]) -> None:
    assert isinstance(read_law(_law()), DigitLaw)
    with pytest.raises((ValueError, TypeError, KeyError, MexploreError)):
        read_law({**_law(), **change})

"""Claims about families that are not true, and certificates that were altered: none is believed."""

from __future__ import annotations

import ast
import copy
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from altered_laws import altered, same, wrong_at_members
from laws_with_parameters import NAMES, stored

import mexplore.discover.families.codes
import mexplore.discover.families.patterns
import mexplore.discover.families.ranges
import mexplore.discover.families.solvers
import mexplore.discover.families.theorems
import mexplore.rules.parameters
from mexplore.discover.families.patterns.members import known_members
from mexplore.discover.families.patterns.pattern import CaseLaw, FamilyLaw
from mexplore.discover.families.patterns.splits import Blocks
from mexplore.discover.families.patterns.writing import read_law, write_law
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.theorems.by_cases import Proved, Unproved
from mexplore.discover.families.theorems.digits import Digits
from mexplore.discover.families.theorems.proving import prove_law
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.errors import MexploreError
from mexplore.rules.parameters.constraint import Constraint, at_least
from mexplore.rules.parameters.reading import read_constraints, read_linear, read_polynomial
from mexplore.rules.parameters.rule import ParametricRule

REFUSED = (ValueError, TypeError, LookupError, AttributeError, MexploreError)
"""What certificates raise that are refused as they are read."""

Z3 = solver_named("z3")


def refusal(rule: ParametricRule, claim: FamilyLaw) -> str:
    """Why it is not proved."""
    found = Digits().prove(rule, claim, [Z3])
    assert isinstance(found, Unproved), found
    return found.reason


def two() -> tuple[ParametricRule, FamilyLaw]:
    return stored("two-elements")


# Claims that were believed by a verifier that handed texts to its solver.


@pytest.mark.parametrize("case", [99, -1, 2])
def test_laws_of_no_case(case: int) -> None:
    rule, claim = two()
    more = replace(claim, laws=(*claim.laws, CaseLaw(case, claim.laws[0].law)))
    assert "case of the split" in refusal(rule, more)


@pytest.mark.parametrize("case", ["0", 0.0, True, None])
def test_cases_that_are_no_numbers(case: object) -> None:
    _, claim = two()
    given = copy.deepcopy(claim.parameters())
    given["laws"][0]["case"] = case
    with pytest.raises(TypeError):
        FamilyLaw.from_parameters(given)


def test_an_empty_cell_proves_nothing() -> None:
    rule, claim = two()
    wrong = replace(claim.laws[1].law.pieces[0], value=2)
    empty = replace(
        claim.laws[1].law,
        cell=read_constraints("a >= 1, h >= 1, r >= 5, r <= 2"),
        pieces=(wrong,),
    )
    assert prove_law(empty, tuple(m.element for m in empty.moves), [Z3]).proved  # of no member
    more = replace(claim, laws=(*claim.laws, CaseLaw(1, empty)))
    assert "cell of law 3 is empty" in refusal(rule, more)
    alone = replace(claim, laws=(CaseLaw(1, empty),), complete=False)
    assert "is empty" in refusal(rule, alone)


def test_a_family_without_members() -> None:
    rule, claim = two()
    none = ParametricRule(rule.elements, (*rule.where, at_least(0, Polynomial.name("a"))))
    assert "not seen to have a member" in refusal(none, claim)
    assert "one" in refusal(rule, replace(claim, laws=()))


@pytest.mark.parametrize("vector", [["0", "0", "0"], ["-1", "0", "0"], ["q", "0", "0"]])
def test_periods_that_are_none(vector: list[str]) -> None:
    rule, claim = two()
    given = write_law(claim.laws[0].law) | {"period_vector": vector}
    del given["period"]
    laws = (CaseLaw(0, read_law(given)), *claim.laws[1:])
    assert "law 0" in refusal(rule, replace(claim, laws=laws))


def test_laws_of_other_elements_or_cases() -> None:
    rule, claim = two()
    other = ParametricRule.parse("subtract(a, b + 1) for a >= 1, b > a")
    assert "moves are those of the family" in refusal(other, claim)
    swapped = (CaseLaw(1, claim.laws[0].law), *claim.laws[1:])
    assert "parameters of a law" in refusal(rule, replace(claim, laws=swapped))
    narrow = replace(claim, split=(Blocks("b", read_linear("3*a"), "h", "r"),))
    assert isinstance(Digits().prove(rule, narrow, [Z3]), Unproved)


@pytest.mark.parametrize(
    "text",
    [
        "subtract(a, b) for a >= 1, b >= -5",  # b < 0: h >= 0 fails
        "subtract(a, b) for a >= 0, b >= 1",  # 2a = 0: nothing is divided by it
        "subtract(a, b) for a >= 1, b >= a",  # a member more, b = a, which is in no cell
        "subtract(a, b) for a >= 1, b >= 1",
    ],
)
def test_wider_families(text: str) -> None:
    _, claim = two()
    refusal(ParametricRule.parse(text), claim)


def test_wider_cells() -> None:
    for name in NAMES:
        rule, claim = stored(name)
        for number, each in enumerate(claim.laws):
            case = claim.cases(rule)[each.case]
            for left_out in each.law.cell:
                if left_out in case.domain:
                    continue
                kept = tuple(c for c in each.law.cell if c != left_out)
                wider = replace(each.law, cell=tuple(dict.fromkeys((*kept, *case.domain))))
                elements = tuple(m.element for m in wider.moves)
                if name == NAMES[0] or number > 3:
                    continue
                if prove_law(wider, elements, [Z3]).proved:
                    assert not wrong_at_members(wider), (name, number)


ODD = ("true", "let", "mod", "q0", "x1", "k0", "P0", "assert_", "Int", "R", "Per", "par", "exists")


def test_names_mean_nothing_to_solvers() -> None:
    """Every name, of family, case and digits, may be a word of SMT-LIB, or one of our own."""
    _, claim = two()
    rng = random.Random(3)
    for each in claim.laws:
        law = each.law
        names = (*law.parameters, *law.digits)
        new = dict(zip(names, rng.sample(ODD, len(names)), strict=True))
        given = _renamed(write_law(law), new)
        renamed = read_law(given)
        elements = tuple(m.element for m in renamed.moves)
        assert prove_law(renamed, elements, [Z3, solver_named("cvc5")]).proved


def _renamed(node: Any, names: dict[str, str]) -> Any:
    if isinstance(node, dict):
        return {k: _renamed(v, names) for k, v in node.items() if k not in ("period", "preperiod")}
    if isinstance(node, list):
        return [_renamed(entry, names) for entry in node]
    if not isinstance(node, str) or node in ("per", "pre"):
        return node
    meanings = {name: Polynomial.name(other) for name, other in names.items()}
    if any(sign in node for sign in (">=", "<=", "==")):
        (constraint,) = read_constraints(node)
        return str(Constraint.with_names(constraint, meanings))
    return str(read_polynomial(node).with_names(meanings))


def test_no_check_is_an_assertion() -> None:
    """`python -O` leaves assertions out."""
    for package in (
        mexplore.discover.families.patterns, mexplore.discover.families.theorems,
        mexplore.discover.families.solvers, mexplore.rules.parameters,
        mexplore.discover.families.ranges, mexplore.discover.families.codes,
    ):  # fmt: skip
        for path in Path(package.__path__[0]).glob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            assert not any(isinstance(node, ast.Assert) for node in ast.walk(tree)), path


# Alterations at random.


def _alter_laws(name: str, number: int, seed: int) -> int:
    """How many altered laws were proved, all of them true at members."""
    rng, believed = random.Random(seed), 0
    _, claim = stored(name)
    for _ in range(number):
        original = write_law(rng.choice(claim.laws).law)
        given = altered(original, rng)
        try:
            law = read_law({k: v for k, v in given.items() if k not in ("period", "preperiod")})
        except REFUSED:
            continue
        if prove_law(law, tuple(move.element for move in law.moves), [Z3], each=5.0).proved:
            wrong = wrong_at_members(law)
            assert not wrong, (wrong, given)
            believed += 1
    return believed


@pytest.mark.parametrize(
    ("name", "number"), [("two-elements", 90), ("consecutive-and-b", 40), ("two-five-k", 10)]
)
def test_altered_laws(name: str, number: int) -> None:
    _alter_laws(name, number, 11)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_altered_laws(name: str) -> None:
    assert _alter_laws(name, 500 if name == "additive-lower" else 2500, 12) > 0


def _alter_claims(number: int, seed: int) -> None:
    """Whole claims, with splits and cells."""
    rng = random.Random(seed)
    rule, claim = two()
    original = claim.parameters()
    for _ in range(number):
        given = altered(original, rng)
        if same(given, original):
            continue
        try:
            other = FamilyLaw.from_parameters(given)
        except REFUSED:
            continue
        found = Digits().prove(rule, other, [Z3])
        if not isinstance(found, Proved):
            continue
        members = [m for m in rule.members(9) if other.law_of(rule, m) is not None]
        assert other.first_failure(known_members(rule, members, 60)) is None, given
        assert not any(wrong_at_members(each.law) for each in other.laws), given
        if other.complete:
            assert members == list(rule.members(9))


def test_altered_claims() -> None:
    _alter_claims(60, 13)


@pytest.mark.slow
def test_many_altered_claims() -> None:
    _alter_claims(3000, 14)


def test_counterexamples_are_in_the_names_of_the_family() -> None:
    rule, claim = two()
    each = claim.laws[2]  # r <= a
    wider = replace(each.law, cell=read_constraints("a >= 1, h >= 1, 0 <= r < 2*a"))
    wrong = replace(claim, laws=(*claim.laws[:2], CaseLaw(1, wider)))
    found = Digits().prove(rule, wrong, [Z3])
    assert isinstance(found, Unproved) and found.decided and found.law == 2
    values = found.counterexample
    assert values["a"] < values["r"] < 2 * values["a"]
    a, b = values["a"], 2 * values["a"] * values["h"] + values["r"]
    assert found.reason.endswith(f" at a = {a}, b = {b}")

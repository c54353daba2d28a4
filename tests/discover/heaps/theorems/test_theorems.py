"""Every theorem keeps its contract; the first three against brute force, with controls."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mexplore.rules.families
from mexplore.discover.heaps.evidence.sources import evidence_below
from mexplore.discover.heaps.known import patterns, theorems
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.theorems.breaking import GuySmith
from mexplore.discover.heaps.theorems.finite_window import FiniteWindow
from mexplore.discover.heaps.theorems.floors_commute import FloorsCommute
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.division.rule import Division
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.members import members
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

EXAMPLES = [
    text
    for family in members(mexplore.rules.families, Rule)
    if not family.runs_python  # no text of such a family is read here
    for text in family.examples
]


@pytest.mark.parametrize("theorem", theorems(), ids=lambda theorem: theorem.name)
def test_theorem_keeps_its_contract(theorem: AnyTheorem) -> None:
    assert theorem.statement.endswith((".", ")"))
    assert theorem.source
    text = type(theorem).__doc__ or ""
    assert "**Statement.**" in text
    assert "**Proof.**" in text
    assert set(theorem.about) <= {pattern.name for pattern in patterns()}
    for example in EXAMPLES:
        refusal = theorem.applies(parse_rule(example))
        assert refusal is None or (isinstance(refusal, Inapplicable) and refusal.reason)


def test_names_are_unique() -> None:
    names = [theorem.name for theorem in theorems()]
    assert len(names) == len(set(names))


def random_sets(count: int, seed: int) -> list[Subtraction]:
    rng = random.Random(seed)
    return [
        Subtraction(tuple(sorted(rng.sample(range(1, 13), rng.randint(1, 4)))))
        for _ in range(count)
    ]


def random_codes(count: int, seed: int) -> list[TakeAndBreak]:
    """Codes of up to four digits with at most two heaps, some with d0 = 4."""
    rng = random.Random(seed)
    codes: list[TakeAndBreak] = []
    while len(codes) < count:
        digits = "".join(rng.choice("01234567") for _ in range(rng.randint(1, 4)))
        rule = parse_rule(f"{rng.choice('004')}.{digits}")
        assert isinstance(rule, TakeAndBreak)
        codes.append(rule)
    return codes


def claims(rng: random.Random, count: int) -> list[Periodic]:
    return [Periodic(rng.randint(0, 14), rng.randint(1, 14)) for _ in range(count)]


def passed_and_false(
    theorem: AnyTheorem, rules: list[Rule], far: int, short: int = 0
) -> tuple[int, list[tuple[str, Periodic]]]:
    """How many random claims hold below their bound (less ``short`` terms), and those of them
    that fail later."""
    rng = random.Random(5)
    passed, false = 0, []
    for rule in rules:
        evidence = Evidence(grundy_values(rule, far))
        found = [claim for claim in Periodic.detect(evidence) if claim.preperiod < 40]
        for claim in [*found, *claims(rng, 120)]:
            bound = theorem.bound(rule, claim)
            if isinstance(bound, Inapplicable) or bound > far // 2:
                continue
            if claim.first_failure(evidence.prefix(bound - short)) is None:
                passed += 1
                if claim.first_failure(evidence) is not None:
                    false.append((str(rule), claim))
    return passed, false


def test_finite_window_never_proves_a_falsehood() -> None:
    passed, false = passed_and_false(FiniteWindow(), list(random_sets(500, 1)), 1500)
    assert passed > 500
    assert not false


def test_finite_window_less_one_would() -> None:
    _, false = passed_and_false(FiniteWindow(), list(random_sets(500, 1)), 1500, short=1)
    assert false


def test_guy_smith_never_proves_a_falsehood() -> None:
    passed, false = passed_and_false(GuySmith(), list(random_codes(500, 2)), 1500)
    assert passed > 300
    assert not false


@pytest.mark.slow
def test_guy_smith_with_a_much_shorter_window_would() -> None:
    _, false = passed_and_false(GuySmith(), list(random_codes(500, 2)), 1500, short=8)
    assert false


@pytest.mark.parametrize("text", ["8.0", "0.8", "0.C", "0.9", "80.0", "8.3", "0.09"])
def test_guy_smith_with_three_heaps(text: str) -> None:
    rule = parse_rule(text)
    _, false = passed_and_false(GuySmith(), [rule], 400)
    assert not false


def test_guy_smith_with_preperiod_0_in_the_formula_would_prove_a_falsehood() -> None:
    # With n0 = 0 the bound of 4.0 and p = 1 would be 2*(0 + 1) + 0 = 2 terms: 0 0, then 1.
    values = Evidence(grundy_values(parse_rule("4.0"), 50))
    claim = Periodic(0, 1)
    assert claim.first_failure(values.prefix(2)) is None
    assert claim.first_failure(values) == 2
    bound = GuySmith().bound(parse_rule("4.0"), claim)
    assert isinstance(bound, int)
    assert claim.first_failure(values.prefix(bound)) is not None


def test_guy_smith_refuses_unequal_heaps_for_which_it_would_be_false() -> None:
    rule = parse_rule("4!.333")
    refusal = GuySmith().bound(rule, Periodic(5, 5))
    assert isinstance(refusal, Inapplicable)
    assert "no counterpart" in refusal.reason
    values = Evidence(grundy_values(rule, 200))
    window = 2 * (5 + 5) + 3
    assert Periodic(5, 5).first_failure(values.prefix(window)) is None
    assert Periodic(5, 5).first_failure(values) is not None


@pytest.mark.parametrize("text", ["0.7=", "0.4?", "0.[3]", "0.*", "subtract(1, 2)", "divide(2)"])
def test_guy_smith_refuses_other_rules(text: str) -> None:
    rule = parse_rule(text)
    applies = isinstance(rule, TakeAndBreak) and not (
        rule.has_suffix or rule.repeating or rule.most_heaps is None
    )
    assert not applies
    assert isinstance(GuySmith().bound(rule, Periodic(0, 1)), Inapplicable)


@pytest.mark.parametrize("text", ["subtract(squares)", "subtract(all but 5)", "0.3", "divide(2)"])
def test_finite_window_refuses_other_rules(text: str) -> None:
    assert isinstance(FiniteWindow().bound(parse_rule(text), Periodic(0, 1)), Inapplicable)


def test_theorems_of_saltus_0_refuse_another() -> None:
    assert isinstance(
        FiniteWindow().bound(parse_rule("subtract(1)"), Periodic(0, 2, 1)), Inapplicable
    )
    assert isinstance(GuySmith().bound(parse_rule("0.3"), Periodic(0, 2, 1)), Inapplicable)


# Division.

FAR = 10**7


def random_divisions(count: int, seed: int, *, ceil: bool) -> list[Division]:
    rng = random.Random(seed)
    return [
        Division(tuple(sorted(rng.sample(range(2, 13), rng.randint(1, 4)))), ceil)
        for _ in range(count)
    ]


@pytest.mark.parametrize("ceil", [False, True])
def test_floors_commute_never_proves_a_falsehood(ceil: bool) -> None:
    rng = random.Random(11)
    passed = 0
    for rule in random_divisions(250, 3, ceil=ceil):
        evidence = evidence_below(rule, FAR)
        guesses = [Geometric(rng.randint(2, 40), rng.randint(1, 60), ceil) for _ in range(25)]
        for claim in [*Geometric.detect(evidence), *guesses]:
            bound = FloorsCommute().bound(rule, claim)
            if isinstance(bound, Inapplicable) or bound > FAR // 100:
                continue
            if claim.first_failure(evidence.prefix(bound)) is None:
                passed += 1
                assert claim.first_failure(evidence) is None, (str(rule), claim)
    assert passed > 100


def test_floors_commute_with_a_window_below_the_ratio_would_prove_falsehoods() -> None:
    # Without M*n0 >= c the window n0 <= n < M*n0 proves nothing.
    false = 0
    for rule in random_divisions(60, 4, ceil=False):
        evidence, largest = evidence_below(rule, 10**6), max(rule.divisors)
        for n0 in range(2, 20):
            claim = Geometric(largest * n0 + 1, n0)
            if claim.first_failure(evidence.prefix(largest * n0)) is None:
                false += claim.first_failure(evidence) is not None
                bound = FloorsCommute().bound(rule, claim)
                assert isinstance(bound, int)
                assert claim.first_failure(evidence.prefix(bound)) is not None
    assert false


def test_a_floor_law_is_refused_for_a_ceil_rule_and_vice_versa() -> None:
    floor, ceil = parse_rule("divide(2, 3)"), parse_rule("divide(2, 3, ceil)")
    assert isinstance(FloorsCommute().bound(floor, Geometric(6, 4, True)), Inapplicable)
    assert isinstance(FloorsCommute().bound(ceil, Geometric(6, 3)), Inapplicable)
    assert isinstance(FloorsCommute().bound(ceil, Geometric(6, 1, True)), Inapplicable)


def test_ceil_is_floor_shifted_by_one() -> None:
    for divisors in ((2, 3), (2, 5), (3, 10), (2, 3, 4, 5, 6)):
        floor = evidence_below(Division(divisors), 2000).values
        ceil = evidence_below(Division(divisors, True), 2001).values
        assert ceil[0] == 0
        assert np.array_equal(ceil[1:], floor)

"""Theorems on infinite subtraction sets: against the definition, far past their bounds."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.all_but import AllBut
from mexplore.discover.heaps.theorems.classes_and_few import ClassesAndFew
from mexplore.discover.heaps.theorems.collapse import Collapse
from mexplore.discover.heaps.theorems.multiples import MultiplesAndFew
from mexplore.discover.heaps.theorems.never_periodic import NeverPeriodic
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.subtraction.rule import Subtraction, as_subtraction
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition


def holds_below(rule: Rule, claim: Periodic, bound: int) -> bool:
    return claim.first_failure(Evidence(grundy_values(rule, bound))) is None


def holds(values: list[int], n0: int, p: int, s: int) -> bool:
    return all(values[n + p] == values[n] + s for n in range(n0, len(values) - p))


@pytest.mark.parametrize("m", [1, 2, 5, 8])
def test_one_exception_has_period_2m_and_saltus_m(m: int) -> None:
    result = study(parse_rule(f"subtract(all but {m})"))
    best = result.findings[0]
    assert best.claim == Periodic(0, 2 * m, m)
    assert best.proof is not None
    assert best.proof.theorem == AllBut.name
    assert best.form is not None
    assert best.form.at(2 * m * 10**100) == m * 10**100


def test_all_but_2_3_7_starts_as_published_and_is_proved() -> None:
    rule = parse_rule("subtract(all but 2, 3, 7)")
    assert grundy_by_definition(rule, 14)[1:] == [1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7]
    best = study(rule).findings[0]
    assert best.proof is not None
    assert isinstance(best.claim, Periodic)
    assert best.claim.saltus > 0


@pytest.mark.parametrize("missing", ["1, 4", "3, 5", "2, 4, 9", "1, 2, 6", "5, 6, 8"])
def test_up_to_three_exceptions_have_no_preperiod(missing: str) -> None:
    """D. Sleator and M. Slusky, arXiv:1201.3299 (2012), theorem 1 (three), A. Siegel (two)."""
    best = study(parse_rule(f"subtract(all but {missing})")).findings[0]
    assert best.proof is not None
    assert isinstance(best.claim, Periodic)
    assert best.claim.preperiod == 0


def test_nim_in_its_two_spellings() -> None:
    for text in ("subtract(multiples(1))", "subtract(even)", "subtract(multiples(7))"):
        best = study(parse_rule(text)).findings[0]
        assert best.proof is not None
        assert isinstance(best.claim, Periodic)
        assert best.claim.saltus == 1


@pytest.mark.parametrize("count", [500, pytest.param(4000, marks=pytest.mark.slow)])
def test_no_claim_that_passes_the_all_but_window_is_false(count: int) -> None:
    """Every (p, s, n0) that the window accepts holds far beyond; windows one shorter do fail."""
    pick = random.Random(5)
    theorem, accepted, shorter_fails = AllBut(), 0, 0
    for _ in range(count):
        missing = sorted(pick.sample(range(1, 8), pick.randint(1, 4)))
        rule = parse_rule(f"subtract(all but {', '.join(map(str, missing))})")
        values = grundy_by_definition(rule, 100)
        evidence = Evidence(np.array(values, dtype=np.uint16))
        p, n0 = pick.randint(1, 24), pick.randint(0, 8)
        claim = Periodic(n0, p, max(0, values[n0 + p] - values[n0]))
        bound = theorem.bound(rule, claim)
        assert isinstance(bound, int)
        if claim.first_failure(evidence.prefix(bound)) is None:
            accepted += 1
            assert holds(values, n0, p, claim.saltus), (missing, claim)
        elif claim.first_failure(evidence.prefix(bound - 2 * missing[-1])) is None:
            shorter_fails += 1
    assert accepted > count // 50
    assert shorter_fails > 0


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("subtract(powers(2))", 3),
        ("subtract(powers(3))", 2),
        ("subtract(powers(10))", 11),
        ("subtract(odd)", 2),
        ("subtract(1, primes)", 4),
        ("subtract(1, 3, powers(5))", 2),
    ],
)
def test_collapse_is_proved(text: str, period: int) -> None:
    best = study(parse_rule(text)).findings[0]
    assert best.claim == Periodic(0, period, 0)
    assert best.proof is not None
    assert best.proof.theorem in (Collapse.name, ClassesAndFew.name)


@pytest.mark.parametrize("count", [500, pytest.param(5000, marks=pytest.mark.slow)])
def test_no_claim_that_passes_the_window_of_multiples_is_false(count: int) -> None:
    pick = random.Random(6)
    theorem, accepted, short = MultiplesAndFew(), 0, 0
    for _ in range(count):
        k = pick.randint(2, 6)
        few = [str(pick.randint(1, 9)) for _ in range(pick.randint(0, 3))]
        rule = parse_rule(f"subtract({', '.join([*few, f'multiples({k})'])})")
        values = grundy_values(rule, 400).tolist()
        evidence = Evidence(np.array(values, dtype=np.uint16))
        p, n0 = pick.choice([k, 2 * k, 3 * k, 6 * k, pick.randint(1, 40)]), pick.randint(0, 30)
        claim = Periodic(n0, p, max(0, values[n0 + p] - values[n0]))
        bound = theorem.bound(rule, claim)
        assert isinstance(bound, int)
        if bound > 250:
            continue
        if claim.first_failure(evidence.prefix(bound)) is None:
            accepted += 1
            assert holds(values, n0, p, claim.saltus), (str(rule), claim)
        elif claim.first_failure(evidence.prefix(n0 + p + 2)) is None:
            short += 1
    assert accepted > count // 10
    assert short > 0


@pytest.mark.parametrize(
    "text",
    [
        "subtract(1, even)",
        "subtract(4, multiples(3))",
        "subtract(2, 5, multiples(4))",
        "subtract(3, 7, 8, multiples(6))",
    ],
)
def test_multiples_and_a_few_others_are_proved(text: str) -> None:
    rule = parse_rule(text)
    best = study(rule).findings[0]
    assert best.proof is not None
    assert best.proof.theorem == MultiplesAndFew.name
    assert best.form is not None
    assert best.form.prefix(300).tolist() == grundy_by_definition(rule, 300)


@pytest.mark.parametrize("seed", range(3))
def test_the_recursion_in_the_proof_gives_the_values(seed: int) -> None:
    """Step (5) of the proof, as it stands, against the definition."""
    pick = random.Random(seed)
    for _ in range(30):
        k = pick.randint(2, 6)
        few = sorted({a for a in (pick.randint(1, 14) for _ in range(4)) if a % k})
        rule = parse_rule(f"subtract({', '.join([*map(str, few), f'multiples({k})'])})")
        values = grundy_by_definition(rule, 300)
        e = len(few)
        for n in range(max(k * (3 * e + 1), *few, 0), 300):
            least = 1 + max(values[n - j * k] for j in range(2 * e + 1, 3 * e + 2))
            taken = {values[n - j * k] for j in range(1, 2 * e + 1)}
            taken |= {values[n - a] for a in few}
            while least in taken:
                least += 1
            assert values[n] == least, (str(rule), n)


NAMED = ("squares", "cubes", "triangular", "primes", "fibonacci", "factorials", "odd", "powers(2)")


@pytest.mark.parametrize("count", [500, pytest.param(3000, marks=pytest.mark.slow)])
def test_collapse_decides_pure_periods(count: int) -> None:
    """The theorem is an equivalence: accepted claims hold far beyond, refused ones are false."""
    pick = random.Random(8)
    theorem, accepted = Collapse(), 0
    for _ in range(count):
        parts = [str(pick.randint(1, 9)) for _ in range(pick.randint(0, 3))]
        parts.append(pick.choice([*NAMED, f"powers({pick.randint(2, 9)})"]))
        rule = parse_rule(f"subtract({', '.join(parts)})")
        assert isinstance(rule, Subtraction)
        p = pick.randint(1, 12)
        bound = theorem.bound(rule, Periodic(0, p, 0))
        values = grundy_values(rule, 700).tolist()
        if isinstance(bound, int) and holds(values[:bound], 0, p, 0):
            accepted += 1
            assert holds(values, 0, p, 0), (str(rule), p)
        elif {s % p for s in rule.upto(600)} == rule.residues(p):  # what refutes it is in sight
            assert not holds(values, 0, p, 0), (str(rule), p)
    assert accepted > count // 20


@pytest.mark.parametrize("name", ["squares", "cubes", "triangular", "fibonacci", "factorials"])
def test_no_period_is_a_finding(name: str) -> None:
    result = study(parse_rule(f"subtract(3, {name})"), Limits(max_terms=2000))
    best = result.findings[0]
    assert best.claim == NotPeriodic()
    assert best.proof is not None
    assert result.status == "proved"


def test_other_moves_beside_the_set_change_nothing() -> None:
    mixed = parse_rule("subtract(2, squares) or divide(3)")
    assert NeverPeriodic().bound(mixed, NotPeriodic()) == 1
    for text in ("subtract(2, 3) or divide(3)", "divide(2) or remove(1 .. n//4)"):
        assert isinstance(NeverPeriodic().applies(parse_rule(text)), Inapplicable)


def test_planted_false_claims_are_refused() -> None:
    collapse, never = Collapse(), NeverPeriodic()
    squares, powers = parse_rule("subtract(squares)"), parse_rule("subtract(powers(2))")
    for rule, claim in (
        (squares, Periodic(0, 5)), (powers, Periodic(0, 4)), (powers, Periodic(0, 3, 1)),
    ):  # fmt: skip
        bound = collapse.bound(rule, claim)
        assert isinstance(bound, Inapplicable) or not holds_below(rule, claim, bound)
    assert isinstance(never.bound(powers, NotPeriodic()), Inapplicable)
    assert isinstance(never.bound(parse_rule("subtract(1, 4)"), NotPeriodic()), Inapplicable)
    assert isinstance(AllBut().bound(squares, Periodic(0, 1, 1)), Inapplicable)
    assert isinstance(MultiplesAndFew().bound(squares, Periodic(0, 1, 1)), Inapplicable)
    for text in ("subtract(2, odd)", "subtract(multiples(3), multiples(4))", "subtract(2, 3)"):
        assert isinstance(MultiplesAndFew().applies(parse_rule(text)), Inapplicable)


@pytest.mark.parametrize("text", ["0.[3]", "0.[03]", "0.0[3]", "0.303[3]", "0.303", "0.3003[3]"])
def test_codes_of_digits_0_and_3_are_subtraction_sets(text: str) -> None:
    rule = parse_rule(text)
    same = as_subtraction(rule)
    assert same is not None
    for n in range(40):
        assert set(rule.options(n)) == set(same.options(n))


@pytest.mark.parametrize("text", ["0.7", "0.[07]", "4.[3]", "0.3[1]", "0.0", "divide(2)", "0.1"])
def test_other_rules_are_not_taken_for_subtraction_sets(text: str) -> None:
    assert as_subtraction(parse_rule(text)) is None


def test_nim_is_proved() -> None:
    finding = study(parse_rule("nim")).findings[0]
    assert finding.proof is not None
    assert finding.claim == Periodic(0, 1, 1)

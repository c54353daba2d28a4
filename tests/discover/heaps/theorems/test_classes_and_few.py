"""Subtraction sets that are residue classes from some number on."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.classes_and_few import Classes, ClassesAndFew
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.notation import parse_rule

THEOREM = ClassesAndFew()


def a_set(pick: Random) -> str:
    m = pick.randint(2, 12)
    classes = sorted(pick.sample(range(m), pick.randint(1, min(m - 1, 4))))
    start = pick.choice(["", "", f" from {pick.randint(1, 25)}"])
    few = sorted(pick.sample(range(1, 30), pick.randint(0, 3)))
    parts = [*map(str, few), f"residues({', '.join(map(str, classes))} mod {m}{start})"]
    if pick.random() < 0.3:
        parts.append(pick.choice(["odd", "even", "multiples(3)", "residues(2 mod 5 from 9)"]))
    return f"subtract({', '.join(parts)})"


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("subtract(2, residues(1 mod 5))", (5, 3)),
        ("subtract(4, odd)", (2, 5)),
        ("subtract(1, residues(2 mod 6 from 20), multiples(4))", (12, 16)),
    ],
)
def test_the_shape(text: str, shape: tuple[int, int]) -> None:
    found = THEOREM.hypotheses(parse_rule(text))
    assert isinstance(found, Classes)
    assert (found.m, found.start) == shape


@pytest.mark.parametrize(
    "text", ["subtract(1, 2)", "subtract(1, primes)", "0.77", "subtract(odd, squares)"]
)
def test_what_it_is_not_about(text: str) -> None:
    assert isinstance(THEOREM.hypotheses(parse_rule(text)), Inapplicable)


@pytest.mark.parametrize(
    "text", ["subtract(2, residues(1 mod 5))", "subtract(7, residues(3 mod 8))"]
)
def test_it_proves(text: str) -> None:
    best = study(parse_rule(text)).findings[0]
    assert best.proof is not None
    assert best.proof.theorem == "residue classes and a few"


def test_a_step_is_refused() -> None:
    shape = THEOREM.hypotheses(parse_rule("subtract(residues(0 mod 3 from 9))"))
    assert isinstance(shape, Classes)
    assert isinstance(THEOREM.bound_of(shape, Periodic(0, 3, 1)), Inapplicable)


@pytest.mark.parametrize("count", [120, pytest.param(3000, marks=pytest.mark.slow)])
def test_what_passes_the_window_holds_far_beyond(count: int) -> None:
    """All claims (p, n0) with terms that pass, least or not; and a shorter window lets false
    ones pass."""
    pick, passed, false_before = Random(11), 0, 0
    for _ in range(count):
        rule = parse_rule(a_set(pick))
        shape = THEOREM.hypotheses(rule)
        if isinstance(shape, Inapplicable):
            assert not isinstance(rule, Subtraction) or rule.missing is not None
            continue
        values = grundy_values(rule, 2500).astype(np.int64)
        for p in range(1, 60):
            wrong = np.flatnonzero(values[p:] != values[:-p])
            for n0 in {0, *(int(n) + 1 for n in wrong[:: max(1, len(wrong) // 6)])}:
                bound = THEOREM.bound_of(shape, Periodic(n0, p, 0))
                assert isinstance(bound, int)
                true = not (wrong >= n0).any()
                if bound < len(values):
                    accepted = not ((wrong >= n0) & (wrong + p < bound)).any()
                    assert accepted <= true, (str(rule), p, n0)
                    passed += accepted
                shorter = n0 + p + shape.start
                false_before += not true and not ((wrong >= n0) & (wrong + p < shorter)).any()
    assert passed > count // 2
    assert false_before > 0


def test_mutated_claims_are_rejected() -> None:
    rule = parse_rule("subtract(2, residues(1 mod 5))")
    evidence = Evidence(grundy_values(rule, 200))
    claim = Periodic(10, 5, 0)
    assert claim.objection(evidence) is None
    for mutant in (Periodic(9, 5, 0), Periodic(10, 4, 0), Periodic(10, 6, 0), Periodic(10, 5, 1)):
        assert mutant.objection(evidence) is not None

"""Random families: whatever is proved of one is true of its members, by the definition."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.families.fitting.study import find_family_law
from mexplore.discover.families.judging import SolverJudge
from mexplore.discover.families.patterns.members import by_definition, known_members
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.theorems.by_cases import Proved
from mexplore.discover.families.theorems.digits import Digits
from mexplore.discover.families.theorems.proving import least_period
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.parameters.constraint import at_least
from mexplore.rules.parameters.rule import ParametricRule

Z3 = solver_named("z3")


@st.composite
def families(draw: st.DrawFn, names: tuple[str, ...]) -> ParametricRule:
    """Two to four elements with coefficients 0 to 3, each of which is >= 1 for every member."""
    elements = []
    for _ in range(draw(st.integers(2, 4))):
        form = Polynomial.number(draw(st.integers(0, 3)))
        for name in names:
            form = form + draw(st.integers(0, 3)) * Polynomial.name(name)
        elements.append(form)
    elements += [Polynomial.name(name) for name in names]
    chosen = tuple(dict.fromkeys(e for e in elements if e != 0))
    where = [at_least(Polynomial.name(names[0]), draw(st.integers(1, 4)))]
    where += [at_least(Polynomial.name(n), Polynomial.name(names[0]) + 1) for n in names[1:]]
    return ParametricRule(chosen[-4:], tuple(where))


def hold(rule: ParametricRule, budget: float) -> bool:
    """Whether a law was proved, and then it is true: of all small members, and of far ones."""
    found = find_family_law(rule, SolverJudge(Z3), budget)
    if found.claim is None:
        return False
    proved = Digits().prove(rule, found.claim, [Z3])
    assert isinstance(proved, Proved)
    assert proved.complete == found.claim.complete
    small = [m for m in rule.members(11) if found.claim.law_of(rule, m) is not None]
    assert not found.claim.complete or small == list(rule.members(11))
    assert found.claim.first_failure(known_members(rule, small, 90)) is None
    rng = random.Random(1)
    far = [{name: rng.randint(30, 90) for name in rule.names} for _ in range(6)]
    some = [m for m in far if found.claim.law_of(rule, m) is not None]
    assert found.claim.first_failure(known_members(rule, some, 700)) is None
    _periods_are_least(rule, found.claim, small[:12])
    return True


def _periods_are_least(
    rule: ParametricRule, claim: FamilyLaw, members: list[dict[str, int]]
) -> None:
    """Where a period is shown to be least it is, and is a period."""
    for each in {id(each.law): each.law for each in claim.laws}.values():
        law = least_period(each, Z3).law
        for values in members:
            found = claim.law_of(rule, values)
            if law is None or found is None or found[0] is not each:
                continue
            period, start = each.period_at(found[1]), each.the_preperiod.at(found[1])
            terms = by_definition([e.at(values) for e in rule.elements], start + 4 * period)
            rest = terms[start:]
            least = next(p for p in range(1, period + 1) if rest[p:] == rest[: len(rest) - p])
            assert least == period, values


@settings(max_examples=3, derandomize=True)
@given(families(("k",)))
def test_one_parameter(rule: ParametricRule) -> None:
    hold(rule, 1.0)


@pytest.mark.slow
@settings(max_examples=40, derandomize=True)
@given(families(("k",)))
def test_many_with_one_parameter(rule: ParametricRule) -> None:
    hold(rule, 4.0)


@pytest.mark.slow
@settings(max_examples=20, derandomize=True)
@given(families(("a", "b")))
def test_many_with_two_parameters(rule: ParametricRule) -> None:
    hold(rule, 8.0)

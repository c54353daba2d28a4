"""Case analyses: the induction by hand, and rows that fail are shown as failing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mexplore.discover.heaps.cases import Cases
from mexplore.discover.heaps.known import case_analysis
from mexplore.discover.heaps.patterns.geometric import GeometricForm
from mexplore.discover.heaps.patterns.periodic import PeriodicForm
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.discover.verifying import verify
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition


def cases_of(text: str) -> tuple[Rule, Cases]:
    rule = parse_rule(text)
    best = study(rule).best
    assert best is not None
    assert best.form is not None
    cases = case_analysis(rule, best.form)
    assert cases is not None
    return rule, cases


@pytest.mark.parametrize(
    "text",
    ["divide(2..6)", "divide(2, 5)", "divide(2, 8)", "divide(3, 10)", "divide(2..6, ceil)",
     "divide(7)", "subtract(1, 3, 4)", "subtract(2, 4, 7)", "subtract(5, 11, 19, 22)", "0.77",
     "0.07", "0.333", "4.0", "0.156"],
)  # fmt: skip
def test_every_case_of_a_proved_law_holds(text: str) -> None:
    _, cases = cases_of(text)
    assert cases.holds
    assert all(row.checks for row in cases.rows)
    assert not list(cases.failing())


def test_the_induction_that_people_do_by_hand() -> None:
    _, cases = cases_of("divide(2..6)")
    claims = {row.where: row.claim for row in cases.rows}
    assert claims["12^k <= n < 4/3*12^k"] == 1
    assert claims["3*12^k <= n < 4*12^k"] == 2
    assert claims["5*12^k <= n < 6*12^k"] == 3
    assert claims["6*12^k <= n < 8*12^k"] == claims["10*12^k <= n < 12^(k+1)"] == 0
    assert cases.valid_from == 36


@pytest.mark.parametrize(
    "text", ["0.77", "0.07", "0.17", "subtract(2, 4, 7)", "4.0", "80.0", "0.B"]
)
def test_option_values_of_a_residue_class_are_those_of_its_heaps(text: str) -> None:
    """Every row against enumeration, for two heaps of its class beyond the bound."""
    rule = parse_rule(text)
    best = study(rule).best
    if best is None or not isinstance(best.form, PeriodicForm):
        raise AssertionError("a periodic law is proved for each of these")
    cases = case_analysis(rule, best.form)
    assert cases is not None
    p = best.form.law.period
    values = grundy_by_definition(rule, cases.valid_from + 2 * p)
    for n in range(cases.valid_from, cases.valid_from + 2 * p):
        found = set()
        for heaps in rule.options(n):
            value = 0
            for heap in heaps:
                value ^= values[heap]
            found.add(value)
        assert found == set(cases.rows[n % p].values)


def test_a_false_geometric_law_shows_failing_rows() -> None:
    rule = parse_rule("divide(2..6)")
    best = study(rule).best
    assert best is not None
    assert isinstance(best.form, GeometricForm)
    wrong = replace(best.form, law=replace(best.form.law, ratio=10))
    cases = case_analysis(rule, wrong)
    assert cases is not None
    assert not cases.holds
    assert list(cases.failing())


def test_a_false_period_shows_failing_rows() -> None:
    for text in ("subtract(1, 3, 4)", "0.77"):
        rule = parse_rule(text)
        best = study(rule).best
        assert best is not None
        assert isinstance(best.form, PeriodicForm)
        values = best.form.values.copy()
        values[-1] = 0
        cases = case_analysis(rule, PeriodicForm(best.form.law, values))
        assert cases is not None
        assert not cases.holds


def test_a_study_carries_its_cases_growth_and_certificate() -> None:
    result = study(parse_rule("subtract(1, 3, 4)"))
    assert result.cases is not None
    assert result.cases is result.cases  # computed once
    assert result.certificate is not None
    assert verify(result.certificate).valid
    assert result.theorem is not None
    assert result.theorem.name == "finite window"
    assert result.growth is None
    unknown = study(parse_rule("divide(2, 5, 10)"), Limits(runs_upto=10**40, budget=None))
    assert (unknown.cases, unknown.certificate, unknown.theorem) == (None, None, None)
    assert unknown.growth is not None

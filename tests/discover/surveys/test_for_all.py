"""The claim of a sweep for all members: the sweep and the prover give one answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mexplore.discover.families.check import check_statement
from mexplore.discover.surveys.claims import Counterexample, Verdict
from mexplore.discover.surveys.families.template import Template
from mexplore.discover.surveys.for_all import ForAll, agreeing, as_statement, for_all_members
from mexplore.discover.surveys.record import Record, Row
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.parameters.rule import ParametricRule

pytest.importorskip("z3", reason="laws with parameters are decided by z3")

FAMILY = Template("subtract(1, {k})", (("k", (2, 3)),))
ONE_AND_K = ParametricRule.parse("subtract(1, k) for k >= 2")


def test_a_claim_that_a_larger_member_contradicts_is_not_proved() -> None:
    found = for_all_members(FAMILY, "k + 4 % 4 == k implies period <= 4", 20.0)
    assert found is not None and found.conclusion.status == "refuted"
    assert found.conclusion.first_failure == (("k", 4),)


def test_a_proof_that_small_members_contradict_is_none() -> None:
    """A prover that read the claim in another way than the sweep is not believed."""
    proved = check_statement(ONE_AND_K, "period <= k + 1", 20.0)
    assert proved.status == "proved"
    found = agreeing(ForAll(ONE_AND_K, "period <= k + 1", proved), "period <= 4")
    assert found.conclusion.status == "refuted" and found.conclusion.first_failure == (("k", 4),)
    assert (
        agreeing(ForAll(ONE_AND_K, "period <= k + 1", proved), "period <= k + 1").conclusion
        == proved
    )


def test_a_proof_that_the_sweep_contradicts_is_none() -> None:
    proved = check_statement(ONE_AND_K, "period <= k + 1", 20.0)
    row = Row("subtract(1, {k})", 0, Record("subtract(1, 90)"), {"k": 90})
    verdict = Verdict("period <= k + 1", 1, counterexamples=[Counterexample(row, {})])
    found = agreeing(ForAll(ONE_AND_K, "period <= k + 1", proved), "period <= k + 1", verdict)
    assert found.conclusion.status == "holds so far"
    assert "the sweep says otherwise at subtract(1, 90)" in found.conclusion.unproved


def test_a_row_that_its_values_contradict_is_not_believed() -> None:
    record = Record("subtract(1, 4)", "proved", "periodic", preperiod=0, period=3)
    row = Row("subtract(1, {k})", 2, record, {"k": 4})
    with pytest.raises(InputError, match="--again"):
        for_all_members(FAMILY, "period <= 4", 20.0, rows=[row])
    good = replace(row, record=replace(record, period=5))
    assert for_all_members(FAMILY, "period <= 4", 20.0, rows=[good]) is not None


@pytest.mark.parametrize(
    ("claim", "statement"),
    [
        ("period <= 3", "period <= 3"),
        ("k > 2 implies period == 3", "period == 3 when k > 2"),
        ("k > 2 or k < 1 implies period == 3", "period == 3 when k > 2 or k < 1"),
        ("k > 2 implies k > 3 implies period == 3", "period == 3 when (k > 2), (k > 3)"),
        ("(k > 2 implies k > 3) implies period == 3", "period == 3 when (k > 2 implies k > 3)"),
        ("k > 2 iff k > 3 implies period == 3", "k > 2 iff k > 3 implies period == 3"),
    ],
)
def test_claims_as_statements(claim: str, statement: str) -> None:
    assert as_statement(claim) == statement


@pytest.mark.parametrize("name", ["period", "preperiod", "size", "n", "start", "gcd", "rule"])
def test_holes_that_mean_something_are_refused(name: str) -> None:
    with pytest.raises(RuleSyntaxError, match="it cannot name a number as well") as error:
        Template.parse(f"subtract(1, {{{name}}})", {name: "2,4"})
    assert error.value.position == len("subtract(1, {")

"""Laws that another program found are proved by both solvers, and their certificates verified."""

from __future__ import annotations

from dataclasses import replace

import pytest
from laws_with_parameters import NAMES, stored

from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.theorems.by_cases import Proved, Unproved
from mexplore.discover.families.theorems.digits import Digits
from mexplore.discover.study.certificate import certificate_of, read_certificate, write_certificate
from mexplore.discover.study.finding import FindingOf, Proof
from mexplore.discover.verifying import verify

SLOW = ("additive-lower", "two-five-k")


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in NAMES]
)
def test_both_solvers_prove_them(name: str) -> None:
    rule, claim = stored(name)
    proved = Digits().prove(rule, claim, [solver_named("z3"), solver_named("cvc5")])
    assert isinstance(proved, Proved) and proved.complete == claim.complete
    if not proved.complete:
        assert rule.has(proved.left_open) and claim.law_of(rule, proved.left_open) is None


@pytest.mark.parametrize("name", ["two-elements", "consecutive-and-b"])
def test_their_certificates_are_valid(name: str) -> None:
    rule, claim = stored(name)
    proved = Digits().prove(rule, claim, [solver_named("z3")])
    assert isinstance(proved, Proved)
    finding = FindingOf(claim, 0, Proof("digits", proved.conditions))
    certificate = certificate_of(rule, finding)
    assert certificate is not None
    text = write_certificate(certificate)
    assert verify(read_certificate(text)).valid
    wrong = {**certificate, "bound": proved.conditions + 1}
    assert "its bound is" in verify(wrong, fast=True).reason


def test_a_law_left_out_is_a_member_left_open() -> None:
    rule, claim = stored("two-elements")
    for number in range(len(claim.laws)):
        fewer = replace(claim, laws=claim.laws[:number] + claim.laws[number + 1 :])
        found = Digits().prove(rule, fewer, [solver_named("z3")])
        assert isinstance(found, Unproved) and "leave members open" in found.reason
        part = Digits().prove(rule, replace(fewer, complete=False), [solver_named("z3")])
        assert isinstance(part, Proved) and not part.complete
        assert rule.has(part.left_open) and fewer.law_of(rule, part.left_open) is None


@pytest.mark.parametrize("name", ["two-elements", "consecutive-and-b"])
def test_the_conditions_are_texts_with_the_answers_that_are_expected(name: str) -> None:
    rule, claim = stored(name)
    proved = Digits().prove(rule, claim, [solver_named("z3")])
    shown = 0
    for _, script, answer in Digits().scripts(rule, claim):
        text = script.text()
        assert text.isascii() and text.count("\n(check-sat)\n") == len(script.questions)
        assert {each.verdict for each in solver_named("cvc5").answers(script)} <= {answer}
        shown += len(script.questions)
    assert isinstance(proved, Proved) and shown == proved.conditions
    assert [*Digits().scripts(rule, claim)] == [*Digits().scripts(rule, claim)]

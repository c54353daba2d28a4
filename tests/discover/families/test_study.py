"""Families are studied: proved, in part, without a solver, interrupted."""

from __future__ import annotations

import sys

import pytest

from mexplore.discover.families import methods
from mexplore.discover.families.fitting.study import find_family_law
from mexplore.discover.families.judging import ByMembers, Confirmation, SolverJudge, confirm
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.table import rows_of
from mexplore.discover.study.certificate import read_certificate, write_certificate
from mexplore.discover.verifying import verify
from mexplore.rules.engine.grundy import Progress
from mexplore.rules.parameters.ranges import RangeFamily
from mexplore.rules.parameters.rule import ParametricRule


def family(text: str) -> ParametricRule:
    return ParametricRule.parse(text)


def test_a_family_is_proved_with_its_least_periods() -> None:
    """Winning Ways: subtract(1, k) has the period 2 for odd k, k + 1 for even k."""
    found = study_of_family(family("subtract(1, k) for k >= 3"))
    assert found.family_status == found.status == "proved"
    assert found.claim is not None and found.claim.about_all
    rows = rows_of(found.rule, found.claim)
    assert sorted(row.written_period for row in rows) == ["2", "k + 1"]
    assert all(row.least and row.smaller is None for row in rows)
    assert found.confirmation.members >= 4 and found.confirmation.failure is None
    assert found.certificate is not None
    assert verify(read_certificate(write_certificate(found.certificate))).valid


def test_without_a_solver_a_law_holds_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    found = study_of_family(family("subtract(1, k) for k >= 3"))
    assert found.family_status == "holds so far"
    assert found.certificate is None and found.solver == ""
    assert found.remedy == "pip install 'mexplore[families]'"
    assert (found.confirmation.largest or 0) > 100


def test_ctrl_c_keeps_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes while the second law is proved."""
    proved = SolverJudge.prove
    calls = []

    def interrupted(judge, law, seconds):  # type: ignore[no-untyped-def]
        calls.append(law)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return proved(judge, law, seconds)

    monkeypatch.setattr(SolverJudge, "prove", interrupted)
    found = study_of_family(family("subtract(1, k) for k >= 3"))
    assert found.ended == "interrupted"
    assert found.family_status == "proved in part"
    assert found.claim is not None and len(found.claim.laws) == 1
    assert found.rule.has(found.left_open)
    assert found.claim.law_of(found.rule, found.left_open) is None


def test_ctrl_c_at_the_comparison_keeps_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(methods, "confirm", interrupted)
    found = study_of_family(family("subtract(k) for k >= 1"))
    assert found.ended == "interrupted" and found.family_status == "proved"


@pytest.mark.parametrize("stopped", ["", "proof", "members far outside"])
def test_ctrl_c_keeps_the_laws_of_other_kinds_of_families(stopped: str) -> None:
    """What is proved is kept; before that there is nothing to be shown."""

    def watch(now: Progress) -> None:
        if now.stage == stopped:
            raise KeyboardInterrupt

    found = study_of_family(RangeFamily.parse("remove(k .. m) for 1 <= k <= m"), watcher=watch)
    assert found.ended == ("interrupted" if stopped else "proved")
    assert found.family_status == ("nothing found" if stopped == "proof" else "proved")


def test_a_proved_law_that_fails_for_a_member_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Confirmation(1, 1, 1, ({"k": 1}, 3))
    monkeypatch.setattr(methods, "confirm", lambda *_: wrong)
    with pytest.raises(RuntimeError, match="a proved law fails"):
        study_of_family(family("subtract(k) for k >= 1"))


def test_a_member_with_a_smaller_period_is_named() -> None:
    """subtract(a, b) with b = a h, h odd, has the period 2a: a + b is one too."""
    rule = family("subtract(k, k + 2) for k >= 1")
    claim = find_family_law(rule, ByMembers()).claim
    assert claim is not None
    for row in rows_of(rule, claim):
        if row.smaller is not None:
            member, period = row.smaller
            values = by_definition([e.at(member) for e in rule.elements], 200)
            assert values[:100] == values[period : 100 + period]
            assert period < row.law.period_at(member)


def test_a_false_law_does_not_survive_the_comparison() -> None:
    rule = family("subtract(k) for k >= 1")
    claim = find_family_law(rule, ByMembers()).claim
    assert claim is not None
    wrong = claim.parameters()
    for piece in wrong["laws"][0]["pieces"]:
        piece["value"] = 1 - piece["value"]
    false = FamilyLaw.from_parameters(wrong)
    assert confirm(rule, false, float("inf")).failure is not None
    assert confirm(rule, claim, float("inf")).failure is None

"""What is said of a family that laws cover in part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mexplore.discover.families.judging import Confirmation
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.study import FamilyStudy
from mexplore.reports.documents.family_report import verdict
from mexplore.rules.parameters.rule import ParametricRule


@pytest.fixture(scope="module")
def study() -> FamilyStudy:
    """subtract(1, k) without its laws for even k."""
    found = study_of_family(ParametricRule.parse("subtract(1, k) for k >= 2"))
    (finding,) = found.findings
    claim = finding.claim
    odd = [each for each in claim.laws if each.law.written_period == "2"]
    part = replace(claim, laws=tuple(odd), complete=False)
    return replace(found, findings=(replace(finding, claim=part),), left_open={"k": 2})


def test_what_was_not_compared_is_not_said_to_hold(study: FamilyStudy) -> None:
    (finding,) = study.findings
    unproved = replace(study, findings=(replace(finding, proof=None),))
    first, compared = verdict(unproved, [])
    assert first.startswith("Holds so far for the members that were looked at, with names up to ")
    assert "agree" in compared
    first, compared = verdict(replace(unproved, confirmation=Confirmation()), [])
    assert first == "Found, and not proved; the solver did not finish."
    assert compared == "No member was compared with brute force: the time was up."


def test_how_many_small_members_have_a_law(study: FamilyStudy) -> None:
    """Of k = 2, ..., 20 nine are odd."""
    first, *_ = verdict(study, [])
    assert "such as k = 2: subtract(1, 2)" in first
    assert first.endswith("Of 19 members with names up to 20, 9 have a law here.")

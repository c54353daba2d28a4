"""A study that has read a law off the rule does not go on to the end of its budget for another."""

from __future__ import annotations

import pytest

from mexplore.discover.heaps.study import MANY_TERMS, study
from mexplore.discover.study.limits import Limits
from mexplore.reports.documents.study import study_document
from mexplore.reports.writers.document import BRIEF
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.notation import parse_rule


@pytest.mark.parametrize("text", ["subtract(triangular)", "subtract(fibonacci)"])
def test_it_ends_with_many_terms(text: str) -> None:
    found = study(parse_rule(text))
    assert found.ended == "proved"
    assert found.settled_for_less
    assert [finding.claim.name for finding in found.findings] == ["not-periodic"]
    assert MANY_TERMS <= found.evidence.stop < 2 * MANY_TERMS
    said = to_markdown(study_document(found, "", BRIEF))
    assert f"No law that gives every value is seen for n < {found.evidence.stop};" in said


def test_other_limits_are_kept() -> None:
    found = study(parse_rule("subtract(fibonacci)"), Limits(max_terms=2 * MANY_TERMS))
    assert (found.ended, found.evidence.stop) == ("terms", 2 * MANY_TERMS)
    assert not found.settled_for_less


def test_a_proved_law_of_every_value_is_none_of_these() -> None:
    found = study(parse_rule("0.77"))
    assert found.ended == "proved"
    assert not found.settled_for_less

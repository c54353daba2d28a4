"""Random rules studied: what is proved agrees with values of our own, far past the evidence."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from campaign.oracle import random_rule
from campaign.server import batches

from mexplore.discover.heaps.study import study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.limits import Limits
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule

pytestmark = pytest.mark.slow

TERMS = 400  # of the evidence
BUDGET = 0.4


def studied(pick: Random) -> dict[str, Any]:
    """One study; what is wrong with it."""
    (text, values_of), far = random_rule(pick)
    try:
        rule = parse_rule(text)
    except MexploreError as error:
        return {"code": "no rule", "problem": None, "args": [text, str(error)]}
    result = study(rule, Limits(budget=BUDGET, max_terms=TERMS, runs_upto=10**6))
    proved = [finding for finding in result.findings if finding.proof]
    values = values_of(far)
    said: dict[str, Any] = {"code": "proved" if proved else result.status, "args": [text]}
    known = [int(value) for value in result.evidence.values[:far]]
    if known != values[: len(known)]:
        return said | {"problem": "wrong values"}
    evidence = Evidence(np.array(values, dtype=np.uint32))
    for finding in proved:
        problem = _false(finding, evidence, values)
        if problem:
            return said | {"problem": f"{problem}: {finding.claim.statement()}"}
    return said | {"problem": None}


def _false(finding: Any, evidence: Evidence, values: list[int]) -> str | None:
    if finding.claim.first_failure(evidence) is not None:
        return f"false at {finding.claim.first_failure(evidence)}"
    if finding.claim.not_least(evidence) is not None:
        return f"not least: {finding.claim.not_least(evidence)}"
    if finding.form is not None and finding.form.prefix(len(values)).tolist() != values:
        return "the closed form differs"
    return None


def test_what_is_proved_is_true() -> None:
    batches("studies of random rules", 100_000, studied)

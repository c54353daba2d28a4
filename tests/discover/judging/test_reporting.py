"""Refusals that help: what comes nearest to a proof stands alone."""

from __future__ import annotations

import pytest

from discover.evidence.limits import Limits
from discover.finding import Refusal
from discover.judging.reporting import nearest
from discover.known import theorems
from discover.patterns.periodic import Periodic
from discover.study import study
from rules.notation import parse_rule


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0.06", "Guy-Smith"), ("4!.0", "equal or unequal heaps"), ("divide(2, 5, 10)", "floors"),
     ("subtract(primes)", "collapse")],
)  # fmt: skip
def test_the_nearest_refusals_are_of_the_rule_s_own_kind(text: str, expected: str) -> None:
    limits = Limits(budget=None, max_terms=1500, runs_upto=10**30)
    result = study(parse_rule(text), limits)
    shown = result.nearest_refusals
    assert 1 <= len(shown) <= 3 < len(result.refusals)
    assert any(expected in refusal.theorem for refusal in shown), shown
    assert set(shown) <= set(result.refusals)


def test_a_theorem_that_asks_for_more_terms_stands_first() -> None:
    other = Refusal("finite window", "the rule is not a subtraction set")
    claim = Refusal("Guy-Smith", "the claim has a saltus", Periodic(0, 3, 1), "claim")
    more = Refusal("Guy-Smith", "900 terms would decide it", Periodic(0, 9), "terms")
    assert nearest([other, claim, more], theorems()) == (more, claim)
    assert nearest([other], theorems()) == (other,)


def test_a_theorem_that_proved_something_is_no_refusal() -> None:
    result = study(parse_rule("subtract(squares)"), Limits(budget=None, max_terms=600))
    assert "a multiple of every period" not in [r.theorem for r in result.refusals]

"""Refusals that help: what comes nearest to a proof stands alone."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from mexplore.discover.heaps.judging.state import PROBES, nearest
from mexplore.discover.heaps.known import theorems
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.finite_window import FiniteWindow as Window
from mexplore.discover.study.finding import Refusal
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule


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


class _OfTwoKinds(Window):
    """Refuses two of `PROBES` for one reason, and one for another."""

    name: ClassVar[str] = "of two kinds"

    def hypotheses(self, rule: Rule) -> Any:
        return Inapplicable(REASONS.get(str(rule), f"it is {rule}"))


REASONS = {str(parse_rule(PROBES[0])): "it is a code or a set",
           str(parse_rule(PROBES[1])): "it is a code or a set"}  # fmt: skip


def test_a_reason_given_for_two_kinds_of_rules_is_not_specific() -> None:
    """It comes last, and is shown only where there is no other."""
    common = Refusal("of two kinds", "it is a code or a set")
    specific = Refusal("of two kinds", f"it is {parse_rule(PROBES[2])}")
    assert nearest([common, specific], [_OfTwoKinds()]) == (specific,)
    assert nearest([common], [_OfTwoKinds()]) == (common,)


def test_a_theorem_that_proved_something_is_no_refusal() -> None:
    result = study(parse_rule("subtract(squares)"), Limits(budget=None, max_terms=600))
    assert "a multiple of every period" not in [r.theorem for r in result.refusals]

"""From a family to its laws, with a judge that looks at members only."""

from __future__ import annotations

import pytest
from member_judge import ByMembers

from discover.fitting.study import find_family_law
from rules.parameters.rule import ParametricRule


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("subtract(k) for k >= 1", ["2*k"]),
        ("subtract(1, k) for k >= 2", ["2", "2*k1 + 1"]),
        ("subtract(k, k + 1) for k >= 1", ["2*k + 1"]),
    ],
)
def test_the_simplest_families_are_covered(text: str, periods: list[str]) -> None:
    """Winning Ways: subtract(1, k) has the period 2 for odd k, k + 1 for even k."""
    found = find_family_law(ParametricRule.parse(text), ByMembers())
    assert found.complete
    assert found.ended == "proved"
    assert found.claim is not None
    assert sorted(each.law.written_period for each in found.claim.laws) == periods


def test_without_time_nothing_is_claimed() -> None:
    found = find_family_law(ParametricRule.parse("subtract(a, b) for b > a >= 1"), ByMembers(), 0.0)
    assert not found.complete
    assert found.claim is None
    assert found.ended == "time"


class Interrupting(ByMembers):
    """Ctrl-C when the second law is to be proved."""

    def prove(self, law, seconds):  # type: ignore[no-untyped-def]
        if self.asked == 1:
            raise KeyboardInterrupt
        return super().prove(law, seconds)


def test_an_interrupted_search_returns_what_is_proved() -> None:
    rule = ParametricRule.parse("subtract(1, k) for k >= 2")
    found = find_family_law(rule, Interrupting())
    assert found.ended == "interrupted"
    assert not found.complete
    assert found.claim is not None
    assert len(found.claim.laws) == 1
    assert found.open_member == {"k": 3}

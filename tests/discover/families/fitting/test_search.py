"""From a family to its laws: by the theorem, and with a judge that looks at members only."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from member_judge import ByMembers

from mexplore.discover.families.fitting.study import find_family_law
from mexplore.discover.families.judging import SolverJudge
from mexplore.discover.families.patterns.digits import value_at
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.rules.errors import TimeIsUp
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.rule import grundy_by_definition


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


JUDGE = SolverJudge(solver_named("z3"))
QUICK = [
    "subtract(1, k) for k >= 2",
    "subtract(1, 3, k) for k >= 4",
    "subtract(k, k + 1, 3k) for k >= 2",
    "subtract(k, 2k + 1, 3k + 2) for k >= 1",
    "subtract(a, b) for b > a >= 1",
    "subtract(2a, b + 2) for b > a >= 1",
    "subtract(b + 2, 2a + 2) for b > a >= 1",  # without blocks, of cells there is no end
    "subtract(2a + b, a + 2) for b > a >= 1",  # those of a = 1 with odd b are on a ray of blocks
]
OTHERS = [
    "subtract(a, a + 1, b) for a >= 1, b >= a + 2",
    "subtract(a, a + 1, a + 2, b) for a >= 1, b >= a + 3",
    "subtract(a, 2a, b) for a >= 1, b > 2a",
    "subtract(a, 3a, b) for a >= 1, b > 3a",
    "subtract(1, 2, k) for k >= 3",
    "subtract(1, 4, k) for k >= 5",
    "subtract(2, 3, k) for k >= 4",
    "subtract(2, 5, k) for k >= 6",
    "subtract(3, 4, k) for k >= 5",
    "subtract(1, 2, 3, k) for k >= 4",
    "subtract(1, k, 2k) for k >= 2",
    "subtract(1, k, 3k) for k >= 2",
    "subtract(1, 2k, 3k) for k >= 2",
    "subtract(k, k + 1, 3k + 1, 4k) for k >= 2",
    "subtract(2k + 1, 4k + 3, 4k + 5) for k >= 3",
    "subtract(a, b, a + b) for b > a >= 1",
    "subtract(a, a + 2, b + 1, a + 2b) for b > a >= 1",
]
LONG_ENOUGH = 1e6  # seconds: these tests are about what is found, not about how soon


def covered(text: str) -> None:
    """A family is covered by proved laws, which give the values of members outside the box."""
    rule = ParametricRule.parse(text)
    found = find_family_law(rule, JUDGE, LONG_ENOUGH)
    assert found.complete and found.claim is not None
    chance = random.Random(text)
    many = {name: chance.randrange(40, 70) for name in rule.names}
    outside = [many, {name: value + 37 * (name == "b") for name, value in many.items()}]
    members = [values for values in outside if rule.has(values)]
    for values in [*members, *islice(rule.members(9), 5)]:
        terms = grundy_by_definition(rule.member(**values), 700)
        law = found.claim.law_of(rule, values)
        assert law is not None
        assert [value_at(*law, n) for n in range(0, 700, 7)] == list(terms[::7])


@pytest.mark.parametrize("text", QUICK)
def test_families_are_covered(text: str) -> None:
    covered(text)


@pytest.mark.slow
@pytest.mark.parametrize("text", OTHERS)
def test_more_families_are_covered(text: str) -> None:
    covered(text)


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


def test_time_that_is_up_is_no_interruption() -> None:
    """It is raised where the search happens to be, as Ctrl-C is."""

    def too_late(*_: object) -> None:
        raise TimeIsUp

    rule = ParametricRule.parse("subtract(1, k) for k >= 2")
    assert find_family_law(rule, ByMembers(), watcher=too_late).ended == "time"


@pytest.mark.slow
def test_a_family_without_an_end_of_cells_is_covered_in_part() -> None:
    """subtract(1, a, b): an open member is named that no law is about."""
    rule = ParametricRule.parse("subtract(1, a, b) for a >= 2, b > a")
    found = find_family_law(rule, JUDGE, 20.0)
    assert not found.complete
    if found.claim is not None:
        assert not found.claim.complete
        assert found.open_member is not None
        assert rule.has(found.open_member)
        assert found.claim.law_of(rule, found.open_member) is None

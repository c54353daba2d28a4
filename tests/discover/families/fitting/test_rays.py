"""Laws for rays: members of which one parameter grows."""

from __future__ import annotations

import pytest

from mexplore.discover.families.fitting.search import CaseSearch, SystemSearch, is_thin
from mexplore.discover.families.fitting.systems import elements_in, system_of
from mexplore.discover.families.judging import SolverJudge
from mexplore.discover.families.patterns.splits import Blocks, cases_of
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.constraint import all_hold
from mexplore.rules.parameters.rule import ParametricRule

JUDGE = SolverJudge(solver_named("z3"))


def search_of(
    rule: ParametricRule, width: Polynomial | None, weights: list[Polynomial]
) -> SystemSearch:
    """The search in the last case of a split, in one digit system."""
    case = cases_of(rule, () if width is None else (Blocks("b", width, "h", "r", 1),))[-1]
    until = working_seconds() + 1000
    found = CaseSearch(case.names, case.domain, elements_in(rule, case), JUDGE, until, until)
    system = system_of(case, found.elements, weights)
    assert system is not None
    return SystemSearch(found, system)


def test_a_law_is_found_where_one_parameter_grows() -> None:
    """subtract(a, a + b) at b = 1 has the period 2a + 1."""
    search = search_of(ParametricRule.parse("subtract(a, a + b) for a >= 1, b >= 1"), None, [])
    search.case.members.add([(1, 1)])
    instance = search.instances.at((1, 1))
    assert instance is not None
    assert search.ray_law(instance, axis=0)
    (proved,) = search.case.laws
    assert str(proved.law.the_period) == "2*a + 1"
    assert list(map(str, proved.cell)) == ["b == 1"]


def test_a_short_period_is_written_in_whole_rows() -> None:
    """subtract(a, b) at a = 1, b = 2h + 1 has the period 2, which is a row of 2a there."""
    a = Polynomial.name("a")
    search = search_of(ParametricRule.parse("subtract(a, b) for b > a >= 1"), 2 * a, [2 * a])
    search.case.members.add([(1, 1, 1)])
    instance = search.instances.at((1, 1, 1))
    assert instance is not None
    assert instance.in_whole_rows.values.period == 2
    assert search.ray_law(instance, axis=1)


@pytest.mark.parametrize("wide_only", [True, False])
def test_laws_for_lines_may_wait(wide_only: bool) -> None:
    """subtract(a, b), without blocks: of cells such as 2a <= b <= 3a there is no end, and one by
    one small members such as (1, 8) have a law each, unless these have to wait."""
    rule = ParametricRule.parse("subtract(a, b) for a >= 1, a + 1 <= b, b <= 8a")
    search = search_of(rule, None, [])
    search.run(wide_only)
    members = search.instances.known
    inside = [
        [i.point for i in members if all_hold(proved.cell, i.environment)]
        for proved in search.case.laws
    ]
    assert len(inside) > 4
    assert any(is_thin(points) for points in inside) is not wide_only

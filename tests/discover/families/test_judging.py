"""The prover that the detector asks."""

from __future__ import annotations

from dataclasses import replace

from laws_with_parameters import stored

from mexplore.discover.families.fitting.judge import Judge
from mexplore.discover.families.judging import SolverJudge
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.rules.parameters.constraint import all_hold
from mexplore.rules.parameters.reading import read_constraints

JUDGE: Judge = SolverJudge(solver_named("z3"))


def test_true_laws_are_proved_and_wider_cells_refuted() -> None:
    _, claim = stored("two-elements")
    for each in claim.laws:
        assert JUDGE.prove(each.law, 60.0).proved
    law = claim.laws[1].law  # r >= a: period a + b
    wider = replace(law, cell=read_constraints("a >= 1, h >= 1, 0 <= r < 2*a"))
    verdict = JUDGE.prove(wider, 60.0)
    assert not verdict.proved and verdict.parameters is not None
    assert all_hold(wider.cell, verdict.parameters)
    assert not all_hold(law.cell, verdict.parameters)


def test_cells_cover_or_leave_a_point() -> None:
    domain = read_constraints("a >= 1, b > a")
    halves = [read_constraints("b >= 2*a"), read_constraints("b < 2*a")]
    assert JUDGE.cover(("a", "b"), domain, halves, 60.0).complete
    less = [read_constraints("b > 2*a"), halves[1]]
    found = JUDGE.cover(("a", "b"), domain, less, 60.0)
    assert found.outside is not None and found.outside["b"] == 2 * found.outside["a"]
    assert JUDGE.cover(("a", "b"), domain, [], 60.0).outside is not None

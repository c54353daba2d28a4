"""Landmarks for the laws of a claim, where a solver sees by them that a period is the least one."""

from __future__ import annotations

from dataclasses import replace

from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.theorems.proving import least_period
from mexplore.rules.engine.working import working_seconds

SECONDS_EACH = 2.0  # for a law


def with_least_periods(claim: FamilyLaw, solver: Solver, until: float) -> FamilyLaw:
    """The claim, whose laws are proved, with landmarks for those whose period is shown to be the
    least before `working_seconds` passes ``until``."""
    laws = []
    for each in claim.laws:
        found = least_period(each.law, solver, min(until, working_seconds() + SECONDS_EACH))
        laws.append(replace(each, law=found.law or each.law))
    return replace(claim, laws=tuple(laws))

"""Families that make no sense: without members, or with an element that is no move for some."""

from __future__ import annotations

from itertools import combinations, islice
from typing import NoReturn

from mexplore.discover.families.solvers.solver import NotInstalled, Solver, solver_named
from mexplore.discover.families.theorems.by_cases import elements_script, outside_script
from mexplore.rules.errors import RuleSyntaxError
from mexplore.rules.parameters.constraint import Constraint
from mexplore.rules.parameters.family import FamilyOfRules, given
from mexplore.rules.parameters.rule import ParametricRule

_LARGEST, _MOST = 12, 4000  # of names, and of members, that are tried without a solver


def refuse_senseless(rule: ParametricRule) -> None:
    """Raise RuleSyntaxError where there is no member, or an element is below 1 for one."""
    refuse_memberless(rule)
    refuse_elements(rule)


def refuse_memberless(rule: FamilyOfRules) -> None:
    """Raise RuleSyntaxError where the constraints contradict each other. Without a solver that is
    left to proofs."""
    try:
        solver = solver_named("z3")
        if _has_members(rule, rule.where, solver):
            return
        pairs = combinations(rule.where, 2)
        pair = next((pair for pair in pairs if not _has_members(rule, pair, solver)), None)
    except NotInstalled:
        return
    place = len(rule.notation) + len(" for ")
    if pair is not None:
        problem = f"no member: {pair[0]} and {pair[1]} contradict each other"
        raise RuleSyntaxError(str(rule), place, problem, "leave one of them out")
    problem = "no member: these constraints contradict each other"
    raise RuleSyntaxError(str(rule), place, problem, "leave some of them out")


def _has_members(rule: FamilyOfRules, where: tuple[Constraint, ...], solver: Solver) -> bool:
    """Whether names may satisfy the constraints; True where it is not decided."""
    return solver.answer(outside_script(rule.names, where, ())).verdict != "unsat"


def refuse_elements(rule: ParametricRule) -> None:
    """Raise RuleSyntaxError where an element is below 1 for a member. Without a solver some small
    members are tried, and the rest is left to proofs."""
    for values in islice(rule.members(_LARGEST), _MOST):
        for number, element in enumerate(rule.elements):
            if element.at(values) < 1:
                _refuse_element(rule, number, values)
    try:
        answers = list(solver_named("z3").answers(elements_script(rule)))
    except NotInstalled:
        return
    for number, answer in enumerate(answers):
        if answer.verdict == "sat":
            values = answer.point(rule.names)
            if rule.has(values) and rule.elements[number].at(values) < 1:
                _refuse_element(rule, number, values)


def _refuse_element(rule: ParametricRule, number: int, values: dict[str, int]) -> NoReturn:
    element = rule.elements[number]
    problem = f"{given(values)} is allowed, and {element.at(values)} is no move"
    remedy = f"add the constraint {element} >= 1"
    raise RuleSyntaxError(str(rule), rule.place_of(number), problem, remedy)

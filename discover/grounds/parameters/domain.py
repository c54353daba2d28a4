"""Families that make no sense: without members, or with an element that is no move for some."""

from __future__ import annotations

from itertools import combinations, islice
from typing import NoReturn

from discover.solvers.named import solver_named
from discover.solvers.solver import NotInstalled, Solver
from discover.theorems.parameters.coverage import members_script
from rules.errors import RuleSyntaxError
from rules.parameters.rule import ParametricRule

_LARGEST, _MOST = 12, 4000  # of names, and of members, that are tried without a solver


def refuse_senseless(rule: ParametricRule) -> None:
    """Raise RuleSyntaxError where the constraints contradict each other, or an element is below 1
    for a member. Without a solver some small members are tried, and the rest is left to proofs."""
    for values in islice(rule.members(_LARGEST), _MOST):
        for number, element in enumerate(rule.elements):
            if element.at(values) < 1:
                _refuse_element(rule, number, values)
    try:
        _ask(rule, solver_named("z3"))
    except NotInstalled:
        return


def _ask(rule: ParametricRule, solver: Solver) -> None:
    script = members_script(rule)
    some, *below = solver.answers(script)
    if some.verdict == "unsat":
        _refuse_constraints(rule, solver)
    for number, answer in enumerate(below):
        if answer.verdict == "sat":
            values = {n: answer.solution.get(f"k{i}", 0) for i, n in enumerate(rule.names)}
            _refuse_element(rule, number, values)


def _refuse_element(rule: ParametricRule, number: int, values: dict[str, int]) -> NoReturn:
    element = rule.elements[number]
    given = ", ".join(f"{name} = {value}" for name, value in values.items())
    problem = f"{given} is allowed, and {element.at(values)} is no move"
    remedy = f"add the constraint {element} >= 1"
    raise RuleSyntaxError(str(rule), rule.place_of(number), problem, remedy)


def _refuse_constraints(rule: ParametricRule, solver: Solver) -> NoReturn:
    """With the names of two constraints that contradict each other, if there are two."""
    place = len(rule.notation) + len(" for ")
    for pair in combinations(rule.where, 2):
        fewer = ParametricRule(rule.elements, pair)
        if next(iter(solver.answers(members_script(fewer)))).verdict == "unsat":
            problem = f"no member: {pair[0]} and {pair[1]} contradict each other"
            raise RuleSyntaxError(str(rule), place, problem, "leave one of them out")
    problem = "no member: these constraints contradict each other"
    raise RuleSyntaxError(str(rule), place, problem, "leave some of them out")

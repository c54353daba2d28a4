"""What decides a claim about a family, as SMT-LIB texts: a function of the claim alone."""

from __future__ import annotations

from collections.abc import Iterator

from discover.patterns.parameters.pattern import FamilyLaw
from discover.solvers.script import Script
from discover.theorems.parameters.coverage import (
    cells_script,
    holes_script,
    members_script,
    needs_script,
)
from discover.theorems.parameters.proving import script_of
from rules.parameters.rule import ParametricRule


def scripts_of(rule: ParametricRule, claim: FamilyLaw) -> Iterator[tuple[str, Script, str]]:
    """Each script with its name and the answer that every question in it has to have.

    >>> from discover.patterns.parameters.digits import TWICE
    >>> from discover.patterns.parameters.pattern import CaseLaw
    >>> from discover.patterns.parameters.writing import read_law
    >>> claim = FamilyLaw((), (CaseLaw(0, read_law(TWICE)),), True)
    >>> rule = ParametricRule.parse("subtract(k) for k >= 1")
    >>> [(name, answer) for name, _, answer in scripts_of(rule, claim)]
    [('members', 'sat'), ('cells', 'sat'), ('law-0', 'unsat'), ('cover', 'unsat')]
    """
    cases = claim.cases(rule)
    some = members_script(rule)
    yield "members", Script(some.constants, (), some.premise, some.questions[:1]), "sat"
    needs = needs_script(cases)
    if needs.questions:
        yield "split", needs, "unsat"
    yield "cells", cells_script(cases, claim), "sat"
    for number, each in enumerate(claim.laws):
        yield f"law-{number}", script_of(each.law), "unsat"
    if claim.complete:
        yield "cover", holes_script(cases, claim), "unsat"

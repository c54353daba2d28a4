"""The conditions of a claim as SMT-LIB files, which any solver reads: a function of the claim."""

from __future__ import annotations

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


def scripts_of(rule: ParametricRule, claim: FamilyLaw) -> dict[str, tuple[Script, str]]:
    """For each file its script, and the answer that every question in it has to have: `sat` where
    a point is looked for that has to be there, `unsat` where a condition must not fail. Identities
    of polynomials are not among them; nor is ``cover``, where a claim is not complete.

    >>> rule = ParametricRule.parse("subtract(k) for k >= 1")
    >>> sorted(scripts_of(rule, FamilyLaw((), (), True)))
    ['cells', 'cover', 'members', 'split']
    """
    cases = claim.cases(rule)
    members = members_script(rule)
    some = Script(members.constants, (), members.premise, members.questions[:1])
    found = {
        "members": (some, "sat"),
        "split": (needs_script(cases), "unsat"),
        "cells": (cells_script(cases, claim), "sat"),
    }
    if claim.complete:
        found["cover"] = holes_script(cases, claim), "unsat"
    laws = {f"law-{i}": (script_of(each.law), "unsat") for i, each in enumerate(claim.laws)}
    return found | laws


def text_of(script: Script, answer: str) -> str:
    """The file of a script, with the answer that is expected as a comment."""
    return f"; each (check-sat) must answer {answer}\n{script.text()}"

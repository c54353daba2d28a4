"""The claim of a sweep for all members: handed to the prover where the family has names for it.

A rule with holes, ``subtract({a}, {b})``, is a family with the names a and b in the notation of
laws with parameters, if its elements are linear; the members are then all with a and b not below
the least values that were swept. A claim about periods, ``b > 2*a implies period == a + b``, is
the statement ``period == a + b when b > 2*a``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from discover.grounds.parameters.check import FamilyConclusion, check_statement
from discover.grounds.parameters.domain import refuse_senseless
from discover.surveys.families.template import Template
from discover.surveys.family import Family
from rules.computing.grundy import Watcher, nobody
from rules.errors import MexploreError
from rules.parameters.rule import ParametricRule
from rules.parameters.statements import PeriodStatement


@dataclass(frozen=True)
class ForAll:
    """A claim as a statement about all members of a family, and what is known of it."""

    rule: ParametricRule
    statement: str
    conclusion: FamilyConclusion

    def sentence(self) -> str:
        """The answer in words."""
        return f"For all members of {self.rule}: {self.conclusion.words(self.statement)}."


def for_all_members(
    family: Family, claim: str, seconds: float, watcher: Watcher = nobody
) -> ForAll | None:
    """Whether the claim of a sweep is true of all members, beyond those that were swept; None where
    the family has no notation with names, or the claim is not about periods alone.

    >>> family = Template("subtract(1, {k})", (("k", (2, 3, 4)),))
    >>> for_all_members(family, "k % 2 == 0 implies period == k + 1", 20.0).conclusion
    <proved for all k >= 2>
    """
    rule = family_of(family)
    if rule is None:
        return None
    statement = as_statement(claim)
    try:
        PeriodStatement.parse(statement, rule.names)
        refuse_senseless(rule)
    except MexploreError:
        return None
    return ForAll(rule, statement, check_statement(rule, statement, seconds, watcher))


def family_of(family: Family) -> ParametricRule | None:
    """The family with names in the places of holes, not below the least values that they have.

    >>> str(family_of(Template("subtract({a}, {a} + {b})", (("a", (3, 1)), ("b", (2,))))))
    'subtract(a, a + b) for a >= 1, b >= 2'
    """
    if not isinstance(family, Template) or not family.values:
        return None
    text = re.sub(r"\{(\w+)\}", r"\1", family.text)
    where = ", ".join(f"{name} >= {min(numbers)}" for name, numbers in family.values)
    try:
        return ParametricRule.parse(f"{text} for {where}")
    except MexploreError:
        return None


def as_statement(claim: str) -> str:
    """``X implies Y`` as ``Y when X``; other claims as they are.

    >>> as_statement("b > a implies period <= a + b")
    'period <= a + b when b > a'
    """
    condition, implies, conclusion = claim.partition(" implies ")
    return f"{conclusion.strip()} when {condition.strip()}" if implies else claim

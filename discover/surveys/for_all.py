"""The claim of a sweep for all members: handed to the prover where the family has names for it.

A rule with holes, ``subtract({a}, {b})``, is a family with the names a and b in the notation of
laws with parameters, if its elements are linear; the members are then all with a and b not below
the least values that were swept. A claim about periods, ``b > 2*a implies period == a + b``, is
the statement ``period == a + b when b > 2*a``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mexplore.discover.families.check import FamilyConclusion, check_statement, small_members
from mexplore.discover.families.kind import refuse_senseless
from mexplore.discover.study.conclusion import Difference
from mexplore.discover.surveys.families.template import Template
from mexplore.discover.surveys.family import Family
from mexplore.discover.surveys.statement import Missing, Names, Statement, read_statement
from mexplore.rules.arithmetic.syntax import parted_by_implies
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError, MexploreError
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.parameters.statements import PeriodStatement

if TYPE_CHECKING:
    from mexplore.discover.surveys.claims import Verdict
    from mexplore.discover.surveys.record import Row


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
    family: Family,
    claim: str,
    seconds: float,
    watcher: Watcher = no_progress,
    verdict: Verdict | None = None,
    rows: Sequence[Row] = (),
) -> ForAll | None:
    """Whether the claim of a sweep is true of all members, beyond those that were swept; None where
    the family has no notation with names, or the claim is not about periods alone. ``verdict`` is
    that of the sweep, and ``rows`` are its members, with which the answer is compared.

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
    found = ForAll(rule, statement, check_statement(rule, statement, seconds, watcher))
    refuse_other_laws(found, rows)
    return agreeing(found, claim, verdict)


def refuse_other_laws(found: ForAll, rows: Sequence[Row]) -> None:
    """InputError where a member that contradicts the claim was swept, and its row has another
    period as proved: the row is not to be believed."""
    failure, periods = found.conclusion.first_failure, found.conclusion.found
    for row in rows if failure is not None else ():
        known = row.record.preperiod, row.record.period
        if row.parameters == dict(failure or ()) and row.record.proved and known != periods:
            problem = f"the atlas has the period {known[1]} for {row.rule}, which its values refute"
            raise InputError(f"{problem}; sweep with --again")


def agreeing(found: ForAll, claim: str, verdict: Verdict | None = None) -> ForAll:
    """The answer, if it is proved and the claim, as the sweep reads it, is true of small members by
    brute force and of those that were swept; otherwise what contradicts it."""
    if found.conclusion.status != "proved":
        return found
    rule, conclusion = found.rule, replace(found.conclusion, theorem="")
    try:
        names = Names(frozenset({*Names().numbers, *rule.names}), words=frozenset())
        statement = read_statement(claim, names)
    except MexploreError as error:
        return replace(found, conclusion=replace(conclusion, unproved=str(error)))
    every = PeriodStatement.parse("period >= 1", rule.names)
    for member, (n0, p) in small_members(rule, every):
        if _is_false(statement, {**member, "preperiod": n0, "period": p}):
            failure = Difference(tuple(sorted(member.items())))
            return replace(found, conclusion=replace(conclusion, failure=failure, found=(n0, p)))
    if verdict is not None and verdict.counterexamples:
        smallest = verdict.counterexamples[0].row.rule
        unproved = f"the sweep says otherwise at {smallest}"
        return replace(found, conclusion=replace(conclusion, unproved=unproved))
    return found


def _is_false(statement: Statement, given: Mapping[str, int]) -> bool:
    """Whether the statement is seen to be false for these values."""
    try:
        return not statement.holds(given)
    except (InputError, Missing):
        return False


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
    """``X implies Y`` as ``Y when X``; other claims as they are. Words in brackets stay there.

    >>> as_statement("b > a implies period <= a + b")
    'period <= a + b when b > a'
    >>> as_statement("a > 1 implies b > a or a > 2 implies period == 3")
    'period == 3 when (a > 1), (b > a or a > 2)'
    """
    *conditions, conclusion = parted_by_implies(claim)
    if len(conditions) > 1:
        conditions = [f"({condition})" for condition in conditions]
    return f"{conclusion} when {', '.join(conditions)}" if conditions else claim

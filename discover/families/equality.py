"""Whether two families have equal values, member by member.

Small members are compared by brute force: the first difference is named. For all members it is
decided by the laws: where the digits of two laws have the same weights, each piece of the one has
to lie in the pieces of the same value of the other, for all parameters in both cells. Then a number
with digits in the piece has this value in both games, and every number has digits in some piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from mexplore.discover.families.codes.law import WordLaw
from mexplore.discover.families.methods import study_of_family
from mexplore.discover.families.patterns.law import DigitLaw, Piece
from mexplore.discover.families.patterns.members import first_terms
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.ranges.law import ValueLaw, ValuePiece
from mexplore.discover.families.solvers.formulas import (
    Names,
    in_cell,
    none_of,
    question,
    short_names,
)
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.study import FamilyStudy, Studying
from mexplore.discover.study.limits import uninterrupted
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import InputError
from mexplore.rules.parameters.constraint import equal
from mexplore.rules.parameters.family import FamilyOfRules

LARGEST, MOST, TERMS = 12, 300, 200  # names, members, values of each


@dataclass(frozen=True)
class FamilyComparison:
    """``difference`` is a member and an n at which the values differ, if there is one; else
    ``members`` agree for n < TERMS, and ``proof`` says by which theorem all do, if they are known
    to; ``undecided`` why that is not known."""

    members: int
    difference: tuple[dict[str, int], int] | None = None
    proof: str = ""
    undecided: str = ""


def compare_families(
    first: FamilyOfRules,
    second: FamilyOfRules,
    seconds: float,
    watcher: Watcher = no_progress,
    study_it: Studying = study_of_family,
) -> FamilyComparison:
    """Compare two families with the same names and constraints; ``study_it`` finds their laws.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> families = "subtract(k) for k >= 1", "subtract(k, 3*k) for k >= 1"
    >>> compare_families(*map(ParametricRule.parse, families), 20.0).proof
    'digits'
    >>> families = "subtract(k) for k >= 1", "subtract(k, k + 1) for k >= 1"
    >>> compare_families(*map(ParametricRule.parse, families), 20.0).difference
    ({'k': 1}, 2)
    """
    if set(first.where) != set(second.where):
        raise InputError("two families are compared for the same members: give the same --for")
    looked = 0
    for member in islice(first.members(LARGEST), MOST):
        values = [first_terms(family, member, TERMS) for family in (first, second)]
        looked += 1
        if values[0] != values[1]:
            n = next(n for n, pair in enumerate(zip(*values, strict=True)) if pair[0] != pair[1])
            return FamilyComparison(looked, (member, n))
    until = working_seconds() + seconds
    studies = [uninterrupted(study_it(first, seconds / 2, watcher))]
    left = max(until - working_seconds(), seconds / 4)
    studies.append(uninterrupted(study_it(second, left, watcher)))
    why = _why_not(*studies)
    if why:
        return FamilyComparison(looked, undecided=why)
    theorem = studies[0].proved.theorem if studies[0].proved else None
    return FamilyComparison(looked, proof=theorem or "")


def _why_not(first: FamilyStudy, second: FamilyStudy) -> str:
    """Why the laws do not show that the values are equal; empty where they do."""
    for study in (first, second):
        if study.family_status != "proved":
            return f"no proved law covers every member of {study.rule.notation}"
    one, other = first.claim, second.claim
    if one is None or other is None or one.split != other.split:
        return "the laws are about different cases"
    cases = one.cases(first.rule)
    for each in one.laws:
        for another in other.laws:
            if each.case == another.case and not _agree(each.law, another.law, cases[each.case]):
                return "the laws are in different digits, or differ"
    return ""


def _agree(one: Any, other: Any, case: Case) -> bool:
    """Whether pieces lie in pieces of the same value, for all parameters in both cells."""
    names = short_names(case.names)
    both = in_cell((*case.domain, *one.cell, *other.cell), names)
    if not _possible(names, both):
        return True
    if isinstance(one, WordLaw) and isinstance(other, WordLaw):
        return (one.first, one.again) == (other.first, other.again)
    digits = _digits(one)
    if not digits or digits != _digits(other):
        return False
    names |= {digit: f"x{i}" for i, digit in enumerate(digits[0])}
    return not any(
        _possible(names, both, in_cell(piece.where, names), none_of(_same(piece, other, names)))
        for piece in one.pieces
    )


def _digits(law: Any) -> tuple[Any, ...]:
    """The digits of a law, with what they mean; nothing where it has none, or also phases."""
    if isinstance(law, ValueLaw):
        return law.positions.digits, law.positions.weights, law.values.weights
    return (law.digits, law.weights) if isinstance(law, DigitLaw) and not law.phases else ()


def _same(piece: Piece | ValuePiece, law: Any, names: Names) -> Iterator[str]:
    """Where the law gives the value of the piece, or its vector."""
    for other in law.pieces:
        if isinstance(piece, ValuePiece):
            yield in_cell((*other.where, *map(equal, piece.value, other.value)), names)
        elif piece.value == other.value:
            yield in_cell(other.where, names)


def _possible(names: Names, *parts: str) -> bool:
    """Whether all parts may be true at once."""
    asked = question(tuple(names.values()), *parts)
    return solver_named("z3").answer(asked).verdict != "unsat"

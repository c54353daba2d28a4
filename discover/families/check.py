"""Whether a statement about periods is true of every member of a family.

First small members are looked at by brute force: the first that contradicts it is named. Then the
laws of the family decide, cell by cell: a solver is asked for parameters in the cell that satisfy
the conditions and at which the period of the law compares otherwise. Where the period of a law is
not known to be the least, or where something is not linear, nothing is said beyond the members.

Members that are shown to people are members, and what is said of them was computed. A solver
answers in the parameters of a case, whose domain may hold more than the members, and the period of
a law need not be the least one. So a member at which a statement is said to be false is asked of
the family first, then of the statement, and its values are those of the definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, replace
from itertools import islice

from mexplore.discover.families.conditions import (
    Undecided,
    answer_to,
    comparison,
    condition_text,
    is_least_where_asked,
)
from mexplore.discover.families.fitting.members import MOST_MOVES, sequences
from mexplore.discover.families.methods import method_of, study_of_family
from mexplore.discover.families.patterns.by_cases import LawOfCell
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.members import by_definition
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.formulas import all_of, holds, in_cell, none_of
from mexplore.discover.families.solvers.solver import solver_named
from mexplore.discover.families.study import FamilyStudy, Studying
from mexplore.discover.study.conclusion import Conclusion, Difference
from mexplore.discover.study.limits import uninterrupted
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.parameters.constraint import equal
from mexplore.rules.parameters.family import FamilyOfRules, given
from mexplore.rules.parameters.statements import PeriodStatement
from mexplore.rules.rule import grundy_by_definition

LARGEST, MOST = 14, 400  # names of the members that are looked at, and members
MOST_BY_ENDS = 20  # members, where each takes longer
LONGEST = 1 << 13  # values of a member
BY_DEFINITION = 300  # values of a member whose moves are more than numbers of tokens

PeriodsOf = tuple[int, int]
"""The least preperiod and the least period."""


def small_members(
    rule: FamilyOfRules, claim: PeriodStatement
) -> Iterator[tuple[dict[str, int], PeriodsOf]]:
    """Small members that the statement is about, each with its least preperiod and period."""
    chosen = (m for m in rule.members(LARGEST) if claim.concerns(m))
    yield from known_periods(rule, islice(chosen, MOST))


def known_periods(
    rule: FamilyOfRules, members: Iterable[dict[str, int]]
) -> Iterator[tuple[dict[str, int], PeriodsOf]]:
    """Each member of which they are seen, with its least preperiod and period."""
    ends = method_of(rule).ends
    if ends is not None:
        seen = ((member, ends(rule, member)) for member in islice(members, MOST_BY_ENDS))
        yield from ((member, found) for member, found in seen if found is not None)
        return
    sets = [(m, amounts) for m in members if (amounts := rule.amounts(m))]
    sets = [(m, amounts) for m, amounts in sets if len(amounts) <= MOST_MOVES]
    width = max((len(amounts) for _, amounts in sets), default=0)
    rows = [amounts + amounts[-1:] * (width - len(amounts)) for _, amounts in sets]
    found = sequences(rows, LONGEST)
    for (member, _), values in zip(sets, found, strict=True):
        if values is not None:
            yield member, (values.preperiod, values.period)


def contradiction(
    rule: FamilyOfRules,
    values: Mapping[str, int],
    claim: PeriodStatement,
) -> PeriodsOf | None:
    """The least preperiod and period of the member at which the statement is false; None where the
    values are no member, the statement is not about it, or is not seen to be false.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> rule = ParametricRule.parse("subtract(1, k) for k >= 2, k % 2 == 0")
    >>> claim = PeriodStatement.parse("period == 2", rule.names)
    >>> contradiction(rule, {"k": 4}, claim), contradiction(rule, {"k": 5}, claim)
    ((0, 5), None)
    """
    if set(values) != set(rule.names) or not rule.has(values) or not claim.concerns(values):
        return None
    for member, found in known_periods(rule, [dict(values)]):
        if not claim.holds(member, *found):
            refuse_otherwise(rule, member, found)
            return found
    return None


def refuse_otherwise(rule: FamilyOfRules, member: Mapping[str, int], found: PeriodsOf) -> None:
    """RuntimeError where the values of the definition have another preperiod or period: then an
    engine is wrong, and nothing is said."""
    n0, p = found
    amounts = rule.amounts(member)
    if amounts is None:
        terms: Sequence[int] = grundy_by_definition(rule.member(**member), BY_DEFINITION)
    else:
        terms = by_definition(amounts, n0 + 2 * p + max(amounts))
    if not _may_have(terms, n0, p):
        raise RuntimeError(f"by the definition {given(member)} has not the period {p} from {n0} on")


def _may_have(terms: Sequence[int], n0: int, p: int) -> bool:
    """Whether n0 and p are the least numbers with terms[n + p] = terms[n] for all n >= n0, as far
    as the terms go."""

    def fails(start: int, period: int) -> bool:
        return any(terms[n + period] != terms[n] for n in range(start, len(terms) - period))

    if len(terms) < n0 + 2 * p:  # too few to say more than that
        return not fails(n0, p)
    earlier = n0 > 0 and not fails(n0 - 1, p)
    return not fails(n0, p) and not earlier and all(fails(n0, q) for q in range(1, p) if p % q == 0)


MOST_POINTS = 8  # of a case at which a law contradicts a statement, and which are looked at

Member = tuple[tuple[str, int], ...]


@dataclass(frozen=True, repr=False)
class FamilyConclusion(Conclusion[Member]):
    """What is known of a statement about every member. ``low`` and ``high`` bound the names of the
    ``members`` that were looked at; the one at which it fails has the preperiod and the period that
    are ``found``."""

    _: KW_ONLY
    rule: FamilyOfRules
    members: int
    found: tuple[int, int] | None = None
    laws: int = 0
    solver: str = ""
    is_empty: bool = False
    """Whether it is about no member at all: then it is true, and says nothing."""

    def __repr__(self) -> str:
        if self.failure is not None:
            return f"<refuted at {given(dict(self.failure.place))}>"
        if self.theorem:
            return f"<proved for all {', '.join(map(str, self.rule.where))}>"
        return f"<holds for {self.members} members; {self.unproved}>"

    def words(self, conjecture: str) -> str:
        if self.failure is not None and self.found is not None:
            where = given(dict(self.failure.place))
            n0, p = self.found
            member = self.rule.member(**dict(self.failure.place))
            return f"{conjecture} is false at {where}: {member} has period {p}, preperiod {n0}"
        whom = ", ".join(map(str, self.rule.where))
        if self.theorem:
            by = f"{self.theorem}, {self.laws} law{'s' * (self.laws != 1)}; {self.solver}"
            empty = ", none of which satisfies its condition" * self.is_empty
            return f"{conjecture}: proved for all {whom}{empty} ({by})"
        looked = f"{self.members} members with names up to {self.high}"
        return f"{conjecture} holds for {looked}; not proved: {self.unproved}"


def check_statement(
    rule: FamilyOfRules,
    text: str,
    seconds: float,
    watcher: Watcher = no_progress,
    study: Studying = study_of_family,
) -> FamilyConclusion:
    """Whether the statement is true of every member; the search for laws takes at most these
    seconds. ``study`` finds the laws.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> rule = ParametricRule.parse("subtract(k) for k >= 1")
    >>> check_statement(rule, "period == 2*k", 20.0)
    <proved for all k >= 1>
    >>> check_statement(rule, "period == 2*k when k % 3 != 0", 20.0).status
    'proved'
    >>> check_statement(rule, "period == k + 1", 20.0).first_failure
    (('k', 2),)
    """
    claim = PeriodStatement.parse(text, rule.names)
    looked = list(small_members(rule, claim))
    names = [value for member, _ in looked for value in member.values()]
    low, high = min(names, default=0), max(names, default=0)
    so_far = FamilyConclusion(low, high, rule=rule, members=len(looked))
    for member, found in looked:
        if not claim.holds(member, *found):
            refuse_otherwise(rule, member, found)
            return replace(so_far, failure=Difference(_key(member)), found=found)
    studied = uninterrupted(study(rule, seconds, watcher))
    return _by_laws(studied, claim, so_far)


def _key(member: Mapping[str, int]) -> Member:
    return tuple(member.items())


# By the laws.


def _by_laws(
    study: FamilyStudy,
    claim: PeriodStatement,
    so_far: FamilyConclusion,
) -> FamilyConclusion:
    if study.family_status != "proved" or study.claim is None:
        why = "no proved law covers every member"
        return replace(so_far, unproved=f"{why}; {study.remedy}" if study.remedy else why)
    cases = study.claim.cases(study.rule)
    try:
        for each in study.claim.laws:
            refuted = _refuted(study.rule, each.law, cases[each.case], claim)
            if refuted is not None:
                member, found = refuted
                return replace(so_far, failure=Difference(_key(member)), found=found)
        empty = not so_far.members and not any(
            _concerns(each.law, cases[each.case], claim) for each in study.claim.laws
        )
    except Undecided as why:
        return replace(so_far, unproved=str(why))
    theorem = study.proved.theorem if study.proved else ""
    count = len(study.claim.laws)
    proof = theorem or ""
    return replace(so_far, theorem=proof, laws=count, solver=study.solver, is_empty=empty)


def _refuted(
    rule: FamilyOfRules,
    law: DigitLaw | LawOfCell,
    case: Case,
    claim: PeriodStatement,
) -> tuple[dict[str, int], PeriodsOf] | None:
    """A member at which the law contradicts the statement, and the statement is seen to be false;
    None if the law contradicts it nowhere in its cell. Points at which it does may be no members,
    or have a smaller period than that of the law."""
    points = list[dict[str, int]]()
    for values in islice(_contradictions(law, case, claim), MOST_POINTS):
        found = contradiction(rule, values, claim)
        if found is not None:
            return values, found
        points.append(values)
    inside = next((values for values in points if rule.has(values)), None)
    if inside is not None:
        where = given(inside)
        raise Undecided(f"the law says otherwise at {where}, which was not computed")
    if len(points) == MOST_POINTS:
        where = given(points[0])
        raise Undecided(f"the law says otherwise at {where}, which is no member")
    return None


def _contradictions(
    law: DigitLaw | LawOfCell, case: Case, claim: PeriodStatement
) -> Iterator[dict[str, int]]:
    """What stands for the names of the family at points of the cell of the law, one after the
    other, at which the law contradicts the statement. Undecided where it is not known."""
    names = _short_names(case)
    number = law.the_period if claim.what == "period" else law.the_preperiod
    try:
        there = _there(law, case, claim)
    except Undecided:
        _refuse_larger(law, case, claim, number)  # the better reason, where there is one
        raise
    if answer_to(names, *there).verdict == "unsat":
        return  # the statement is about no member in the cell
    _refuse_larger(law, case, claim, number)
    wrong = comparison(number - claim.bound.with_names(case.family), claim.sign, names)
    parts = [*there, none_of([wrong])]
    while (found := answer_to(names, *parts)).verdict != "unsat":
        point = {name: found.solution[own] for name, own in names.items()}
        yield {name: meaning.at(point) for name, meaning in case.meanings}
        here = (holds(equal(Polynomial.name(name), at), names) for name, at in point.items())
        parts.append(none_of([all_of(here)]))


def _concerns(law: DigitLaw | LawOfCell, case: Case, claim: PeriodStatement) -> bool:
    """Whether the statement is about some member in the cell of the law."""
    return answer_to(_short_names(case), *_there(law, case, claim)).verdict != "unsat"


def _short_names(case: Case) -> dict[str, str]:
    return {name: f"k{i}" for i, name in enumerate(case.names)}


def _there(law: DigitLaw | LawOfCell, case: Case, claim: PeriodStatement) -> list[str]:
    """What members in the cell satisfy that the statement is about, for a solver."""
    names = _short_names(case)
    domain = in_cell((*case.domain, *law.cell), names)
    return [domain, *(condition_text(c, case, names, domain) for c in claim.when)]


def _refuse_larger(
    law: DigitLaw | LawOfCell, case: Case, claim: PeriodStatement, number: Polynomial
) -> None:
    """A law may say more than the least number; then it decides upper bounds only."""
    if isinstance(law, DigitLaw) and claim.what == "period" and law.reduced:
        raise Undecided("the period of a law is divided by a greatest common divisor")
    least = law.is_least if claim.what == "period" else number == 0
    if least or claim.sign in ("<=", "<"):
        return
    if isinstance(law, DigitLaw) and claim.what == "period":
        least = is_least_where_asked(law, case, claim, solver_named("z3"))
    if not least:
        cell = ", ".join(map(str, law.cell))
        raise Undecided(f"the {claim.what} {number} is not known to be the least where {cell}")

"""Whether a statement about periods is true of every member of a family.

First small members are looked at by brute force: the first that contradicts it is named. Then the
laws of the family decide, cell by cell: a solver is asked for parameters in the cell that satisfy
the conditions and at which the period of the law compares otherwise. What it names is a member, and
contradicts the statement by the values of the definition, or is not shown. Where the period of a
law is not known to be the least, or where something is not linear, nothing is said beyond the
members.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from mexplore.discover.families.any_family import study_of_family
from mexplore.discover.families.conditions import (
    Undecided,
    answer_to,
    comparison,
    condition_text,
)
from mexplore.discover.families.parts import is_least_where_asked
from mexplore.discover.families.patterns.by_cases import LawOfCell
from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.formulas import all_of, holds, none_of
from mexplore.discover.families.solvers.named import solver_named
from mexplore.discover.families.studied import Ends, StudiedFamily, Studying
from mexplore.discover.families.witness import (
    PeriodsOf,
    contradiction,
    refuse_otherwise,
    small_members,
)
from mexplore.discover.study.kind import ConclusionOf
from mexplore.discover.study.limits import uninterrupted
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.parameters.constraint import equal
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.polynomial import Polynomial
from mexplore.rules.parameters.statements import PeriodStatement

MOST_POINTS = 8  # of a case at which a law contradicts a statement, and which are looked at

Member = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class FamilyConclusion(ConclusionOf[Member]):
    """What is known of a statement about every member. ``low`` and ``high`` bound the names of the
    ``members`` that were looked at; ``failure`` is one that contradicts it, with its preperiod and
    period; ``undecided`` is why there is no proof."""

    rule: FamilyOfRules
    low: int
    high: int
    members: int
    failure: Member | None = None
    found: tuple[int, int] | None = None
    proof: str = ""
    laws: int = 0
    undecided: str = ""
    solver: str = ""
    is_empty: bool = False
    """Whether it is about no member at all: then it is true, and says nothing."""

    def __repr__(self) -> str:
        if self.failure is not None:
            return f"<refuted at {_named(self.failure)}>"
        if self.proof:
            return f"<proved for all {', '.join(map(str, self.rule.where))}>"
        return f"<holds for {self.members} members; {self.undecided}>"

    @property
    def first_failure(self) -> Member | None:
        return self.failure

    @property
    def theorem(self) -> str:
        return self.proof

    def words(self, conjecture: str) -> str:
        if self.failure is not None and self.found is not None:
            where = _named(self.failure)
            n0, p = self.found
            member = self.rule.member(**dict(self.failure))
            return f"{conjecture} is false at {where}: {member} has period {p}, preperiod {n0}"
        whom = ", ".join(map(str, self.rule.where))
        if self.proof:
            by = f"{self.proof}, {self.laws} law{'s' * (self.laws != 1)}; {self.solver}"
            empty = ", none of which satisfies its condition" * self.is_empty
            return f"{conjecture}: proved for all {whom}{empty} ({by})"
        looked = f"{self.members} members with names up to {self.high}"
        return f"{conjecture} holds for {looked}; not proved: {self.undecided}"


def check_statement(
    rule: FamilyOfRules,
    text: str,
    seconds: float,
    watcher: Watcher = nobody,
    study: Studying = study_of_family,
    ends: Ends | None = None,
) -> FamilyConclusion:
    """Whether the statement is true of every member; the search for laws takes at most these
    seconds. ``study`` finds the laws. ``ends`` gives the least preperiod and period of a member
    whose moves are more than numbers of tokens.

    >>> from mexplore.rules.parameters.rule import ParametricRule
    >>> rule = ParametricRule.parse("subtract(k) for k >= 1")
    >>> check_statement(rule, "period == 2*k", 20.0)
    <proved for all k >= 1>
    >>> check_statement(rule, "period == 2*k when k % 3 != 0", 20.0).status
    'proved'
    >>> check_statement(rule, "period == k + 1", 20.0).failure
    (('k', 2),)
    """
    claim = PeriodStatement.parse(text, rule.names)
    looked = list(small_members(rule, claim, ends))
    names = [value for member, _ in looked for value in member.values()]
    low, high = min(names, default=0), max(names, default=0)
    for member, found in looked:
        if not claim.holds(member, *found):
            refuse_otherwise(rule, member, found)
            return FamilyConclusion(rule, low, high, len(looked), _key(member), found)
    studied = uninterrupted(study(rule, seconds, watcher))
    return _by_laws(studied, claim, FamilyConclusion(rule, low, high, len(looked)), ends)


def _key(member: Mapping[str, int]) -> Member:
    return tuple(member.items())


def _named(member: Member) -> str:
    return ", ".join(f"{name} = {value}" for name, value in member)


# By the laws.


def _by_laws(
    study: StudiedFamily,
    claim: PeriodStatement,
    so_far: FamilyConclusion,
    ends: Ends | None,
) -> FamilyConclusion:
    if study.family_status != "proved" or study.claim is None:
        why = "no proved law covers every member"
        return replace(so_far, undecided=f"{why}; {study.remedy}" if study.remedy else why)
    cases = study.claim.cases(study.rule)
    try:
        for each in study.claim.laws:
            refuted = _refuted(study.rule, each.law, cases[each.case], claim, ends)
            if refuted is not None:
                member, found = refuted
                return replace(so_far, failure=_key(member), found=found)
        empty = not so_far.members and not any(
            _concerns(each.law, cases[each.case], claim) for each in study.claim.laws
        )
    except Undecided as why:
        return replace(so_far, undecided=str(why))
    theorem = study.proved.theorem if study.proved else ""
    count = len(study.claim.laws)
    proof = theorem or ""
    return replace(so_far, proof=proof, laws=count, solver=study.solver, is_empty=empty)


def _refuted(
    rule: FamilyOfRules,
    law: DigitLaw | LawOfCell,
    case: Case,
    claim: PeriodStatement,
    ends: Ends | None,
) -> tuple[dict[str, int], PeriodsOf] | None:
    """A member at which the law contradicts the statement, and the statement is seen to be false;
    None if the law contradicts it nowhere in its cell. Points at which it does may be no members,
    or have a smaller period than that of the law."""
    points = list[dict[str, int]]()
    for values in islice(_contradictions(law, case, claim), MOST_POINTS):
        found = contradiction(rule, values, claim, ends)
        if found is not None:
            return values, found
        points.append(values)
    inside = next((values for values in points if rule.has(values)), None)
    if inside is not None:
        where = _named(_key(inside))
        raise Undecided(f"the law says otherwise at {where}, which was not computed")
    if len(points) == MOST_POINTS:
        where = _named(_key(points[0]))
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
    domain = all_of(holds(c, names) for c in (*case.domain, *law.cell))
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

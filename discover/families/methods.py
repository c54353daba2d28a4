"""What is particular to the study of each kind of family: the law, the theorem and the detector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from mexplore.discover.families.codes.law import CodeLaw
from mexplore.discover.families.codes.theorem import SumsOfRuns
from mexplore.discover.families.judging import ByMembers, Confirmation, SolverJudge, confirm
from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.ranges.law import RangeLaw
from mexplore.discover.families.ranges.theorem import DigitValues
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.study import (
    Candidate,
    Ends,
    FamilySearch,
    FamilyStudy,
    Method,
    Theorem,
    study_family,
)
from mexplore.discover.families.theorems.digits import Digits
from mexplore.discover.families.theorems.proving import least_period
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.ranges import RangeFamily
from mexplore.rules.parameters.rule import ParametricRule

SECONDS_LEAST = 2.0  # for the least period of a law


class InDigits(Method):
    """Rules whose moves take one of finitely many numbers with names in them.

    >>> rule = ParametricRule.parse("subtract(k) for k >= 1")
    >>> found = study_of_family(rule)
    >>> found
    <subtract(k) for k >= 1: 1 law; proved>
    >>> found.claim.laws[0].law.written_period
    '2*k'
    """

    family: ClassVar[type[FamilyOfRules]] = ParametricRule
    claim: ClassVar[type[LawsByCases]] = FamilyLaw
    share: ClassVar[float] = 0.75
    shows_unproved: ClassVar[bool] = True
    theorem: ClassVar[Theorem] = Digits()

    def candidates(self, search: FamilySearch) -> Iterator[Candidate]:
        from mexplore.discover.families.fitting.study import find_family_law

        judge = ByMembers() if search.solver is None else SolverJudge(search.solver)
        seconds = search.until - working_seconds()
        found = find_family_law(search.rule, judge, seconds, search.watcher)
        search.log += map(str, found.tried)
        yield Candidate(found.claim, found.ended, found.open_member or {})

    def sharper(self, claim: FamilyLaw, solver: Solver, until: float) -> FamilyLaw:
        """With landmarks for those laws whose period is shown by them to be the least."""
        laws = []
        for each in claim.laws:
            late = min(until, working_seconds() + SECONDS_LEAST)
            laws.append(replace(each, law=least_period(each.law, solver, late).law or each.law))
        return replace(claim, laws=tuple(laws))

    def compared(self, rule: ParametricRule, claim: FamilyLaw, until: float) -> Confirmation:
        return confirm(rule, claim, until)


class OfRanges(Method):
    """Rules whose moves are ranges with names in their ends.

    >>> found = study_of_family(RangeFamily.parse("remove(k .. m) for 1 <= k <= m"))
    >>> found.status, found.theorem.name
    ('proved', 'digit values')
    >>> found
    <remove(k .. m) for k >= 1, m >= k: 1 law; proved>
    """

    family: ClassVar[type[FamilyOfRules]] = RangeFamily
    claim: ClassVar[type[LawsByCases]] = RangeLaw
    theorem: ClassVar[Theorem] = DigitValues()

    def candidates(self, search: FamilySearch) -> Iterator[Candidate]:
        from mexplore.discover.families.fitting.ranges import find_range_law

        yield from map(Candidate, find_range_law(search.rule, search.proves, search.until))


class OfCodes(Method):
    """Octal games whose digits are repeated by name.

    >>> found = study_of_family(CodeFamily.parse("0.5{k}7 for k >= 1"))
    >>> found
    <0.5{k}7 for k >= 1: 1 law; proved>
    >>> found.claim.laws[0].law.word()
    '0 (1^(k + 1) 2^(k + 1))...'
    """

    family: ClassVar[type[FamilyOfRules]] = CodeFamily
    claim: ClassVar[type[LawsByCases]] = CodeLaw
    theorem: ClassVar[Theorem] = SumsOfRuns()

    def candidates(self, search: FamilySearch) -> Iterator[Candidate]:
        from mexplore.discover.families.fitting.codes import find_code_law

        yield from map(Candidate, find_code_law(search.rule, search.proves, search.until))

    @property
    def ends(self) -> Ends:
        from mexplore.discover.families.fitting.codes import ends_of

        return ends_of

    def unsuited(self, rule: CodeFamily) -> str:
        from mexplore.discover.families.fitting.codes import unsuited

        return unsuited(rule)


METHODS: tuple[Method, ...] = (InDigits(), OfRanges(), OfCodes())


def method_of(rule: FamilyOfRules) -> Method:
    """How a family is studied."""
    return next(method for method in METHODS if isinstance(rule, method.family))


def study_of_family(
    rule: FamilyOfRules, budget: float | None = None, watcher: Watcher = no_progress
) -> FamilyStudy:
    """Look for laws that cover a family of any kind, and prove them. A KeyboardInterrupt ends the
    study with what is proved by then.

    >>> study_of_family(RangeFamily.parse("subtract(all but a) for a >= 1"))
    <subtract(all but a) for a >= 1: 1 law; proved>
    """
    return study_family(rule, method_of(rule), budget, watcher)

"""The search with one split: its cases, each until it is covered."""

from __future__ import annotations

from math import inf

from mexplore.discover.families.fitting.case_study import CaseStudy
from mexplore.discover.families.fitting.judge import Judge
from mexplore.discover.families.fitting.search import Attempt, CaseSearch
from mexplore.discover.families.fitting.systems import Weights, elements_in
from mexplore.discover.families.patterns.pattern import CaseLaw, FamilyLaw
from mexplore.discover.families.patterns.splits import Split, cases_of
from mexplore.rules.parameters.rule import ParametricRule

MOST_CASES = 40
FEW_CASES = 3  # that tell how well a split suits
SUITABLE = 0.3  # a score below it is good


class SplitStudy:
    """The cases of one split."""

    def __init__(
        self, rule: ParametricRule, split: Split, judge: Judge, number: int, limit: float = inf
    ) -> None:
        self.rule, self.split, self.number = rule, split, number
        cases = cases_of(rule, split)
        if len(cases) > MOST_CASES:
            raise ValueError(f"{len(cases)} cases are too many to be searched")
        self.cases = []
        self.helpful = dict[Weights, None]()
        self.late = False  # whether the last turn was too short
        for case in cases:
            elements = elements_in(rule, case)
            search = CaseSearch(case.names, case.domain, elements, judge, 0.0, limit)
            self.cases.append(CaseStudy(search, case, self.helpful))
        self.score = self.cases[-1].score
        for other in self.cases[:-1][: FEW_CASES - 1]:
            if self.score < SUITABLE:
                self.score = max(self.score, other.score)

    @property
    def text(self) -> str:
        return ", ".join(map(str, self.split)) or "no split"

    @property
    def rank(self) -> tuple[float, int]:
        return round(self.score + 0.002 * self.number, 3), self.number

    @property
    def laws(self) -> int:
        return sum(len(case.search.laws) for case in self.cases)

    @property
    def merit(self) -> tuple[bool, float, int]:
        covered = all(case.done for case in self.cases)
        return covered, sum(case.share for case in self.cases) / len(self.cases), -self.number

    def run(self, deadline: float, deep: bool = False, most_laws: float = inf) -> bool:
        """Search each case until it is covered, in a deep search the last one first, which is the
        hardest; whether all were. A case that comes to more than ``most_laws`` is left."""
        cases = self.cases[::-1] if deep else self.cases
        for case in cases:
            case.search.most_laws = most_laws
        return all(case.run(deadline, deep) for case in cases)

    @property
    def is_left(self) -> bool:
        """Whether some case was left because it had many laws."""
        return any(not case.done and case.search.has_enough() for case in self.cases)

    def case_laws(self) -> tuple[CaseLaw, ...]:
        return tuple(
            CaseLaw(number, proved.law)
            for number, case in enumerate(self.cases)
            for proved in case.search.laws
        )

    def open_member(self) -> dict[str, int] | None:
        """The smallest member in the box that no law is about."""
        claim = FamilyLaw(self.split, self.case_laws(), complete=False)
        members = self.rule.members(20)
        return next((m for m in members if claim.law_of(self.rule, m) is None), None)

    def tried(self) -> tuple[Attempt, ...]:
        return tuple(attempt for case in self.cases for attempt in case.search.tried)

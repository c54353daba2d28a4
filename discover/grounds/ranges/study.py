"""The study of a family of ranges: the detector guesses laws, a solver decides."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Literal

from discover.finding import FindingOf, Proof, Status
from discover.fitting.ranges import find_range_law
from discover.grounds.ranges.members import known_members
from discover.patterns.parameters.splits import Case
from discover.patterns.ranges.law import ValueLaw
from discover.patterns.ranges.pattern import RangeLaw
from discover.solvers.named import solver_named
from discover.solvers.remembering import Remembering
from discover.solvers.solver import NotInstalled, Solver
from discover.study import StudyOf
from discover.theorems.parameters.theorem import Proved
from discover.theorems.ranges.digit_values import DigitValues, in_case, prove_law
from discover.theorems.ranges.theorem import RangeTheorem
from rules.computing.grundy import Progress, Watcher, nobody
from rules.errors import was_interrupted, was_out_of_time
from rules.parameters.ranges import RangeFamily

BUDGET = 20.0  # seconds
SEARCH = 0.8  # of the budget
EACH = 5.0  # seconds for a law
CONFIRMED = 24, 200  # members, and values of each, that are compared with brute force

Ending = Literal["proved", "terms", "time", "interrupted"]


@dataclass(frozen=True, eq=False)
class RangeStudy(StudyOf[FindingOf[RangeLaw], RangeTheorem]):
    """What was found of a family of ranges: one claim at most, which is proved. ``solver`` is the
    program that decided; without one ``remedy`` says what to install."""

    rule: RangeFamily
    findings: tuple[FindingOf[RangeLaw], ...]
    ended: Ending
    seconds: float
    solver: str = ""
    remedy: str = ""
    compared: tuple[int, int] = (0, 0)
    log: tuple[str, ...] = ()

    @property
    def game(self) -> RangeFamily:
        return self.rule

    @property
    def claim(self) -> RangeLaw | None:
        """The laws; None where there are none."""
        return self.findings[0].claim if self.findings else None

    @property
    def family_status(self) -> Status:
        """The verdict on the family: a claim is about all members."""
        return self.status

    def __repr__(self) -> str:
        """In a line.

        >>> study_ranges(RangeFamily.parse("subtract(all but a) for a >= 1"))
        <subtract(all but a) for a >= 1: 1 law; proved>
        """
        count = 0 if self.claim is None else len(self.claim.laws)
        return f"<{self.rule}: {count} law{'s' * (count != 1)}; {self.status}>"


def study_ranges(
    rule: RangeFamily, budget: float | None = None, watcher: Watcher = nobody
) -> RangeStudy:
    """Look for laws that cover the family, and prove them. A KeyboardInterrupt ends the study.

    >>> found = study_ranges(RangeFamily.parse("remove(k .. m) for 1 <= k <= m"))
    >>> found.status, found.theorem.name
    ('proved', 'digit values')
    """
    began, seconds = time.monotonic(), BUDGET if budget is None else budget
    empty = RangeStudy(rule, (), "terms", 0.0)
    solver = Remembering(solver_named("z3"))
    try:
        name = f"z3 {solver.version}"
    except NotInstalled:
        return replace(empty, remedy="pip install 'mexplore[families]'")
    search = _Search(rule, solver, began + SEARCH * seconds, watcher)
    try:
        study = search.run(empty)
        late = time.monotonic() > search.until and not study.findings
        study = replace(study, ended="time") if late else study
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        study = replace(empty, ended="time" if was_out_of_time(error) else "interrupted")
    return replace(study, solver=name, log=tuple(search.tried), seconds=time.monotonic() - began)


class _Search:
    def __init__(self, rule: RangeFamily, solver: Solver, until: float, watcher: Watcher) -> None:
        self.rule, self.solver, self.until, self.watcher = rule, solver, until, watcher
        self.tried: list[str] = []

    def run(self, study: RangeStudy) -> RangeStudy:
        """The study with the first claim that the theorem proves; such a claim is compared with
        some members, and to differ there is an error of ours."""
        for claim in find_range_law(self.rule, self.proves, self.until):
            proved = DigitValues().prove(self.rule, claim, [self.solver])
            if not isinstance(proved, Proved):
                self.tried.append(proved.reason)
                continue
            known = known_members(self.rule, *CONFIRMED)
            failure = claim.first_failure(known)
            if failure is not None:
                raise RuntimeError(f"a proved law fails at {failure}")
            finding = FindingOf(claim, 0, Proof(DigitValues.name, proved.conditions))
            compared = (len(known.terms), sum(len(terms) for _, terms in known.terms))
            return replace(study, findings=(finding,), ended="proved", compared=compared)
        return study

    def proves(self, law: ValueLaw, case: Case) -> bool:
        """Whether the law is true for all parameters in its cell."""
        self.watcher(Progress("laws", len(self.tried), len(self.tried)))
        until = min(self.until, time.monotonic() + EACH)
        ranges = in_case(self.rule.ranges, case)
        outcome = prove_law(law, ranges, self.rule.all_but, [self.solver], until)
        word = "proved" if outcome.proved else outcome.failed
        self.tried.append(f"{law.statement()}: {word}")
        return outcome.proved

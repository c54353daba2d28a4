"""The study of a family: the detector guesses laws, a solver decides, members are compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from mexplore.discover.families.confirmation import Confirmation, confirm
from mexplore.discover.families.fitting.study import find_family_law
from mexplore.discover.families.judging import ByMembers, SolverJudge
from mexplore.discover.families.least import with_least_periods
from mexplore.discover.families.library import shipped_law
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.studied import BUDGET, StudiedFamily, decider, watching
from mexplore.discover.families.theorems.digits import Digits
from mexplore.discover.families.theorems.theorem import Proved
from mexplore.discover.study.finding import FindingOf, Proof
from mexplore.rules.engine.grundy import Progress, Watcher, nobody
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import was_interrupted, was_out_of_time
from mexplore.rules.parameters.naming import Naming
from mexplore.rules.parameters.rule import ParametricRule

SEARCH, LEAST = 0.75, 0.9  # of the budget: when the search ends, and then that for least periods
LATE = 1.15  # of the budget: when the proof of what was found is given up


@dataclass(frozen=True, eq=False, repr=False)
class FamilyStudy(StudiedFamily):
    """What was found of a family: one claim at most, with laws for its members. ``left_open`` is a
    member without a law, where one is known.

    >>> study_family(ParametricRule.parse("subtract(k) for k >= 1"))
    <subtract(k) for k >= 1: 1 law; proved>
    """

    rule: ParametricRule
    left_open: Mapping[str, int] = field(default_factory=dict)
    confirmation: Confirmation = field(default_factory=Confirmation)

    def theorems(self) -> tuple[Digits, ...]:
        return (Digits(),)

    @property
    def claim(self) -> FamilyLaw | None:
        return self.findings[0].claim if self.findings else None

    def named(self, naming: Naming) -> Self:
        found = replace(self.confirmation, failure=naming.of(self.confirmation.failure))
        left = naming.of(self.left_open)
        return replace(super().named(naming), left_open=left, confirmation=found)


def study_family(
    rule: ParametricRule, budget: float | None = None, watcher: Watcher = nobody
) -> FamilyStudy:
    """Look for laws that cover the family, and prove them. A KeyboardInterrupt ends the study with
    the laws that are proved by then.

    >>> found = study_family(ParametricRule.parse("subtract(k) for k >= 1"))
    >>> found.family_status, found.claim.laws[0].law.written_period
    ('proved', '2*k')
    """
    inner, back = rule.in_inner_names()
    return _studied(inner, budget, watching(watcher, back)).named(back)


def _studied(rule: ParametricRule, budget: float | None, watcher: Watcher) -> FamilyStudy:
    """The study of a family in inner names."""
    began, seconds = working_seconds(), BUDGET if budget is None else budget
    solver, name, remedy = decider()
    found = _from_library(rule) or _searched(rule, solver, SEARCH * seconds, watcher)
    study = replace(found, solver=name, remedy=remedy)
    for stage, step in _steps(solver, began, seconds) if study.findings else ():
        if study.ended == "interrupted" and stage != "proof":
            break
        watcher(Progress(stage, 0, 0))
        study = _done(step, study)
    return replace(study, seconds=working_seconds() - began)


def _from_library(rule: ParametricRule) -> FamilyStudy | None:
    """The laws of the library, if they are about this family, in the order in which its parts stand
    there: they are not searched for again, and proved again like others."""
    known = shipped_law(rule)
    if known is None:
        return None
    claim = FindingOf(known.law, 0)
    return FamilyStudy(known.rule, (claim,), "proved", 0.0, library=known.name)


def _searched(
    rule: ParametricRule, solver: Solver | None, seconds: float, watcher: Watcher
) -> FamilyStudy:
    """What the detector finds, as it is before the proof."""
    judge = ByMembers() if solver is None else SolverJudge(solver)
    found = find_family_law(rule, judge, seconds, watcher)
    return FamilyStudy(
        rule,
        () if found.claim is None else (FindingOf(found.claim, 0),),
        found.ended,  # type: ignore[arg-type]
        0.0,
        left_open=found.open_member or {},
        log=tuple(map(str, found.tried)),
    )


Step = Callable[[FamilyStudy], FamilyStudy]


def _steps(solver: Solver | None, began: float, seconds: float) -> list[tuple[str, Step]]:
    """What is done with the laws that were found."""
    late = began + LATE * seconds
    compared: Step = lambda study: _confirmed(study, began + seconds)  # noqa: E731
    if solver is None:
        return [("members far outside", compared)]
    return [
        ("proof", lambda study: _proved(study, solver, late)),
        ("least periods", lambda study: _least(study, solver, began + LEAST * seconds, late)),
        ("members far outside", compared),
    ]


def _done(step: Step, study: FamilyStudy) -> FamilyStudy:
    """The study after a step; as it was before where Ctrl-C or the end of time comes first."""
    try:
        return step(study)
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        return replace(study, ended="time" if was_out_of_time(error) else "interrupted")


def _proved(study: FamilyStudy, solver: Solver, late: float) -> FamilyStudy:
    """The theorem is applied to the claim as a whole; what the solver was asked before, it
    remembers."""
    (finding,) = study.findings
    proved = Digits().prove(study.rule, finding.claim, [solver], late)
    if not isinstance(proved, Proved):
        return replace(study, log=(*study.log, proved.reason))
    proof = Proof(Digits.name, proved.conditions)
    shown = FindingOf(finding.claim, finding.checked_to, proof)
    return replace(study, findings=(shown,), left_open=proved.left_open or study.left_open)


def _least(study: FamilyStudy, solver: Solver, until: float, late: float) -> FamilyStudy:
    """With landmarks in the laws whose periods they show to be the least ones."""
    (finding,) = study.findings
    if finding.proof is None or study.library:
        return study
    claim = with_least_periods(finding.claim, solver, until)
    sharper = _proved(replace(study, findings=(FindingOf(claim, 0),)), solver, late)
    return sharper if sharper.status == "proved" else study


def _confirmed(study: FamilyStudy, until: float) -> FamilyStudy:
    """Compared with members far outside; a proved law that fails there is an error of ours."""
    (finding,) = study.findings
    found = confirm(study.rule, finding.claim, until)
    if found.failure is None:
        return replace(study, confirmation=found)
    if finding.proof is not None:
        raise RuntimeError(f"a proved law fails at {found.failure}")
    return replace(study, findings=(), confirmation=found, log=(*study.log, str(found.failure)))

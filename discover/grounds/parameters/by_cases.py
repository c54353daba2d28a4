"""The study of a family that is split into cases: a detector guesses laws, a solver decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal

from discover.finding import FindingOf, Proof, Status
from discover.patterns.parameters.by_cases import KnownMembers, LawOfCell, LawsByCases
from discover.patterns.parameters.splits import Case
from discover.solvers.named import solver_named
from discover.solvers.remembering import Remembering
from discover.solvers.solver import NotInstalled, Solver
from discover.study import StudyOf
from discover.theorems.parameters.by_cases import TheoremByCases
from discover.theorems.parameters.theorem import Proved
from rules.computing.grundy import Progress, Watcher, nobody
from rules.computing.working import working_seconds
from rules.errors import was_interrupted, was_out_of_time
from rules.parameters.family import FamilyOfRules

BUDGET = 20.0  # seconds
SEARCH = 0.8  # of the budget
EACH = 5.0  # seconds for a law
CONFIRMED = 24, 200  # members, and values of each, that are compared with brute force
LARGEST = 60  # values of the names of members that are compared

Ending = Literal["proved", "terms", "time", "interrupted"]
Proves = Callable[[Any, Case], bool]
Find = Callable[[Any, Proves, float], Iterator[LawsByCases]]
"""A detector: claims about a family, of which each law is one that a prover proved, until some
reading of `working_seconds`."""
Terms = Callable[[Any, dict[str, int], int], list[int]]
"""The first terms of a member by the definition: family, values of its names, how many."""

Ends = Callable[[Any, dict[str, int]], tuple[int, int] | None]
"""The least preperiod and period of a member, where they are seen."""


@dataclass(frozen=True)
class Kind:
    """What is particular to one kind of family."""

    find: Find
    theorem: TheoremByCases[Any, Any]
    terms: Terms
    ends: Ends | None = None
    """Where moves are more than numbers of tokens."""
    unsuited: Callable[[Any], str] = lambda rule: ""  # noqa: ARG005
    """Why a family may have no law of this kind, where that is seen."""

    def known_members(self, rule: FamilyOfRules, number: int, stop: int) -> KnownMembers:
        """The first terms of the first members."""
        chosen = islice(rule.members(LARGEST), number)
        return KnownMembers(rule, [(each, self.terms(rule, each, stop)) for each in chosen])


@dataclass(frozen=True, eq=False)
class StudyByCases(StudyOf[FindingOf[LawsByCases], TheoremByCases[Any, Any]]):
    """What was found of a family: one claim at most, which is proved. ``solver`` is the
    program that decided; without one ``remedy`` says what to install."""

    rule: FamilyOfRules
    findings: tuple[FindingOf[LawsByCases], ...]
    ended: Ending
    seconds: float
    solver: str = ""
    remedy: str = ""
    compared: tuple[int, int] = (0, 0)
    log: tuple[str, ...] = ()
    unsuited: str = ""
    """Why there may be no law, where that is seen."""

    @property
    def game(self) -> FamilyOfRules:
        return self.rule

    @property
    def claim(self) -> LawsByCases | None:
        """The laws; None where there are none."""
        return self.findings[0].claim if self.findings else None

    @property
    def family_status(self) -> Status:
        """The verdict on the family: a claim is about all members."""
        return self.status

    def __repr__(self) -> str:
        """In a line."""
        count = 0 if self.claim is None else len(self.claim.laws)
        return f"<{self.rule}: {count} law{'s' * (count != 1)}; {self.status}>"


def study_by_cases(
    rule: FamilyOfRules, kind: Kind, budget: float | None = None, watcher: Watcher = nobody
) -> StudyByCases:
    """Look for laws that cover the family, and prove them. A KeyboardInterrupt ends the study."""
    began, seconds = working_seconds(), BUDGET if budget is None else budget
    empty = StudyByCases(rule, (), "terms", 0.0)
    solver = Remembering(solver_named("z3"))
    try:
        name = f"z3 {solver.version}"
    except NotInstalled:
        return replace(empty, remedy="pip install 'mexplore[families]'")
    search = _Search(rule, kind, solver, began + SEARCH * seconds, watcher)
    try:
        study = search.run(empty)
        late = working_seconds() > search.until and not study.findings
        if not study.findings:
            ended: Ending = "time" if late else "terms"
            study = replace(study, ended=ended, unsuited=kind.unsuited(rule))
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        study = replace(empty, ended="time" if was_out_of_time(error) else "interrupted")
    return replace(study, solver=name, log=tuple(search.tried), seconds=working_seconds() - began)


class _Search:
    def __init__(
        self, rule: FamilyOfRules, kind: Kind, solver: Solver, until: float, watcher: Watcher
    ) -> None:
        self.rule, self.kind, self.solver = rule, kind, solver
        self.until, self.watcher = until, watcher
        self.tried: list[str] = []

    def run(self, study: StudyByCases) -> StudyByCases:
        """The study with the first claim that the theorem proves; such a claim is compared with
        some members, and to differ there is an error of ours."""
        for claim in self.kind.find(self.rule, self.proves, self.until):
            proved = self.kind.theorem.prove(self.rule, claim, [self.solver])
            if not isinstance(proved, Proved):
                self.tried.append(proved.reason)
                continue
            known = self.kind.known_members(self.rule, *CONFIRMED)
            failure = claim.first_failure(known)
            if failure is not None:
                raise RuntimeError(f"a proved law fails at {failure}")
            finding = FindingOf(claim, 0, Proof(self.kind.theorem.name, proved.conditions))
            compared = (len(known.terms), sum(len(terms) for _, terms in known.terms))
            return replace(study, findings=(finding,), ended="proved", compared=compared)
        return study

    def proves(self, law: LawOfCell, case: Case) -> bool:
        """Whether the law is true for all parameters in its cell."""
        self.watcher(Progress("laws", len(self.tried), len(self.tried)))
        until = min(self.until, working_seconds() + EACH)
        outcome = self.kind.theorem.outcome(self.rule, case, law, [self.solver], until)
        word = "proved" if outcome.proved else outcome.failed
        self.tried.append(f"{law.statement()}: {word}")
        return outcome.proved

"""The study of a family that is split into cases: a detector guesses laws, a solver decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Self

from mexplore.discover.families.library import shipped_law
from mexplore.discover.families.patterns.by_cases import LawOfCell, LawsByCases
from mexplore.discover.families.patterns.members import known_members
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.studied import BUDGET, Ends, StudiedFamily, decider, watching
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.discover.families.theorems.theorem import Proved
from mexplore.discover.study.finding import FindingOf, Proof
from mexplore.rules.engine.grundy import Progress, Watcher, nobody
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import was_interrupted, was_out_of_time
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.naming import Naming

SEARCH = 0.8  # of the budget
LATE = 1.15  # of the budget: when the proof of what was found is given up
EACH = 5.0  # seconds for a law
CONFIRMED = 24, 200  # members, and values of each, that are compared with brute force
LARGEST = 60  # values of the names of members that are compared

Proves = Callable[[Any, Case], bool]
Find = Callable[[Any, Proves, float], Iterator[LawsByCases]]
"""A detector: claims about a family, of which each law is one that a prover proved, until some
reading of `working_seconds`."""


@dataclass(frozen=True)
class Kind:
    """What is particular to one kind of family."""

    find: Find
    theorem: TheoremByCases[Any, Any]
    ends: Ends | None = None
    """Where moves are more than numbers of tokens."""
    unsuited: Callable[[Any], str] = lambda rule: ""  # noqa: ARG005
    """Why a family may have no law of this kind, where that is seen."""


@dataclass(frozen=True, eq=False, repr=False)
class StudyByCases(StudiedFamily):
    """What was found of a family: one claim at most, which is proved, and about all members.
    ``compared`` says with how many members it was compared, and with how many values."""

    compared: tuple[int, int] = (0, 0)
    unsuited: str = ""
    """Why there may be no law, where that is seen."""
    by: tuple[TheoremByCases[Any, Any], ...] = ()
    """The theorem about families of this kind."""

    def theorems(self) -> tuple[TheoremByCases[Any, Any], ...]:
        return self.by

    def named(self, naming: Naming) -> Self:
        return replace(super().named(naming), unsuited=naming.in_text(self.unsuited))


def study_by_cases(
    rule: FamilyOfRules, kind: Kind, budget: float | None = None, watcher: Watcher = nobody
) -> StudyByCases:
    """Look for laws that cover the family, and prove them. A KeyboardInterrupt ends the study."""
    inner, back = rule.in_inner_names()
    return _studied(inner, kind, budget, watching(watcher, back)).named(back)


def _studied(
    rule: FamilyOfRules, kind: Kind, budget: float | None, watcher: Watcher
) -> StudyByCases:
    """The study of a family in inner names."""
    began, seconds = working_seconds(), BUDGET if budget is None else budget
    solver, name, remedy = decider()
    empty = StudyByCases(rule, (), "terms", 0.0, solver=name, remedy=remedy, by=(kind.theorem,))
    if solver is None:
        return empty
    ends = began + SEARCH * seconds, began + LATE * seconds
    search = _Search(rule, kind, solver, ends, watcher)
    try:
        study = search.run(empty)
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        study = replace(empty, ended="time" if was_out_of_time(error) else "interrupted")
    return replace(study, log=tuple(search.tried), seconds=working_seconds() - began)


class _Search:
    def __init__(
        self,
        rule: FamilyOfRules,
        kind: Kind,
        solver: Solver,
        ends: tuple[float, float],
        watcher: Watcher,
    ) -> None:
        self.rule, self.kind, self.solver = rule, kind, solver
        (self.until, self.late), self.watcher = ends, watcher
        self.tried: list[str] = []

    def run(self, study: StudyByCases) -> StudyByCases:
        """The study with the first claim that the theorem proves; such a claim is compared with
        some members, and to differ there is an error of ours."""
        for claim, library in self._candidates():
            proved = self.kind.theorem.prove(self.rule, claim, [self.solver], self.late)
            if not isinstance(proved, Proved):
                self.tried.append(proved.reason)
                continue
            number, stop = CONFIRMED
            known = known_members(self.rule, islice(self.rule.members(LARGEST), number), stop)
            failure = claim.first_failure(known)
            if failure is not None:
                raise RuntimeError(f"a proved law fails at {failure}")
            finding = FindingOf(claim, 0, Proof(self.kind.theorem.name, proved.conditions))
            compared = (len(known.terms), sum(len(terms) for _, terms in known.terms))
            return replace(
                study, findings=(finding,), ended="proved", compared=compared, library=library
            )
        if working_seconds() > self.until:
            return replace(study, ended="time")
        return replace(study, unsuited=self.kind.unsuited(self.rule))

    def _candidates(self) -> Iterator[tuple[LawsByCases, str]]:
        """Claims, with the name in the library where they come from there; all are proved."""
        known = shipped_law(self.rule)
        if known is not None and known.rule == self.rule:
            yield known.law, known.name
        yield from ((claim, "") for claim in self.kind.find(self.rule, self.proves, self.until))

    def proves(self, law: LawOfCell, case: Case) -> bool:
        """Whether the law is true for all parameters in its cell."""
        self.watcher(Progress("laws", len(self.tried), len(self.tried)))
        until = min(self.until, working_seconds() + EACH)
        outcome = self.kind.theorem.outcome(self.rule, case, law, [self.solver], until)
        word = "proved" if outcome.proved else outcome.failed
        self.tried.append(f"{law.statement()}: {word}")
        return outcome.proved

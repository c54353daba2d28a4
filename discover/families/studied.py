"""What is common to the studies of families, whatever their moves are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.solvers.named import solver_named
from mexplore.discover.families.solvers.remembering import Remembering
from mexplore.discover.families.solvers.solver import NotInstalled, Solver
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.discover.study.finding import FindingOf
from mexplore.discover.study.study import StudyOf
from mexplore.rules.engine.grundy import Watcher
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.naming import Naming

BUDGET = 20.0  # seconds, unless another budget is given
REMEDY = "pip install 'mexplore[families]'"

Ending = Literal["proved", "terms", "time", "interrupted"]
FamilyStatus = Literal["proved", "proved in part", "holds so far", "nothing found"]


@dataclass(frozen=True, eq=False, repr=False)
class StudiedFamily(StudyOf[FindingOf[Any], TheoremByCases[Any, Any]]):
    """What was found of a family: one claim at most. ``solver`` is the program that decided, with
    its version; without one ``remedy`` says what to install."""

    rule: FamilyOfRules
    findings: tuple[FindingOf[Any], ...]
    ended: Ending
    seconds: float
    solver: str = ""
    remedy: str = ""
    log: tuple[str, ...] = ()
    library: str = ""
    """The name in the library of families, where the laws come from there."""

    @property
    def game(self) -> FamilyOfRules:
        return self.rule

    @property
    def claim(self) -> LawsByCases | None:
        """The laws; None where there are none."""
        return self.findings[0].claim if self.findings else None

    @property
    def family_status(self) -> FamilyStatus:
        """The verdict on the family: laws that are proved may leave members open."""
        in_part = self.status == "proved" and self.claim and not self.claim.about_all
        return "proved in part" if in_part else self.status

    def named(self, naming: Naming) -> Self:
        """The study of the family, and the laws, in other names."""
        findings = [replace(found, claim=naming.of(found.claim)) for found in self.findings]
        rule, log = naming.of(self.rule), map(naming.in_text, self.log)
        return replace(self, rule=rule, findings=tuple(findings), log=tuple(log))

    def __repr__(self) -> str:
        """In a line: the family, how many laws, and the verdict."""
        count = 0 if self.claim is None else len(self.claim.laws)
        return f"<{self.rule}: {count} law{'s' * (count != 1)}; {self.family_status}>"


Ends = Callable[[Any, dict[str, int]], tuple[int, int] | None]
"""The least preperiod and period of a member, where they are seen."""

Studying = Callable[[Any, float, Watcher], StudiedFamily]


def watching(watcher: Watcher, naming: Naming) -> Watcher:
    """The watcher of a study in other names: what is tried is named back."""
    return lambda now: watcher(replace(now, trying=naming.in_text(now.trying)))


def decider() -> tuple[Solver | None, str, str]:
    """What decides, which remembers what it was asked; its name with the version, or what to
    install."""
    solver = Remembering(solver_named("z3"))
    try:
        return solver, f"z3 {solver.version}", ""
    except NotInstalled:
        return None, "", REMEDY

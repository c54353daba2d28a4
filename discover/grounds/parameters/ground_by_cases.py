"""The ground of families that are split into cases: how they are read, and proofs are checked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from discover.ground import STUDIED_SECONDS, ConclusionOf, Ground
from discover.grounds.parameters.by_cases import Kind, study_by_cases
from discover.grounds.parameters.shown_again import compared, shown_again
from discover.patterns.parameters.by_cases import LawsByCases
from discover.solvers.named import solver_named
from discover.solvers.solver import NotInstalled
from discover.theorems.parameters.by_cases import TheoremByCases
from discover.theorems.parameters.coverage import outside_script
from rules.computing.grundy import Watcher, nobody
from rules.errors import RuleSyntaxError
from rules.parameters.family import FamilyOfRules
from rules.parameters.statements import PeriodStatement

COMPARED = 12, 120
"""How many members, and of each how many values, a law is held against although it is proved."""

COMPARED_BY_DEFINITION = 40, 300

Family = TypeVar("Family", bound=FamilyOfRules)


class GroundByCases(Ground[Family]):
    """Families of one kind, for all values of their names."""

    family: ClassVar[type[FamilyOfRules]]
    """The class that reads their notation."""

    @abstractmethod
    def kind(self) -> Kind:
        """How laws are found, proved, and compared with the definition."""

    def parse(self, text: str) -> Any:
        """A family without members is refused where a solver is installed."""
        rule = self.family.parse(text)
        try:
            some = solver_named("z3").answer(outside_script(rule.names, rule.where, ()))
        except NotInstalled:
            return rule
        if some.verdict == "unsat":
            place = len(rule.notation) + len(" for ")
            problem = "no member: these constraints contradict each other"
            raise RuleSyntaxError(str(rule), place, problem, "leave some of them out")
        return rule

    def theorems(self) -> Sequence[TheoremByCases[Any, Any]]:
        return (self.kind().theorem,)

    def check(
        self,
        game: Family,
        claim: LawsByCases,
        theorem: TheoremByCases[Any, Any],
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """z3 is asked for every condition again; with ``by_definition`` cvc5 as well. The bound is
        the number of conditions. Unless ``fast``, the first members are compared too."""
        del watcher
        _, done = shown_again(theorem, game, claim, given, twice=by_definition)
        if fast:
            return done
        number, terms = COMPARED_BY_DEFINITION if by_definition else COMPARED
        known = self.kind().known_members(game, number, terms)
        return f"{done}, {compared(known, claim, terms)}"

    def refuse_unreadable(self, game: Family, conjecture: str) -> None:
        PeriodStatement.parse(conjecture, game.names)

    def check_conjecture(
        self,
        game: Family,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = nobody,
    ) -> ConclusionOf[Any]:
        """A statement about the periods of all members; the range of n plays no part."""
        from discover.grounds.parameters.check import check_statement

        del ends
        return check_statement(game, conjecture, seconds, watcher, self._studied, self.kind().ends)

    def _studied(self, game: Family, seconds: float, watcher: Watcher) -> Any:
        return study_by_cases(game, self.kind(), seconds, watcher)

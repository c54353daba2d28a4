"""Theorems about families that are split into cases, with a law for each cell of a case.

What all of them check besides the laws: what the steps of the split take for granted, that there
are members, that every cell has a point in the domain of its case, and that no point of the domain
of a case is in none of its cells. Then every member has a law.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from discover.patterns.parameters.by_cases import LawsByCases
from discover.patterns.parameters.splits import Case
from discover.theorem import Inapplicable, TheoremOf
from discover.theorems.parameters.coverage import needs_script, outside_script
from discover.theorems.parameters.proving import Outcome, ask
from discover.theorems.parameters.theorem import Proved, Unproved
from rules.parameters.family import FamilyOfRules

if TYPE_CHECKING:
    from discover.solvers.script import Script
    from discover.solvers.solver import Solver

Family = TypeVar("Family", bound=FamilyOfRules)
Laws = TypeVar("Laws", bound=LawsByCases)


class TheoremByCases(TheoremOf[Family, Family, Laws]):
    """One theorem: if solvers show its conditions, each law is true for all members in its cell,
    and every member has one."""

    @abstractmethod
    def outcome(
        self,
        rule: Family,
        case: Case,
        law: Any,
        solvers: Sequence[Solver],
        deadline: float | None = None,
    ) -> Outcome:
        """Whether a law is true for all parameters in its cell: every solver has to show every
        condition."""

    @abstractmethod
    def script(self, rule: Family, case: Case, law: Any) -> Script:
        """All conditions of a law."""

    def hypotheses(self, rule: Family) -> Family | Inapplicable:
        """All families of the kind; others are refused when they are read."""
        return rule

    def prove(
        self,
        rule: Family,
        claim: Laws,
        solvers: Sequence[Solver],
        deadline: float | None = None,
    ) -> Proved | Unproved:
        """Ask every one of the solvers for every condition."""
        try:
            cases = claim.cases(rule)
        except ValueError as error:
            return Unproved(f"the split does not apply: {error}")
        if not claim.laws or not all(0 <= each.case < len(cases) for each in claim.laws):
            return Unproved("each law is about a case of the split, and there is one")
        shown = 0
        for solver in solvers:
            found = _frame(rule, claim, cases, solver, deadline)
            if isinstance(found, Unproved):
                return found
            shown = found
        for number, each in enumerate(claim.laws):
            outcome = self.outcome(rule, cases[each.case], each.law, solvers, deadline)
            if not outcome.proved:
                reason = f"law {number}: {outcome.failed}"
                return Unproved(reason, number, outcome.counterexample, outcome.decided)
            shown += outcome.conditions
        return Proved(shown, complete=True)

    def scripts(self, rule: Family, claim: Laws) -> Iterator[tuple[str, Script, str]]:
        """Each script with its name and the answer that every question in it has to have."""
        cases = claim.cases(rule)
        for name, script in point_scripts(rule, claim, cases):
            yield name, script, "sat"
        for name, script in cover_scripts(claim, cases):
            if script.questions:
                yield name, script, "unsat"
        for number, each in enumerate(claim.laws):
            yield f"law-{number}", self.script(rule, cases[each.case], each.law), "unsat"


def _frame(
    rule: FamilyOfRules,
    claim: LawsByCases,
    cases: Sequence[Case],
    solver: Solver,
    deadline: float | None,
) -> int | Unproved:
    """Everything but the laws: members, what the split needs, and cells. How much was shown."""
    for each in claim.laws:
        names = {name for constraint in each.law.cell for name in constraint.names}
        if each.law.parameters != cases[each.case].names or not names <= set(each.law.parameters):
            return Unproved("the parameters of a law are not those of its case")
        if any(not constraint.form.is_linear for constraint in each.law.cell):
            return Unproved("a cell is not linear")
    some = [script for _, script in point_scripts(rule, claim, cases)]
    for script in some:
        if solver.answer(script, deadline).verdict != "sat":
            return Unproved("a cell is not seen to have a point, or the family to have members")
    none = [script for _, script in cover_scripts(claim, cases)]
    for script in none:
        outcome = ask(script, solver, deadline)
        if not outcome.proved:
            reason = f"the split does not apply, or leaves members open: {outcome.failed}"
            return Unproved(reason, decided=outcome.decided)
    return len(some) + sum(len(script.questions) for script in none)


def point_scripts(
    rule: FamilyOfRules, claim: LawsByCases, cases: Sequence[Case]
) -> list[tuple[str, Script]]:
    """With their names: whether there are members, and whether each cell has a point."""
    found = [("members", outside_script(rule.names, rule.where, ()))]
    for number, each in enumerate(claim.laws):
        case = cases[each.case]
        inside = (*case.domain, *each.law.cell)
        found.append((f"cell-{number}", outside_script(case.names, inside, ())))
    return found


def cover_scripts(claim: LawsByCases, cases: Sequence[Case]) -> list[tuple[str, Script]]:
    """With their names: whether what the split needs fails, or a case has a point in no cell."""
    found = [("split", needs_script(cases))]
    for number, case in enumerate(cases):
        cells = [each.law.cell for each in claim.laws if each.case == number]
        found.append((f"cover-{number}", outside_script(case.names, case.domain, cells)))
    return found

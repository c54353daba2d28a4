"""Theorems about families that are split into cases, with a law for each cell of a case.

What all of them check besides the laws: that the family has members, what the steps of the split
take for granted, that every cell has a point in the domain of its case, and, where the claim is
about all members, that no point of the domain of a case is in none of its cells.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.splits import Case, Need
from mexplore.discover.families.solvers.formulas import (
    Question,
    Script,
    all_of,
    form,
    holds,
    in_cell,
    none_of,
    short_names,
)
from mexplore.discover.families.theorems.proving import Outcome, ask
from mexplore.discover.study.theorem import Inapplicable, TheoremOf
from mexplore.rules.dataclass import dataclass
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.family import FamilyOfRules, given
from mexplore.rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    from mexplore.discover.families.solvers.formulas import Script
    from mexplore.discover.families.solvers.solver import Answer, Solver


@dataclass(frozen=True)
class Proved:
    """Each law of the claim is proved. ``conditions`` is how many conditions were shown, which is a
    function of the claim alone.

    ``complete``: every member has a law. Else ``left_open`` is a member without one, if the
    solver found one; there is none where it did not finish.
    """

    conditions: int
    complete: bool
    left_open: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Unproved(Inapplicable):
    """Why a claim is not proved. A ``counterexample`` has values of the parameters of the law whose
    number is ``law`` at which a condition fails; the law may be true all the same. ``decided`` is
    False where a solver did not finish: then it may be proved with more time."""

    law: int | None = None
    counterexample: Mapping[str, int] = field(default_factory=dict)
    decided: bool = True


def members_script(rule: FamilyOfRules) -> Script:
    """Whether there are members; the answer has to be sat."""
    names = short_names(rule.names)
    some = (Question("members", "true"),)
    return Script(tuple(names.values()), (), in_cell(rule.where, names), some)


def elements_script(rule: ParametricRule) -> Script:
    """Whether an element is below 1 for a member, for each element."""
    names = short_names(rule.names)
    below = [f"(< {form(element, names)} 1)" for element in rule.elements]
    questions = tuple(Question(f"element {j} below 1", body) for j, body in enumerate(below))
    return Script(tuple(names.values()), (), in_cell(rule.where, names), questions)


def needs_script(cases: Sequence[Case]) -> Script:
    """What the steps take for granted; the answers have to be unsat."""
    needs = dict.fromkeys(need for case in cases for need in case.needs)
    return _script(Question(f"need {i}", _fails(need)) for i, need in enumerate(needs))


def _fails(need: Need) -> str:
    names = short_names(sorted({n for c in (*need.given, need.then) for n in c.names}))
    return all_of((in_cell(need.given, names), none_of([holds(need.then, names)])))


def cells_script(cases: Sequence[Case], claim: LawsByCases) -> Script:
    """A point of each law's cell in the domain of its case; the answers have to be sat."""
    questions = []
    for i, each in enumerate(claim.laws):
        case = cases[each.case]
        names = short_names(case.names)
        body = all_of((in_cell(case.domain, names), in_cell(each.law.cell, names)))
        questions.append(Question(f"cell {i}", body))
    return _script(questions)


def holes_script(cases: Sequence[Case], claim: LawsByCases) -> Script:
    """A point of each case's domain in no cell; where all answers are unsat, each member has a
    law."""
    return _script(
        Question(f"case {number}", _outside(case.names, case.domain, cells))
        for number, case in enumerate(cases)
        for cells in [[law.law.cell for law in claim.laws if law.case == number]]
    )


def outside_script(names: Sequence[str], domain: Cell, cells: Sequence[Cell]) -> Script:
    """A point of the domain in none of the cells."""
    return _script([Question("outside", _outside(names, domain, cells))])


def _outside(names: Sequence[str], domain: Cell, cells: Sequence[Cell]) -> str:
    short = short_names(names)
    return all_of((in_cell(domain, short), none_of(in_cell(cell, short) for cell in cells)))


def _script(questions: Iterable[Question]) -> Script:
    """Each question speaks of k0, k1, ..., whatever they are in others."""
    found = tuple(questions)
    used = sorted({word for q in found for word in q.body.replace(")", " ").split() if _is_k(word)})
    return Script(tuple(used), (), "true", found)


def _is_k(word: str) -> bool:
    return word[:1] == "k"


Family = TypeVar("Family", bound=FamilyOfRules)
Laws = TypeVar("Laws", bound=LawsByCases)


class TheoremByCases(TheoremOf[Family, Family, Laws]):
    """One theorem: if solvers show its conditions, each law is true for all members in its cell."""

    conditions: ClassVar[Mapping[str, str]]
    """What its conditions say, each in a few words, by the letter with which they are named."""

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
        condition. `working_seconds` is compared with the deadline before each question."""

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
        asked = _Asked(rule, claim, cases, solvers, deadline)
        laws = partial(self._laws, asked)
        shown = 0
        for part in (asked.members, asked.needs, asked.cells, laws, asked.holes):
            found = part()
            if isinstance(found, Unproved):
                return found
            shown += found
        left_open = {} if claim.about_all else asked.left_open()
        return Proved(shown, claim.about_all, left_open)

    def _laws(self, asked: _Asked) -> int | Unproved:
        """The theorem for each law: how many conditions were shown."""
        shown = 0
        for number, each in enumerate(asked.claim.laws):
            case = asked.cases[each.case]
            outcome = self.outcome(asked.rule, case, each.law, asked.solvers, asked.deadline)
            if not outcome.proved:
                member = asked.member_at(case, outcome.counterexample)
                at = f" at {given(member)}" if member else ""
                reason = f"law {number}: {outcome.failed}{at}"
                return Unproved(reason, number, outcome.counterexample, outcome.decided)
            shown += outcome.conditions
        return shown

    def scripts(self, rule: Family, claim: Laws) -> Iterator[tuple[str, Script, str]]:
        """Each script with its name and the answer that every question in it has to have: ``sat``
        where a point is looked for that has to be there, ``unsat`` where a condition must not fail.
        Identities of polynomials are not among them."""
        cases = claim.cases(rule)
        yield "members", members_script(rule), "sat"
        needs = needs_script(cases)
        if needs.questions:
            yield "split", needs, "unsat"
        yield "cells", cells_script(cases, claim), "sat"
        for number, each in enumerate(claim.laws):
            yield f"law-{number}", self.script(rule, cases[each.case], each.law), "unsat"
        if claim.about_all:
            yield "cover", holes_script(cases, claim), "unsat"


class _Asked:
    """All but the laws. Each part says how much was shown."""

    def __init__(
        self,
        rule: Any,
        claim: LawsByCases,
        cases: Sequence[Case],
        solvers: Sequence[Solver],
        deadline: float | None,
    ) -> None:
        self.rule, self.claim, self.cases = rule, claim, cases
        self.solvers, self.deadline = solvers, deadline

    def members(self) -> int | Unproved:
        """The family has members."""
        for solver in self.solvers:
            verdict = solver.answer(members_script(self.rule), self.deadline).verdict
            if verdict != "sat":
                decided = verdict == "unsat"
                return Unproved("the constraints are not seen to have a member", decided=decided)
        return 1

    def needs(self) -> int | Unproved:
        """What the steps of the split take for granted."""
        script = needs_script(self.cases)
        for solver in self.solvers:
            outcome = ask(script, solver, self.deadline)
            if not outcome.proved:
                reason = f"the split does not apply to every member: {outcome.failed}"
                return Unproved(reason, decided=outcome.decided)
        return len(script.questions)

    def cells(self) -> int | Unproved:
        """Every cell has a point."""
        for each in self.claim.laws:
            names = {name for constraint in each.law.cell for name in constraint.names}
            known = self.cases[each.case].names
            if set(each.law.parameters) != set(known) or not names <= set(known):
                return Unproved("the parameters of a law are not those of its case")
            if any(not constraint.form.is_linear for constraint in each.law.cell):
                return Unproved("a cell is not linear")
        script = cells_script(self.cases, self.claim)
        for solver in self.solvers:
            for number, answer in enumerate(solver.answers(script, self.deadline)):
                if answer.verdict != "sat":
                    decided = answer.verdict == "unsat"
                    return Unproved(f"the cell of law {number} is empty", number, decided=decided)
        return len(script.questions)

    def holes(self) -> int | Unproved:
        """Every member has a law, where that is claimed."""
        if not self.claim.about_all:
            return 0
        script = holes_script(self.cases, self.claim)
        for solver in self.solvers:
            for number, answer in enumerate(solver.answers(script, self.deadline)):
                if answer.verdict != "unsat":
                    where = given(self._member(number, answer)) or f"case {number}"
                    decided = answer.verdict == "sat"
                    return Unproved(f"the cells leave members open: {where}", decided=decided)
        return len(script.questions)

    def left_open(self) -> dict[str, int]:
        """A member without a law, if the first solver shows one."""
        answers = self.solvers[0].answers(holes_script(self.cases, self.claim), self.deadline)
        found = (self._member(number, answer) for number, answer in enumerate(answers))
        return next(filter(None, found), {})

    def _member(self, number: int, answer: Answer) -> dict[str, int]:
        """The member of the answer that is a point of a case."""
        if answer.verdict != "sat" or not answer.solution:
            return {}
        case = self.cases[number]
        return self.member_at(case, answer.point(case.names))

    def member_at(self, case: Case, point: Mapping[str, int]) -> dict[str, int]:
        """The member at a point of a case; none where the point is none, as domains may hold
        more."""
        member = _meant(case, point)
        return member if member and self.rule.has(member) else {}


def _meant(case: Case, point: Mapping[str, int]) -> dict[str, int]:
    """What stands for the names of the family at a point of a case, perhaps a member; nothing where
    some parameters have no values."""
    if not point or not set(case.names) <= set(point):
        return {}
    return {name: meaning.at(point) for name, meaning in case.meanings}

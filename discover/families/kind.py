"""The kinds of families: how they are read and studied, and how proofs are checked again.

What is particular to their studies is in `discover.families.methods`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, islice
from typing import Any, ClassVar, NoReturn, TypeVar, cast

from mexplore.discover.families.methods import InDigits, OfCodes, OfRanges
from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.members import known_members
from mexplore.discover.families.solvers.solver import NotInstalled, Solver, solver_named
from mexplore.discover.families.study import FamilyStudy, Method, study_family
from mexplore.discover.families.theorems.by_cases import (
    Proved,
    TheoremByCases,
    Unproved,
    elements_script,
    outside_script,
)
from mexplore.discover.study.conclusion import Conclusion
from mexplore.discover.study.kind import STUDIED_SECONDS, GameKind, Invalid, expect_bound
from mexplore.discover.study.limits import Limits
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.constraint import Constraint
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.family import given as named
from mexplore.rules.parameters.notation import CODES, RANGES
from mexplore.rules.parameters.ranges import RangeFamily
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.parameters.statements import PeriodStatement

COMPARED = 12, 120
"""How many members, and of each how many values, a law is compared with although it is proved."""

COMPARED_BY_DEFINITION = 40, 300
LARGEST, MOST = 60, 20_000  # names of these members, and members, among which they are chosen

Family = TypeVar("Family", bound=FamilyOfRules)


class FamilyKind(GameKind[Family]):
    """Families of one kind, for all values of their names that constraints allow."""

    method: ClassVar[Method]
    """How they are studied."""

    def parse(self, text: str) -> Family:
        """A family without members is refused where a solver is installed."""
        rule = cast("Family", self.method.family.parse(text))
        refuse_memberless(rule)
        return rule

    def claims(self) -> Sequence[type[LawsByCases]]:
        return (self.method.claim,)

    def theorems(self) -> Sequence[TheoremByCases[Any, Any]]:
        return (self.method.theorem,)

    def study(
        self, game: Family, limits: Limits | None = None, watcher: Watcher = no_progress
    ) -> FamilyStudy:
        return study_family(game, self.method, None if limits is None else limits.budget, watcher)

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
        the number of conditions. Unless ``fast``, the first members of which the claim speaks are
        compared too."""
        del watcher
        proved, done = reprove(theorem, game, claim, given, twice=by_definition)
        if not fast:
            number, stop = COMPARED_BY_DEFINITION if by_definition else COMPARED
            some = islice(game.members(LARGEST), MOST)
            chosen = islice((m for m in some if claim.law_of(game, m) is not None), number)
            done = f"{done}, {compare_members(known_members(game, chosen, stop), claim, stop)}"
        if proved.complete:
            return done
        member = named(proved.left_open)
        which = f"members such as {member}" if member else "what its cells do not hold"
        return f"{done}; left open: {which}"

    def refuse_unreadable(self, game: Family, conjecture: str) -> None:
        PeriodStatement.parse(conjecture, game.names)

    def check_conjecture(
        self,
        game: Family,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = no_progress,
    ) -> Conclusion[Any]:
        """A statement about the periods of all members; the range of n plays no part."""
        from mexplore.discover.families.check import check_statement

        del ends
        return check_statement(game, conjecture, seconds, watcher)


def reprove(
    theorem: TheoremByCases[Any, Any], game: Any, claim: Any, given: object, *, twice: bool
) -> tuple[Proved, str]:
    """z3 is asked for every condition again, and where ``twice`` cvc5 as well. The proof, whose
    number of conditions must be the one that is ``given``, and in words what was done; else
    Invalid, or InputError where a solver does not finish."""
    names = ("z3", "cvc5") if twice else ("z3",)
    try:
        solvers = [solver_named(name) for name in names]
        said = " and ".join(f"{solver.name} {solver.version}" for solver in solvers)
        proved = theorem.prove(game, claim, solvers)
    except NotInstalled as error:
        raise Invalid(f"it cannot be checked: {error}") from None
    if isinstance(proved, Unproved) and not proved.decided:
        raise InputError(f"this is not decided, so neither valid nor invalid: {proved.reason}")
    if not isinstance(proved, Proved):
        raise Invalid(f"the theorem {theorem.name!r} does not prove it: {proved.reason}")
    expect_bound(given, proved.conditions, theorem.name)
    return proved, f"{proved.conditions} conditions shown by {said}"


def compare_members(known: Any, claim: Any, stop: int) -> str:
    """The claim is compared with members whose terms at n < stop are known: how many, in words;
    Invalid where it fails."""
    failure = claim.first_failure(known)
    if failure is not None:
        member, n = dict(failure[0]), failure[1]
        raise Invalid(f"the claim is false: it fails for {named(member)} at n = {n}")
    return f"{len(known.terms)} members compared for n < {stop}"


class Families(FamilyKind[ParametricRule]):
    """Rules whose moves take one of finitely many numbers with names in them."""

    name: ClassVar[str] = "families"
    method: ClassVar[Method] = InDigits()

    def parse(self, text: str) -> ParametricRule:
        """Elements that are not a move for some member are refused as well."""
        rule = super().parse(text)
        refuse_elements(rule)
        return rule


class FamiliesOfRanges(FamilyKind[RangeFamily]):
    """Rules whose moves are ranges with names in their ends."""

    name: ClassVar[str] = "families of ranges"
    method: ClassVar[Method] = OfRanges()


class FamiliesOfCodes(FamilyKind[CodeFamily]):
    """Octal games whose digits are repeated by name."""

    name: ClassVar[str] = "families of codes"
    method: ClassVar[Method] = OfCodes()


_LARGEST, _MOST = 12, 4000  # of names, and of members, that are tried without a solver


def refuse_senseless(rule: ParametricRule) -> None:
    """Raise RuleSyntaxError where there is no member, or an element is below 1 for one."""
    refuse_memberless(rule)
    refuse_elements(rule)


def refuse_memberless(rule: FamilyOfRules) -> None:
    """Raise RuleSyntaxError where the constraints contradict each other. Without a solver that is
    left to proofs."""
    try:
        solver = solver_named("z3")
        if _has_members(rule, rule.where, solver):
            return
        pairs = combinations(rule.where, 2)
        pair = next((pair for pair in pairs if not _has_members(rule, pair, solver)), None)
    except NotInstalled:
        return
    place = len(rule.notation) + len(" for ")
    if pair is not None:
        problem = f"no member: {pair[0]} and {pair[1]} contradict each other"
        raise RuleSyntaxError(str(rule), place, problem, "leave one of them out")
    problem = "no member: these constraints contradict each other"
    raise RuleSyntaxError(str(rule), place, problem, "leave some of them out")


def _has_members(rule: FamilyOfRules, where: tuple[Constraint, ...], solver: Solver) -> bool:
    """Whether names may satisfy the constraints; True where it is not decided."""
    return solver.answer(outside_script(rule.names, where, ())).verdict != "unsat"


def refuse_elements(rule: ParametricRule) -> None:
    """Raise RuleSyntaxError where an element is below 1 for a member. Without a solver some small
    members are tried, and the rest is left to proofs."""
    for values in islice(rule.members(_LARGEST), _MOST):
        for number, element in enumerate(rule.elements):
            if element.at(values) < 1:
                _refuse_element(rule, number, values)
    try:
        answers = list(solver_named("z3").answers(elements_script(rule)))
    except NotInstalled:
        return
    for number, answer in enumerate(answers):
        if answer.verdict == "sat":
            values = answer.point(rule.names)
            if rule.has(values) and rule.elements[number].at(values) < 1:
                _refuse_element(rule, number, values)


def _refuse_element(rule: ParametricRule, number: int, values: dict[str, int]) -> NoReturn:
    element = rule.elements[number]
    problem = f"{named(values)} is allowed, and {element.at(values)} is no move"
    remedy = f"add the constraint {element} >= 1"
    raise RuleSyntaxError(str(rule), rule.place_of(number), problem, remedy)


def kind_of_family(text: str) -> GameKind[Any]:
    """The kind of a family, by its text."""
    if re.match(CODES, text, re.DOTALL):
        return FamiliesOfCodes()
    return FamiliesOfRanges() if re.match(RANGES, text, re.DOTALL) else Families()

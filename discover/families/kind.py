"""The kinds of families: how they are read and studied, and how proofs are checked again.

What is particular to their studies is in `discover.families.methods`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, ClassVar, TypeVar, cast

from mexplore.discover.families.domain import refuse_elements, refuse_memberless
from mexplore.discover.families.methods import InDigits, OfCodes, OfRanges
from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.members import known_members
from mexplore.discover.families.solvers.solver import NotInstalled, solver_named
from mexplore.discover.families.study import FamilyStudy, Method, study_family
from mexplore.discover.families.theorems.by_cases import Proved, TheoremByCases, Unproved
from mexplore.discover.study.conclusion import Conclusion
from mexplore.discover.study.kind import STUDIED_SECONDS, GameKind, Invalid, agreed
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.errors import InputError
from mexplore.rules.parameters.codes import CodeFamily
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.family import given as named
from mexplore.rules.parameters.ranges import RangeFamily
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.parameters.statements import PeriodStatement

COMPARED = 12, 120
"""How many members, and of each how many values, a law is held against although it is proved."""

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
        self, rule: FamilyOfRules, budget: float | None = None, watcher: Watcher = nobody
    ) -> FamilyStudy:
        """Look for laws that cover the family, and prove them."""
        return study_family(rule, self.method, budget, watcher)

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
        proved, done = shown_again(theorem, game, claim, given, twice=by_definition)
        if not fast:
            number, stop = COMPARED_BY_DEFINITION if by_definition else COMPARED
            some = islice(game.members(LARGEST), MOST)
            chosen = islice((m for m in some if claim.law_of(game, m) is not None), number)
            done = f"{done}, {compared(known_members(game, chosen, stop), claim, stop)}"
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
        watcher: Watcher = nobody,
    ) -> Conclusion[Any]:
        """A statement about the periods of all members; the range of n plays no part."""
        from mexplore.discover.families.check import check_statement

        del ends
        return check_statement(game, conjecture, seconds, watcher, self.study)


def shown_again(
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
    agreed(given, proved.conditions, theorem.name)
    return proved, f"{proved.conditions} conditions shown by {said}"


def compared(known: Any, claim: Any, stop: int) -> str:
    """The claim is held against members whose terms at n < stop are known: how many, in words;
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
        """Elements that are no move for some member are refused besides."""
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

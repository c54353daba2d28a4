"""What kinds of families have in common: how they are read, and proofs are checked again."""

from __future__ import annotations

from abc import abstractmethod
from itertools import islice
from typing import Any, ClassVar, TypeVar, cast

from mexplore.discover.families.domain import refuse_memberless
from mexplore.discover.families.patterns.by_cases import LawsByCases
from mexplore.discover.families.patterns.members import known_members
from mexplore.discover.families.shown_again import compared, shown_again
from mexplore.discover.families.studied import Ends, StudiedFamily
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.discover.study.kind import STUDIED_SECONDS, ConclusionOf, GameKind
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.parameters.family import FamilyOfRules
from mexplore.rules.parameters.statements import PeriodStatement

COMPARED = 12, 120
"""How many members, and of each how many values, a law is held against although it is proved."""

COMPARED_BY_DEFINITION = 40, 300
LARGEST, MOST = 60, 20_000  # names of these members, and members, among which they are chosen

Family = TypeVar("Family", bound=FamilyOfRules)


class FamilyKind(GameKind[Family]):
    """Families of one kind, for all values of their names that constraints allow."""

    family: ClassVar[type[FamilyOfRules]]
    """The class that reads their notation."""

    @abstractmethod
    def study(
        self, rule: Family, budget: float | None = None, watcher: Watcher = nobody
    ) -> StudiedFamily:
        """Look for laws that cover the family, and prove them."""

    @property
    def ends(self) -> Ends | None:
        """What finds the least preperiod and period of a member whose moves are more than numbers
        of tokens."""
        return None

    def parse(self, text: str) -> Family:
        """A family without members is refused where a solver is installed."""
        rule = cast("Family", self.family.parse(text))
        refuse_memberless(rule)
        return rule

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
        member = ", ".join(f"{name} = {value}" for name, value in proved.left_open.items())
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
    ) -> ConclusionOf[Any]:
        """A statement about the periods of all members; the range of n plays no part."""
        from mexplore.discover.families.check import check_statement

        del ends
        return check_statement(game, conjecture, seconds, watcher, self.study, self.ends)

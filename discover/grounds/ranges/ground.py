"""The ground of families of ranges: notation, claim and theorem, and how a proof is checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from discover.ground import STUDIED_SECONDS, ConclusionOf, Ground
from discover.grounds.parameters.shown_again import compared, shown_again
from discover.grounds.ranges.members import known_members
from discover.patterns.ranges.pattern import RangeLaw
from discover.solvers.named import solver_named
from discover.solvers.solver import NotInstalled
from discover.theorems.parameters.coverage import outside_script
from discover.theorems.ranges.theorem import RangeTheorem
from rules.computing.grundy import Watcher, nobody
from rules.errors import RuleSyntaxError
from rules.members import members
from rules.parameters.ranges import RangeFamily
from rules.parameters.statements import PeriodStatement

COMPARED = 12, 120
"""How many members, and of each how many values, a law is held against although it is proved."""

COMPARED_BY_DEFINITION = 40, 300


class FamiliesOfRanges(Ground[RangeFamily]):
    """Rules whose moves are ranges with names in their ends, for all values of the names."""

    name: ClassVar[str] = "families of ranges"

    def parse(self, text: str) -> RangeFamily:
        """A family without members is refused where a solver is installed."""
        rule = RangeFamily.parse(text)
        try:
            some = solver_named("z3").answer(outside_script(rule.names, rule.where, ()))
        except NotInstalled:
            return rule
        if some.verdict == "unsat":
            place = len(rule.notation) + len(" for ")
            problem = "no member: these constraints contradict each other"
            raise RuleSyntaxError(str(rule), place, problem, "leave some of them out")
        return rule

    def claims(self) -> Sequence[type[RangeLaw]]:
        import discover.patterns.ranges

        return members(discover.patterns.ranges, RangeLaw)

    def theorems(self) -> Sequence[RangeTheorem]:
        import discover.theorems.ranges

        return tuple(each() for each in members(discover.theorems.ranges, RangeTheorem))

    def check(
        self,
        game: RangeFamily,
        claim: RangeLaw,
        theorem: RangeTheorem,
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
        return done if fast else f"{done}, {_compared(game, claim, by_definition)}"

    def refuse_unreadable(self, game: RangeFamily, conjecture: str) -> None:
        PeriodStatement.parse(conjecture, game.names)

    def check_conjecture(
        self,
        game: RangeFamily,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = nobody,
    ) -> ConclusionOf[Any]:
        """A statement about the periods of all members; the range of n plays no part."""
        from discover.grounds.parameters.check import check_statement
        from discover.grounds.ranges.study import study_ranges

        del ends
        return check_statement(game, conjecture, seconds, watcher, study_ranges)


def _compared(rule: RangeFamily, claim: RangeLaw, by_definition: bool) -> str:
    """The first members are held against their values."""
    number, terms = COMPARED_BY_DEFINITION if by_definition else COMPARED
    return compared(known_members(rule, number, terms), claim, terms)

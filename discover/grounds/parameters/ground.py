"""The ground of families: their notation, claims and theorems, and how a proof is checked again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any, ClassVar

from discover.ground import STUDIED_SECONDS, ConclusionOf, Ground
from discover.grounds.parameters.domain import refuse_senseless
from discover.grounds.parameters.shown_again import compared, shown_again
from discover.patterns.parameters.members import Members, known_members
from discover.patterns.parameters.pattern import FamilyLaw
from discover.theorems.parameters.theorem import FamilyTheorem, Proved
from rules.computing.grundy import Watcher, nobody
from rules.members import members
from rules.parameters.rule import ParametricRule
from rules.parameters.statements import PeriodStatement

COMPARED = 12, 120
"""How many members, and of each how many values, a law is held against although it is proved."""

COMPARED_BY_DEFINITION = 60, 400


class Families(Ground[ParametricRule]):
    """Rules with names in them, for all values that constraints allow."""

    name: ClassVar[str] = "families"

    def parse(self, text: str) -> ParametricRule:
        rule = ParametricRule.parse(text)
        refuse_senseless(rule)
        return rule

    def claims(self) -> Sequence[type[FamilyLaw]]:
        import discover.patterns.parameters

        return members(discover.patterns.parameters, FamilyLaw)

    def theorems(self) -> Sequence[FamilyTheorem]:
        return _theorems()

    def check(
        self,
        game: ParametricRule,
        claim: FamilyLaw,
        theorem: FamilyTheorem,
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """z3 is asked for every condition again; with ``by_definition`` cvc5 as well. The bound is
        the number of conditions. Unless ``fast``, the first members are compared too."""
        del watcher
        proved, done = shown_again(theorem, game, claim, given, twice=by_definition)
        more = "" if fast else f", {_compared(game, claim, by_definition)}"
        return f"{done}{more}{_left_open(proved)}"

    def refuse_unreadable(self, game: ParametricRule, conjecture: str) -> None:
        PeriodStatement.parse(conjecture, game.names)

    def check_conjecture(
        self,
        game: ParametricRule,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = nobody,
    ) -> ConclusionOf[Any]:
        """A statement about the periods of all members; the range of n plays no part."""
        from discover.grounds.parameters.check import check_statement

        del ends
        return check_statement(game, conjecture, seconds, watcher)


def _compared(rule: ParametricRule, claim: FamilyLaw, by_definition: bool) -> str:
    """The first members of which the claim speaks are held against their values."""
    number, terms = COMPARED_BY_DEFINITION if by_definition else COMPARED
    chosen = (m for m in islice(rule.members(60), 20_000) if claim.law_of(rule, m) is not None)
    known: Members = known_members(rule, islice(chosen, number), terms)
    return compared(known, claim, terms)


def _left_open(proved: Proved) -> str:
    if proved.complete:
        return ""
    member = ", ".join(f"{name} = {value}" for name, value in proved.left_open.items())
    return f"; left open: {f'members such as {member}' if member else 'what its cells do not hold'}"


@cache
def _theorems() -> tuple[FamilyTheorem, ...]:
    import discover.theorems.parameters

    return tuple(theorem() for theorem in members(discover.theorems.parameters, FamilyTheorem))

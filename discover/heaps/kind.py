"""Heaps in a line: n -> G(n), the games that a rule makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.kind import STUDIED_SECONDS, GameKind, Invalid, Means, expect_bound
from mexplore.discover.study.pattern import Pattern
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.confirmed import Confirmed
    from mexplore.discover.heaps.study import Study
    from mexplore.discover.heaps.values import Answers
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.limits import Limits

MOST_BY_DEFINITION = 10**9  # options looked at, about a quarter of an hour


class Heaps(GameKind[Rule]):
    """Rules of heaps, with patterns and theorems about sequences."""

    name: ClassVar[str] = "heaps"
    checked: ClassVar[tuple[int, int]] = (0, 10**5)

    def parse(self, text: str) -> Rule:
        return parse_rule(text)

    def claims(self) -> Sequence[type[Pattern]]:
        from mexplore.discover.heaps.known import patterns

        return patterns()

    def theorems(self) -> Sequence[AnyTheorem]:
        from mexplore.discover.heaps.known import theorems

        return theorems()

    def study(
        self, game: Rule, limits: Limits | None = None, watcher: Watcher = no_progress
    ) -> Study:
        from mexplore.discover.heaps.study import study

        return study(game, limits, watcher)

    def known_values(
        self,
        game: Rule,
        places: Sequence[int],
        means: Means | None = None,
        watcher: Watcher = no_progress,
    ) -> Answers:
        from mexplore.discover.heaps.values import answers

        return answers(game, places, means, watcher)

    def claims_stated(self, text: str) -> Sequence[Pattern]:
        from mexplore.discover.heaps.statements import readings

        return readings(text)

    def refuse_unreadable(self, game: Rule, conjecture: str) -> None:
        from mexplore.discover.heaps.stated import refuse_unreadable

        del game
        refuse_unreadable(conjecture)

    def check_conjecture(
        self,
        game: Rule,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = no_progress,
    ) -> Conclusion[int]:
        from mexplore.discover.heaps.check import check, limits_of

        return check(game, conjecture, ends, limits_of(ends, seconds), watcher)

    def check(
        self,
        game: Rule,
        claim: Pattern,
        theorem: AnyTheorem,
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        if not theorem.is_about(claim):
            raise Invalid(f"the theorem {theorem.name!r} says nothing of {claim.name} laws")
        if theorem.streaming:
            if by_definition:
                raise TooLarge(
                    f"the {given} values of {game} that the theorem {theorem.name!r} passes are "
                    "out of reach by definition; verify it without --by definition"
                )
            return _by_stream(theorem, game, claim, given, fast, watcher)
        bound = expect_bound(given, theorem.bound(game, claim), theorem.name)
        found = _confirmed(game, bound, by_definition, fast, watcher)
        if found.evidence.stop < bound:
            raise Invalid(f"only {found.evidence.stop} of {bound} terms could be computed")
        if reason := claim.objection(found.evidence):
            raise Invalid(reason)
        again = theorem.check_again(
            game, claim, by_definition=by_definition, fast=fast, watcher=watcher
        )
        return again or f"checked below {bound} by {found.means}"


def _by_stream(
    theorem: AnyTheorem, rule: Rule, claim: Pattern, given: object, fast: bool, watcher: Watcher
) -> str:
    """Pass all values again, from the first to the bound, without one that is stored: by the code
    that `study` emits, but, unless ``fast``, translated for the plainest processor of this kind."""
    from mexplore.rules.engine.processors import GENERIC, compiled_for

    shape = theorem.hypotheses(rule)
    bound = shape if isinstance(shape, Inapplicable) else theorem.streamed_bound(shape, claim)
    bound = expect_bound(given, bound, theorem.name)
    with compiled_for(None if fast else GENERIC):
        refusal = theorem.check_stream(rule, shape, claim, watcher)
    if refusal is not None:
        raise Invalid(f"the theorem {theorem.name!r} does not prove it: {refusal.reason}")
    means = "by the code of study"
    if not fast:
        means += f" compiled for another processor ({GENERIC.name})"
    return f"all {bound} values streamed again {means}"


def _confirmed(
    rule: Rule, bound: int, by_definition: bool, fast: bool, watcher: Watcher
) -> Confirmed:
    """The terms at n < bound, by the means that is asked for."""
    from mexplore.discover.heaps.evidence.confirmed import (
        AS_STUDY,
        Confirmed,
        Unconfirmed,
        confirmed_below,
    )
    from mexplore.discover.heaps.evidence.sources import evidence_below

    if by_definition:
        return _by_definition(rule, bound, watcher)
    if fast:
        return Confirmed(evidence_below(rule, bound, watcher), AS_STUDY)
    try:
        return confirmed_below(rule, bound, watcher)
    except Unconfirmed as why:
        raise Invalid(str(why)) from None


def _by_definition(rule: Rule, bound: int, watcher: Watcher) -> Confirmed:
    """TooLarge if the options of all n < bound are too many to look at one by one."""
    from mexplore.discover.heaps.evidence.confirmed import DEFINITION, Confirmed, by_definition
    from mexplore.rules.checking.shapes.listed import options_below

    if options_below(rule, bound, MOST_BY_DEFINITION) > MOST_BY_DEFINITION:
        raise TooLarge(
            f"the definition of {rule} below n = {bound} has more than {MOST_BY_DEFINITION} "
            "options to look at; verify it without --by definition"
        )
    return Confirmed(by_definition(rule, bound, watcher), DEFINITION)

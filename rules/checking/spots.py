"""Some of the values that are read back, confirmed by a checker (`rules.engine.doubt`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.rules.checking.checker import cheapest, checkers_of, first_wrong
from mexplore.rules.checking.shapes.listed import ListedChecker
from mexplore.rules.engine.doubt import FEWEST_STRETCHES, HEAPS, STRETCHES, Confirmer, Draw, drawn
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.rules.checking.checker import Checker
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule, Values

ALLOWED = 3e8
"""Nanoseconds that it should take, by a checker's estimate."""
AT_MOST = 5e9
"""Nanoseconds that the fewest heaps may take: the values took minutes to compute."""
LONGEST = 1.0
"""Hours that it may take, by a checker's estimate, to confirm all values of a file."""
THINNER = ((HEAPS, STRETCHES), (8, STRETCHES), (1, STRETCHES), (1, FEWEST_STRETCHES))
"""Heaps of a stretch, and stretches: the first for which that is time enough."""


class Spots(Confirmer):
    """Stretches of heaps by the checker that is quickest for them."""

    def objection(self, rule: Rule, values: Values, first: int, draw: Draw) -> str | None:
        try:
            known = checkers_of(rule, values)
            quicker = [each for each in known if not isinstance(each, ListedChecker)]
            checkers = quicker or known
            for heaps, stretches in THINNER:
                nanoseconds, checker = min(
                    ((each.spot_nanoseconds(heaps), each) for each in checkers),
                    key=lambda pair: pair[0],
                )
                thinnest = stretches == FEWEST_STRETCHES
                if nanoseconds * (stretches + 2) <= (AT_MOST if thinnest else ALLOWED):
                    return _wrong(checker, drawn(first, len(values), draw, heaps, stretches))
        except TooLarge:  # an option that takes too many steps to be listed
            pass
        return "no other code confirms values of this rule quickly enough, so they are not used"

    def too_long(self, rule: Rule, values: Values) -> str | None:
        hours = cheapest(rule, values).nanoseconds() / 3.6e12
        if hours <= LONGEST:
            return None
        return f"other code would take about {hours:.2g} hours"

    def first_wrong(self, rule: Rule, values: Values, watcher: Watcher) -> str | None:
        wrong = first_wrong(cheapest(rule, values), watcher)
        return None if wrong is None else _said(wrong.n, wrong.value)


def _wrong(checker: Checker, stretches: list[range]) -> str | None:
    for stretch in stretches:
        n = checker.first_wrong(stretch.start, stretch.stop)
        if n is not None:
            return _said(n, int(checker.values[n]))
    return None


def _said(n: int, value: int) -> str:
    return f"G({n}) = {value} in it is not what the rule says"

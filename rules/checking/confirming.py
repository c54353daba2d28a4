"""Which checker confirms the values of a rule, and the run of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import mexplore.rules.checking.shapes as folder
from mexplore.rules.checking.checker import Checker
from mexplore.rules.engine.grundy import Progress, Watcher, nobody
from mexplore.rules.engine.pacing import Pace
from mexplore.rules.members import members

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule, Values

STAGE = "values checked"
FIRST = 1 << 8
LARGEST = 1 << 18


@dataclass(frozen=True)
class Wrong:
    """The least n at which a value is not what the rule says."""

    n: int
    value: int


def checkers_of(rule: Rule, values: Values) -> list[Checker]:
    """All checkers of these values.

    >>> import numpy as np
    >>> from mexplore.rules.notation import parse_rule
    >>> values = np.array([0, 1, 2] * 100, dtype=np.uint8)
    >>> [type(c).__name__ for c in checkers_of(parse_rule("subtract(1, 2)"), values)]
    ['ListedChecker', 'SubtractionChecker']
    """
    found = (kind.of(rule, values) for kind in members(folder, Checker))
    return [checker for checker in found if checker is not None]


def cheapest(rule: Rule, values: Values) -> Checker:
    """The checker that takes the least time for these values; there is always one, by the
    definition."""
    return min(checkers_of(rule, values), key=lambda checker: checker.nanoseconds())


def first_wrong(checker: Checker, watcher: Watcher = nobody) -> Wrong | None:
    """The first value that is wrong, None if all of them are right.

    >>> import numpy as np
    >>> from mexplore.rules.notation import parse_rule
    >>> values = np.array([0, 1, 2] * 100, dtype=np.uint8)
    >>> values[77] = 1
    >>> first_wrong(cheapest(parse_rule("subtract(1, 2)"), values))
    Wrong(n=77, value=1)
    """
    start, pace, count = 0, Pace(FIRST), len(checker.values)
    while start < count:
        stop = min(count, start + min(pace.size, LARGEST))
        with pace.block():
            n = checker.first_wrong(start, stop)
        if n is not None:
            return Wrong(n, int(checker.values[n]))
        start = stop
        watcher(Progress(STAGE, start, count))
    return None

"""The search itself: one heap after the other, until classes repeat or a limit is reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from mexplore.discover.misere.patterns.quotient import Quotient
from mexplore.discover.misere.patterns.search.extending import extended
from mexplore.discover.misere.patterns.search.fitting import fitted
from mexplore.discover.misere.patterns.search.freeing import freed
from mexplore.discover.misere.patterns.search.options import Integers, OptionTable
from mexplore.discover.misere.patterns.search.partial import Partial
from mexplore.rules.engine.grundy import Progress, Watcher, nobody
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.errors import OutOfTime

MOST_CLASSES = 1000

Bound = Callable[[int, int], int | None]
"""The number of heaps that a theorem looks at to prove a law that lists so many heaps and repeats
with such a period; None if no theorem does."""


@dataclass
class Growing:
    """Classes of the heaps 1, ..., ``state.last`` of a rule, as far as they were found.

    >>> from mexplore.rules.notation import parse_rule
    >>> search = Growing(OptionTable(parse_rule("0.75")))
    >>> search.grow(9), search.state.order, search.state.classes.tolist()[:6]
    (True, 8, [0, 1, 2, 1, 2, 3])
    """

    heaps: OptionTable
    deadline: float | None = None
    most: int = MOST_CLASSES
    watcher: Watcher = nobody
    state: Partial = field(default_factory=Partial.empty)
    grown: list[tuple[int, int]] = field(default_factory=list)
    """The heaps at which the number of classes became another one, with this number."""
    failed: bool = False
    """Whether no monoid was found at the next heap: nothing is proved by that."""

    @property
    def last(self) -> int:
        """The largest heap whose class is known."""
        return self.state.last

    @property
    def codes(self) -> Integers:
        """The classes of the heaps 0, ..., ``last``."""
        return self.state.classes

    def claim(self, length: int, period: int) -> Quotient:
        """The law that says this of the first heaps, the last ``period`` of which repeat."""
        return self.state.claim(length, period)

    def grow(self, stop: int) -> bool:
        """Find classes of the heaps below ``stop``; False where the search comes to an end before,
        by time (`OutOfTime` is not raised) or because no monoid is found."""
        while self.state.last + 1 < stop and not self.failed:
            try:
                self._one_more(self.state.last + 1)
            except OutOfTime:
                return False
        return not self.failed

    def _one_more(self, n: int) -> None:
        self._go_on()
        self.heaps.learn(n)
        found = fitted(self.state, self.heaps, n)
        if found is None:
            found = extended(self.state, self.heaps, n, self.most, self._go_on)
            found = found or freed(self.state, self.heaps, n, self.most, self._go_on)
            if found is None:
                self.failed = True
                return
            self.grown.append((n, found.order))
        self.state = found

    def _go_on(self) -> None:
        n = self.state.last
        self.watcher(Progress("classes of heaps", n, n, {"classes": self.state.order}))
        if self.deadline is not None and working_seconds() > self.deadline:
            raise OutOfTime("the search for classes took all its time")


def least_period(classes: Integers, bound: Bound) -> tuple[int, int] | None:
    """The least number of heaps to be listed, and the period, of a law that the known classes of
    the heaps 0, 1, ..., n decide; None if there is none."""
    last = len(classes) - 1
    candidates = []
    for p in range(1, last // 2 + 1):
        differ = np.flatnonzero(classes[1 : last + 1 - p] != classes[1 + p :])
        candidates.append((int(differ[-1]) + 1 + p if len(differ) else p, p))
    for length, p in sorted(candidates):
        if length + 1 > last:
            return None
        needed = bound(length, p)
        if needed is not None and needed <= last + 1:
            return length, p
    return None

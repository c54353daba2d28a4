"""The closed form of a law found on a stream: values are computed from saved states."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.pattern import ClosedForm, EventualSteps
from mexplore.discover.windows.passed_values import PassedValues
from mexplore.rules.engine.grundy import refuse_beyond_memory
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

NEAR = 1 << 20
"""Terms between two that are streamed, rather than begun anew behind them."""

MOST_RUN_AGAIN = 1 << 29
"""Values that are computed again, in about a second, to find the largest."""


@dataclass(frozen=True, eq=False)
class StreamForm(ClosedForm):
    """A periodic law, the values from its beginning, and the states saved up to its bound."""

    law: Periodic
    past: PassedValues

    def at(self, n: int) -> int:
        return self.at_many([n])[0]

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        """Terms that lie near each other are streamed together: to begin anew takes a second."""
        places = [self._in_first_period(n) for n in numbers]
        values: dict[int, int] = {}
        for near in _near_each_other(sorted(set(places))):
            low, done = near[0], 0
            for piece in self.past.values(low, near[-1] + 1):
                here = near[done : bisect_left(near, low + len(piece))]
                values.update((n, int(piece[n - low])) for n in here)
                low, done = low + len(piece), done + len(here)
        return [values[place] for place in places]

    def _in_first_period(self, n: int) -> int:
        """The n before the end of the first period with the same value."""
        n0, p = self.law.preperiod, self.law.period
        return n if n < n0 + p else n0 + (n - n0) % p

    def prefix(self, stop: int) -> Values:
        refuse_beyond_memory(stop, 8)
        n0, p = self.law.preperiod, self.law.period
        pieces = [*self.past.values(0, min(stop, n0 + p))] or [np.zeros(0, dtype=np.int64)]
        known = np.concatenate(pieces)
        if stop > n0 + p:
            known = np.concatenate((known[:n0], np.resize(known[n0:], stop - n0)))
        return known.astype(np.min_scalar_type(int(known.max(initial=0))))

    def counts(self, stop: int) -> dict[int, int]:
        frame = self.past.machine.frame
        if stop > len(frame.values):
            raise TooLarge(f"the values of {self.law.statement()} are not stored, to be counted")
        present, counts = np.unique(frame.values[:stop], return_counts=True)
        return dict(zip(present.tolist(), counts.tolist(), strict=True))

    def largest_value(self) -> int | None:
        """The largest of the values at n < preperiod + period, which are run once more; None where
        these are more than MOST_RUN_AGAIN."""
        stop = self.law.preperiod + self.law.period
        return self.past.largest(stop) if stop <= MOST_RUN_AGAIN else None

    def eventual_steps(self) -> EventualSteps:
        return EventualSteps(self.law.preperiod, self.law.period, 0)


def _near_each_other(places: Sequence[int]) -> Iterator[list[int]]:
    """Ascending numbers in groups, wherever one is further than NEAR from the one before.

    >>> list(_near_each_other([1, 5, 10**9, 10**9 + 2]))
    [[1, 5], [1000000000, 1000000002]]
    """
    group: list[int] = []
    for place in places:
        if group and place - group[-1] > NEAR:
            yield group
            group = []
        group.append(place)
    if group:
        yield group

"""The closed form of a law found on a stream: values are computed from saved states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from discover.pattern import ClosedForm, EventualSteps
from discover.patterns.periodic import Periodic
from discover.windows.passed_values import PassedValues
from rules.computing.grundy import refuse_beyond_memory
from rules.errors import TooLarge

if TYPE_CHECKING:
    from rules.rule import Values

MOST_RUN_AGAIN = 1 << 29
"""Values that are computed again, in about a second, to find the largest."""


@dataclass(frozen=True, eq=False)
class StreamForm(ClosedForm):
    """A periodic law, the values from its beginning, and the states saved up to its bound."""

    law: Periodic
    past: PassedValues

    def at(self, n: int) -> int:
        n0, p = self.law.preperiod, self.law.period
        n = n if n < n0 + p else n0 + (n - n0) % p
        return int(next(self.past.values(n, n + 1))[0])

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

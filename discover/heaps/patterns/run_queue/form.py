"""The values of a queue of runs: by descent if possible, otherwise run by run."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.run_queue.descent import Descent, multiplier
from mexplore.discover.heaps.patterns.run_queue.runs import Queue
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.rules.rule import Values

MOST_COUNTED = 10**7


@dataclass(frozen=True)
class QueueForm(ClosedForm):
    """The runs, in order.

    >>> from mexplore.rules.arithmetic.forms import Floor
    >>> form = QueueForm(Queue(Floor(1, 0, 2), 2))
    >>> form.prefix(14).tolist()
    [0, 0, 0, 0, 1, 1, 2, 0, 0, 3, 3, 1, 1, 2]
    >>> form.at(10**18)
    250000000000000000
    """

    queue: Queue

    @cached_property
    def _descent(self) -> Descent | None:
        ratio = multiplier(self.queue)
        return None if ratio is None else Descent(self.queue, ratio)

    def at(self, n: int) -> int:
        if n < self.queue.begin + self.queue.length:
            return 0
        if self._descent is not None:
            return self._descent.at(n)
        starts, values = self.queue.runs(n + 1)
        return values[bisect_right(starts, n) - 1]

    def prefix(self, stop: int) -> Values:
        import numpy as np

        stop = max(stop, 1)
        if stop <= self.queue.begin:
            return np.zeros(stop, dtype=np.uint8)
        starts, values = self.queue.runs(stop)
        kind = np.min_scalar_type(max(values))
        lengths = np.diff([0, *starts[1:], stop])  # heaps below run 0 have its value
        return np.repeat(np.array(values, dtype=kind), lengths)

    def counts(self, stop: int) -> dict[int, int]:
        import numpy as np

        if stop > MOST_COUNTED:
            raise TooLarge(f"the values below {stop} are too many to be counted one by one")
        if stop <= 0:
            return {}
        values, counts = np.unique(self.prefix(stop), return_counts=True)
        return dict(zip(values.tolist(), counts.tolist(), strict=True))

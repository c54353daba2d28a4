"""The closed form of a run schedule: starts of runs by iteration, O(log n) of them below n."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.run_schedule.maps import Creator
from mexplore.discover.study.pattern import ClosedForm
from mexplore.rules.engine.runs import Run, Runs
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    import sympy

    from mexplore.rules.rule import Values

MOST_RUNS = 2_000_000  # runs that are computed for one answer


@dataclass(frozen=True, eq=False)
class ScheduleForm(ClosedForm):
    """Word and creators of a run schedule, with the runs below its start.

    >>> from mexplore.discover.heaps.patterns.run_schedule.maps import Inverse
    >>> T = Inverse(2, 0, 3)  # the starts of the runs of n -> [2*n // 3]
    >>> form = ScheduleForm((0, 1), ((T, 1), (T, 1)), Runs((0, 1), (0, 1), 2))
    >>> form.prefix(13).tolist(), form.at(10**1000)
    ([0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0], 0)
    """

    word: tuple[int, ...]
    creators: tuple[Creator, ...]
    head: Runs

    def _starts(self) -> Iterator[tuple[int, int]]:
        """The infinite sequence of (start, value) of the runs."""
        yield from zip(self.head.starts, self.head.values, strict=True)
        deepest = max(back for _, back in self.creators)
        known = deque(self.head.starts, maxlen=deepest)
        for j in count():
            inverse, back = self.creators[j % len(self.word)]
            start = inverse(known[-back])
            known.append(start)
            yield start, self.word[j % len(self.word)]

    def _runs(self, stop: int) -> Iterator[Run]:
        """The runs on 0 <= n < stop; TooLarge if they are too many."""
        before: tuple[int, int] | None = None
        for start, value in islice(self._starts(), MOST_RUNS):
            if before is not None:
                yield Run(before[0], min(start, stop), before[1])
            if start >= stop:
                return
            before = start, value
        raise TooLarge(f"more than {MOST_RUNS} runs of equal values begin before this heap")

    def at(self, n: int) -> int:
        return self.at_many([n])[0]

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        values: dict[int, int] = {}
        wanted = sorted(set(numbers))
        place = 0
        for run in self._runs(wanted[-1] + 1) if wanted else ():
            while place < len(wanted) and wanted[place] < run.stop:
                values[wanted[place]] = run.value
                place += 1
        return [values[n] for n in numbers]

    def runs(self, stop: int) -> Runs:
        """The maximal runs on 0 <= n < stop."""
        found = list(self._runs(stop)) if stop > 0 else []
        return Runs(tuple(r.start for r in found), tuple(r.value for r in found), max(stop, 0))

    def prefix(self, stop: int) -> Values:
        return self.runs(stop).dense(stop)

    def counts(self, stop: int) -> dict[int, int]:
        counts: dict[int, int] = {}
        for run in self._runs(stop) if stop > 0 else ():
            counts[run.value] = counts.get(run.value, 0) + run.stop - run.start
        return counts

    def formula(self, n: sympy.Symbol) -> sympy.Expr | None:
        """None: the starts of the runs are only given by iteration."""
        del n
        return None

"""Computed values with the interface of a closed form."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mexplore.discover.numerics.integers import LARGEST_WORD, at_words
from mexplore.discover.study.pattern import ClosedForm

if TYPE_CHECKING:
    from mexplore.discover.numerics.integers import Words
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Values


@dataclass(frozen=True, eq=False)
class ComputedForm(ClosedForm):
    """The computed terms of a sequence; other terms raise IndexError.

    >>> from mexplore.discover.heaps.evidence.sources import evidence_below
    >>> from mexplore.rules.notation import parse_rule
    >>> form = ComputedForm(evidence_below(parse_rule("subtract(1, 2, 3)"), 10))
    >>> form.at(5), form.counts(6), form.count_of(3, 10)
    (1, {0: 2, 1: 2, 2: 1, 3: 1}, 2)
    """

    evidence: Evidence

    def at(self, n: int) -> int:
        return self.evidence.at(n)

    def at_many(self, numbers: Sequence[int]) -> list[int]:
        return at_words(numbers, self._at_words, self.at)

    def _at_words(self, n: Words) -> Words:
        import numpy as np

        self._must_be_known(int(n.max()) + 1)
        if self.evidence.by_runs is None:
            return self.evidence.values[n].astype(np.int64)
        starts, values = self._runs_of_words
        return values[np.searchsorted(starts, n, side="right") - 1]

    @cached_property
    def _runs_of_words(self) -> tuple[Words, Words]:
        """Where the runs begin that hold numbers of one machine word, and their values."""
        import numpy as np

        runs = self.evidence.runs
        count = bisect_right(runs.starts, LARGEST_WORD)
        return (
            np.array(runs.starts[:count], dtype=np.int64),
            np.array(runs.values[:count], dtype=np.int64),
        )

    def prefix(self, stop: int) -> Values:
        self._must_be_known(stop)
        if self.evidence.by_runs is not None:
            return self.evidence.by_runs.dense(stop)
        return self.evidence.values[:stop]

    def counts(self, stop: int) -> dict[int, int]:
        import numpy as np

        self._must_be_known(stop)
        if self.evidence.by_runs is None:
            values, counts = np.unique(self.evidence.values[:stop], return_counts=True)
            return dict(zip(values.tolist(), counts.tolist(), strict=True))
        found: dict[int, int] = {}
        for run in self.evidence.by_runs.prefix(stop):
            found[run.value] = found.get(run.value, 0) + run.stop - run.start
        return found

    def count_of(self, value: int, stop: int) -> int:
        import numpy as np

        if self.evidence.by_runs is not None:
            return self.counts(stop).get(value, 0)
        self._must_be_known(stop)
        return int(np.count_nonzero(self.evidence.values[:stop] == value))

    def _must_be_known(self, stop: int) -> None:
        if stop > self.evidence.stop:
            raise IndexError(f"only n < {self.evidence.stop} are known, not {stop - 1}")

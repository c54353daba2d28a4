"""What has been computed of a sequence: the ground on which claims are made and tested."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rules.computing.runs import Runs, runs_of

if TYPE_CHECKING:
    from rules.rule import Values


@dataclass(frozen=True, eq=False)
class Evidence:
    """The terms at 0 <= n < stop of one sequence, as an array or as runs.

    ``values`` is the dense prefix. Where a family has an engine of runs, ``by_runs`` reaches
    further than any array could, and ``values`` holds only its beginning; ``dense`` tells
    whether ``values`` is the whole of it.
    """

    values: Values
    by_runs: Runs | None = None

    @property
    def stop(self) -> int:
        """How many terms are known: n = 0, ..., stop - 1."""
        return self.by_runs.stop if self.by_runs is not None else len(self.values)

    @property
    def dense(self) -> bool:
        """Whether ``values`` is the whole of it, not the beginning of runs."""
        return self.by_runs is None

    def whole(self) -> Values:
        """Every known term as an array; ValueError where there are only runs, as a check must
        not pass because it saw no more than the beginning."""
        if not self.dense:
            raise ValueError("this law is checked on values, not on runs")
        return self.values

    @cached_property
    def runs(self) -> Runs:
        """The maximal runs of equal values of everything that is known."""
        return self.by_runs if self.by_runs is not None else runs_of(self.values)

    @cached_property
    def largest(self) -> int | None:
        """The largest value known; None where no term is."""
        if self.by_runs is not None:
            return max(self.by_runs.values, default=None)
        return int(self.values.max()) if self.stop else None

    def at(self, n: int) -> int:
        """The term at n; IndexError beyond what is known."""
        if self.by_runs is not None:
            return self.by_runs.at(n)
        if not 0 <= n < len(self.values):
            raise IndexError(f"only the terms 0..{len(self.values) - 1} are known, not {n}")
        return int(self.values[n])

    def prefix(self, stop: int) -> Evidence:
        """The evidence of the terms at n < min(stop, self.stop) alone."""
        runs = self.by_runs.prefix(stop) if self.by_runs is not None else None
        return Evidence(self.values[:stop], runs)

"""The known terms of a sequence, on which claims are tested."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.runs import Runs, runs_of
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.rules.rule import Values


MOST_WRITTEN_OUT = 3 * 10**7  # values that are expanded from runs


@dataclass(frozen=True, eq=False)
class Evidence:
    """The terms at 0 <= n < stop of one sequence, as an array or as runs.

    ``values`` is the dense prefix. Where a family has an engine of runs, ``by_runs`` reaches
    further than any array could, and ``values`` holds only the beginning; ``dense`` says whether
    ``values`` holds every known term.
    """

    values: Values
    by_runs: Runs | None = None

    @property
    def stop(self) -> int:
        """The number of known terms: those at n = 0, ..., stop - 1."""
        return self.by_runs.stop if self.by_runs is not None else len(self.values)

    @property
    def dense(self) -> bool:
        """Whether ``values`` holds every known term, not only the beginning of the runs."""
        return self.by_runs is None

    def whole(self) -> Values:
        """Every known term as an array, expanded from runs if need be. TooLarge if there are too
        many: a check of the beginning alone must not pass as a check of all.

        >>> import numpy as np
        >>> from mexplore.rules.engine.runs import Runs
        >>> Evidence(np.zeros(2), Runs((0, 4), (0, 1), 6)).whole().tolist()
        [0, 0, 0, 0, 1, 1]
        """
        return self.values if self.stop == len(self.values) else self._written_out

    @cached_property
    def _written_out(self) -> Values:
        if self.stop > MOST_WRITTEN_OUT:
            raise TooLarge(
                "this law is checked on values, not on runs, and more than "
                f"{MOST_WRITTEN_OUT} values are not written out"
            )
        return self.runs.dense(self.stop)

    @cached_property
    def runs(self) -> Runs:
        """The maximal runs of equal values of all known terms."""
        return self.by_runs if self.by_runs is not None else runs_of(self.values)

    @cached_property
    def largest(self) -> int | None:
        """The largest known value; None if no term is known."""
        if self.by_runs is not None:
            return max(self.by_runs.values, default=None)
        return int(self.values.max()) if self.stop else None

    def at(self, n: int) -> int:
        """The term at n; IndexError if it is not known."""
        if self.by_runs is not None:
            return self.by_runs.at(n)
        if not 0 <= n < len(self.values):
            raise IndexError(f"only the terms 0..{len(self.values) - 1} are known, not {n}")
        return int(self.values[n])

    def prefix(self, stop: int) -> Evidence:
        """The evidence of the terms at n < min(stop, self.stop) alone."""
        runs = self.by_runs.prefix(stop) if self.by_runs is not None else None
        return Evidence(self.values[:stop], runs)

"""The growth of the number of runs of equal values, reported if no law is found."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mexplore.rules.engine.runs import Runs

_PARTS = (8, 4, 2, 1)
FEWEST_RUNS = 32


@dataclass(frozen=True)
class Growth:
    """Numbers of runs that begin before powers of 10: ``counts`` is ((digits, runs), ...).

    A geometric law makes the number of runs below N grow like log N, a multiple of the number of
    digits; without one it may grow like a higher power of it.
    """

    counts: tuple[tuple[int, int], ...]

    @property
    def exponent(self) -> float:
        """The exponent e for which the number of runs grows like the number of digits to the power
        e, estimated from the last doubling of the number of digits."""
        (_, before), (_, now) = self.counts[-2:]
        return log2(now / before)

    def statement(self) -> str:
        """The growth in a sentence."""
        listed = ", ".join(f"{runs} below 10^{digits}" for digits, runs in self.counts)
        return (
            f"The number of runs grows like the number of digits to the power "
            f"{self.exponent:.2f}: {listed}."
        )


def growth_of(runs: Runs) -> Growth | None:
    """The growth of the runs, counted below 10^(d/8), 10^(d/4), 10^(d/2) and 10^d; None if there
    are too few runs or digits.

    >>> from mexplore.rules.families.division.runs import division_starts
    >>> from mexplore.rules.engine.runs import RunStream
    >>> growth = growth_of(RunStream(division_starts((2, 5, 10))).extend(10**64))
    >>> growth.counts, round(growth.exponent)
    (((8, 49), (16, 99), (32, 197), (64, 396)), 1)
    """
    digits = len(str(runs.stop)) - 1
    if len(runs) < FEWEST_RUNS or digits < max(_PARTS):
        return None
    below = (digits // part for part in _PARTS)
    counts = tuple((d, bisect_left(runs.starts, 10**d)) for d in below)
    return Growth(counts) if counts[0][1] else None

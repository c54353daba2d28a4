"""The law that a proved schedule is, in least terms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mexplore.discover.heaps.patterns.run_schedule.maps import Between, Creator, Cycles
from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule, least_rotation
from mexplore.discover.heaps.theorems.run_schedules.observed import Observed
from mexplore.discover.heaps.theorems.run_schedules.proof import Schedule


def claim_of(schedule: Schedule, runs: Observed) -> RunSchedule:
    """The schedule with the shortest word, from the first run at which the word begins and from
    which it holds."""
    size = schedule.period
    first = schedule.start - schedule.start % size  # a run of residue 0; the law may start below
    word = [_value(schedule, runs, first + r) for r in range(size)]
    pairs = list(zip(word, schedule.creators, strict=True))
    size = next(p for p in range(1, size + 1) if size % p == 0 and pairs == pairs[p:] + pairs[:p])
    start = schedule.start
    while start > 1 and _fits(pairs[(start - 1) % size], runs, start - 1):
        start -= 1
    turned = [pairs[(start + j) % size] for j in range(size)]
    turn = least_rotation(turned)
    start, turned = start + turn, turned[turn:] + turned[:turn]
    return RunSchedule(
        runs.starts[start], tuple(value for value, _ in turned), tuple(c for _, c in turned)
    )


def _value(schedule: Schedule, runs: Observed, run: int) -> int:
    """The value of the runs that are the run modulo the period, from the start on."""
    return runs.values[run if run >= schedule.start else run + schedule.period]


def _fits(pair: tuple[int, Creator], runs: Observed, run: int) -> bool:
    value, (inverse, back) = pair
    if run < back or runs.values[run] != value:
        return False
    return runs.starts[run] == inverse(runs.starts[run - back])


def scaling(schedule: Schedule) -> tuple[int, bool] | None:
    """(c, False) if x_{k+B} = c*x_k for a block of B runs, (c, True) if x_{k+B} - 1 = c*(x_k - 1);
    None if neither is seen from the maps, for all k >= K - B, K being the last run looked at."""
    cycles = Cycles.of(schedule.creators)
    if cycles.ratio.denominator > 1:
        return None
    c = cycles.ratio.numerator
    errors, _ = cycles.errors()
    for ceil, shift in ((False, Fraction(0)), (True, Fraction(1 - c))):
        if all(error == Between(shift, shift) for error in errors):
            return c, ceil
    return None


def multiplied(starts: Sequence[int], run: int, block: int, scaled: tuple[int, bool]) -> bool:
    """Whether the start of this run is multiplied so over a block of runs.

    >>> multiplied([0, 1, 3, 6, 12], 2, 2, (4, False)), multiplied([0, 1, 3, 6], 1, 2, (4, False))
    (True, False)
    """
    c, ceil = scaled
    return starts[run + block] - ceil == c * (starts[run] - ceil)

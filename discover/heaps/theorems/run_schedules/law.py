"""The law that a proved schedule of runs gives, and how many terms decide a claim of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from mexplore.discover.heaps.evidence.sources import DENSE_BESIDE_RUNS
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.run_schedule.form import Between, Creator, Cycles, Moves
from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule, least_rotation
from mexplore.discover.heaps.theorems.run_schedules.proof import Observed, Schedule, prove
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable


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


FEWEST_RUNS = 8
MOST_RUNS = 2000


def bound_of(shape: Moves, claim: RunSchedule | Geometric) -> int | Inapplicable:
    """The number of terms that prove the claim, by the schedule that is proved of the moves."""
    found = proved_schedule(shape)
    if isinstance(found, str):
        return Inapplicable(found)
    schedule, runs = found
    if isinstance(claim, Geometric):
        return _geometric_bound(claim, schedule, runs)
    law = claim_of(schedule, runs)
    if claim != law:
        return Inapplicable(f"another law is proved: {law.statement()}")
    return runs.starts[schedule.last] + 1


def claim_for(shape: Moves) -> RunSchedule | Geometric | None:
    """The law; the geometric one where starts are multiplied exactly."""
    found = proved_schedule(shape)
    if isinstance(found, str):
        return None
    law = claim_of(*found)
    return (_geometric(law, *found) if scaling(found[0]) else None) or law


def _geometric(law: RunSchedule, schedule: Schedule, runs: Observed) -> Geometric | None:
    """The geometric law that the schedule is, if its runs show one a few blocks further on."""
    form = law.closed_form(runs.evidence())
    if form is None:
        return None
    further = form.runs(runs.starts[schedule.last] * law.ratio.numerator**3)
    evidence = Evidence(further.dense(DENSE_BESIDE_RUNS), further)
    for claim in Geometric.detect(evidence):
        bound = _geometric_bound(claim, schedule, runs)
        if isinstance(bound, int) and bound <= evidence.stop:
            return claim if claim.first_failure(evidence) is None else None
    return None


def _geometric_bound(claim: Geometric, schedule: Schedule, runs: Observed) -> int | Inapplicable:
    """Let G(n) = G(floor(n/rho)) for n >= m. If n >= rho*start and n >= c*m, the claim at
    floor(n/rho) >= start is the claim at n, because floors commute: G(n) = G(floor(n/rho)), and
    G(floor(n/c)) = G(floor(floor(n/c)/rho)). So it need be checked below both only. Under ceil the
    same holds of n - 1."""
    scaled = scaling(schedule)
    if scaled is None or scaled[1] != claim.ceil:
        return Inapplicable("the starts of runs are not multiplied exactly from block to block")
    rho, ceil = scaled
    block = Cycles.of(schedule.creators).block
    run = schedule.last - block
    while run > schedule.start and multiplied(runs.starts, run - 1, block, scaled):
        run -= 1
    below = max(rho * claim.start, claim.ratio * runs.starts[run + block]) + ceil
    return max(below, runs.starts[schedule.last] + 1)


@lru_cache(maxsize=32)
def proved_schedule(moves: Moves) -> tuple[Schedule, Observed] | str:
    """The schedule that the first few runs prove, and these runs; or why none is proved."""
    runs = Observed(moves.rule, moves.pieces, moves.maps)
    most, found = FEWEST_RUNS, "too few runs begin within reach"
    while most <= MOST_RUNS and runs.follow(most):
        outcome = prove(runs)
        if isinstance(outcome, Schedule):
            return outcome, runs
        most, found = most + most // 4, outcome
    return found

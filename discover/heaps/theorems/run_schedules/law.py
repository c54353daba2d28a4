"""The law that a proved schedule of runs gives, and how many terms decide a claim of it."""

from __future__ import annotations

from functools import lru_cache

from mexplore.discover.heaps.evidence.sources import DENSE_BESIDE_RUNS
from mexplore.discover.heaps.patterns.geometric import Geometric
from mexplore.discover.heaps.patterns.run_schedule.maps import Cycles
from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
from mexplore.discover.heaps.theorems.run_schedules.claim import claim_of, multiplied, scaling
from mexplore.discover.heaps.theorems.run_schedules.moves import Moves
from mexplore.discover.heaps.theorems.run_schedules.observed import Observed
from mexplore.discover.heaps.theorems.run_schedules.proof import Schedule, prove
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.theorem import Inapplicable

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

"""How the runs of equal values recur: by a schedule that is proved, or in cycles with a ratio."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.heaps.patterns.geometric import Cycle, Geometric
from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
from mexplore.discover.heaps.theorems.run_schedules.theorem import RunSchedules

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Rule


def schedule_of(rule: Rule) -> RunSchedule | None:
    """The run schedule of a rule, None where none is proved or the law is geometric.

    >>> from mexplore.rules.notation import parse_rule
    >>> schedule_of(parse_rule("n -> [2*n // 3]")).word, schedule_of(parse_rule("divide(2)"))
    ((0, 1), None)
    """
    claims = RunSchedules().claims(rule)
    return next((claim for claim in claims if isinstance(claim, RunSchedule)), None)


def cycle_of(evidence: Evidence) -> Cycle | None:
    """One cycle of the runs in a geometric law, None where no such law is seen.

    >>> from mexplore.rules.notation import parse_rule
    >>> from mexplore.discover.heaps.evidence.sources import source_of
    >>> cycle_of(source_of(parse_rule("divide(2)")).extend(10**6))
    Cycle(ratio=4, runs=2, shift=0)
    """
    forms = (law.closed_form(evidence) for law in Geometric.detect(evidence))
    return next((form.cycle() for form in forms if form is not None), None)

"""How the runs of equal values of a rule recur, where that is proved by the runs alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discover.patterns.run_schedule.pattern import RunSchedule
from discover.theorems.run_schedules.theorem import RunSchedules

if TYPE_CHECKING:
    from rules.rule import Rule


def schedule_of(rule: Rule) -> RunSchedule | None:
    """The run schedule of a rule, None where none is proved or the law is geometric.

    >>> from rules.notation import parse_rule
    >>> schedule_of(parse_rule("n -> [2*n // 3]")).word, schedule_of(parse_rule("divide(2)"))
    ((0, 1), None)
    """
    claims = RunSchedules().claims(rule)
    return next((claim for claim in claims if isinstance(claim, RunSchedule)), None)

"""The runs of equal values in a table, as their law shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.sections.kinds.run_schedule import schedule_blocks
from reports.sections.run_table import run_table
from reports.writers.document import Document

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from discover.patterns.run_schedule.pattern import RunSchedule


def runs_document(evidence: Evidence, schedule: RunSchedule | None, most: int | None) -> Document:
    """The first ``most`` runs, or all; with the word and the ratio of a run schedule, where the
    runs have one."""
    from discover.patterns.geometric import cycle_in

    most = len(evidence.runs) if most is None else most
    if schedule is not None:
        return Document(schedule_blocks(evidence.runs, schedule, most))
    return Document([run_table(evidence.runs, cycle_in(evidence), most)])

"""The runs of equal values in a table, as their law shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mexplore.reports.sections.kinds.run_schedule import schedule_blocks
from mexplore.reports.sections.run_table import run_table, run_tables
from mexplore.reports.writers.document import Document

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.geometric import Cycle
    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.rules.engine.runs import Runs


def runs_document(
    runs: Runs, schedule: RunSchedule | None, cycle: Cycle | None, most: int
) -> Document:
    """The first ``most`` runs: with the word and the ratio of a run schedule, or with the ratios of
    a cycle, where the runs have one."""
    if schedule is not None:
        return Document(schedule_blocks(runs, schedule, most))
    return Document([run_table(runs, cycle, most)])


def run_documents(runs: Runs, cycle: Cycle | None) -> Iterator[tuple[int, Document]]:
    """All runs in several documents, made one after the other: how many runs they show so far,
    and the document."""
    for shown, table in run_tables(runs, cycle):
        yield shown, Document([table])

"""Run schedules: the runs of equal values with the word, and how starts grow."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
from mexplore.reports.sections.section import Section
from mexplore.reports.writers.document import Block, Detail, Heading, Paragraph, Table

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.pattern import Pattern
    from mexplore.rules.engine.runs import Runs

COLUMNS = ("k", "[start, stop)", "value", "start", "start/start of run k - {block}")


class RunScheduleSection(Section):
    """A word of run values, and starts of runs from earlier ones."""

    about: ClassVar[tuple[type[Pattern], ...]] = (RunSchedule,)

    def values(self, finding: Finding | None, evidence: Evidence, detail: Detail) -> list[Block]:
        claim = finding.claim if finding else None
        if not isinstance(claim, RunSchedule):
            return super().values(finding, evidence, detail)
        return [
            Heading("Runs of equal values"),
            *schedule_blocks(evidence.runs, claim, detail.runs),
        ]


def schedule_blocks(runs: Runs, claim: RunSchedule, most: int) -> list[Block]:
    """The word, the ratio, and the first ``most`` runs."""
    return [Paragraph(words(claim)), schedule_table(runs, claim, most)]


def words(claim: RunSchedule) -> str:
    """The word and the ratio in a sentence."""
    word = ", ".join(map(str, claim.word))
    return (
        f"From n = {claim.start} on the values of the runs repeat the word {word}; over "
        f"{claim.block} runs their starts grow by the ratio {claim.ratio}."
    )


def schedule_table(runs: Runs, claim: RunSchedule, most: int) -> Table:
    """The first ``most`` runs: where, value, what map of which earlier start gives the start, and
    the ratio to the start one block before."""
    rows: list[list[str]] = []
    first = next((k for k, start in enumerate(runs.starts) if start == claim.start), len(runs))
    ends = pairwise((*runs.starts, runs.stop))
    for k, ((start, stop), value) in enumerate(zip(ends, runs.values, strict=True)):
        if k == most:
            break
        made = ""
        if k >= first:
            inverse, back = claim.creators[(k - first) % len(claim.word)]
            made = inverse.written(f"x({k - back})")
        rows.append([str(k), f"[{start}, {stop})", str(value), made, _ratio(runs, k, claim)])
    left = len(runs) - len(rows)
    caption = f"The first {most} of {len(runs)} runs." if left > 0 else ""
    columns = [column.format(block=claim.block) for column in COLUMNS]
    return Table(columns, rows, numeric=True, caption=caption)


def _ratio(runs: Runs, k: int, claim: RunSchedule) -> str:
    """Written as the ratio of the law where it is just that."""
    if k < claim.block or not runs.starts[k - claim.block]:
        return ""
    ratio = Fraction(runs.starts[k], runs.starts[k - claim.block])
    return str(ratio) if ratio == claim.ratio else f"{float(ratio):.8g}"

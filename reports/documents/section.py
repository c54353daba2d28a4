"""How a kind of law is told and drawn: its tables, its words, its pictures.

A kind of law that has something of its own to show has a file in ``reports/sections`` with a
subclass of `Section`; the others are told as this class tells them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from reports.documents.document import Block, Heading, ValueTable
from reports.documents.runs import run_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from discover.evidence.evidence import Evidence
    from discover.finding import Finding
    from discover.pattern import Pattern

    Drawing = Callable[[Axes], None]


@dataclass(frozen=True)
class Detail:
    """How much is shown; the terminal shows less unless asked for all."""

    values: int = 240
    runs: int = 60
    case_rows: int = 512
    everything: bool = True


BRIEF = Detail(values=120, runs=24, case_rows=14, everything=False)


class Section:
    """What a report says of a finding whose claim is ``about``; here: what holds for any law."""

    about: ClassVar[tuple[type[Pattern], ...]] = ()

    def values(self, finding: Finding | None, evidence: Evidence, detail: Detail) -> list[Block]:
        """The values, or the runs of equal values, as the law lets them be seen. ``finding`` is
        None where nothing was found."""
        del finding
        return value_blocks(evidence, detail) if evidence.dense else run_blocks(evidence, detail)

    def words(self, finding: Finding, detail: Detail) -> list[Block]:
        """What there is to say beyond the statement, the status and the closed form."""
        del finding, detail
        return []

    def graph(self, claim: Pattern) -> str | None:
        """A drawing as Graphviz text."""
        del claim
        return None

    def drawing(self, kind: str, finding: Finding, evidence: Evidence) -> Drawing | None:
        """What draws a picture of this kind, where this law has one."""
        del kind, finding, evidence
        return None


def value_blocks(evidence: Evidence, detail: Detail) -> list[Block]:
    """The first values in rows."""
    values = evidence.values[: detail.values].tolist()
    return [Heading("Values"), ValueTable([str(value) for value in values])]


def run_blocks(evidence: Evidence, detail: Detail) -> list[Block]:
    """The first runs of equal values."""
    return [Heading("Runs of equal values"), run_table(evidence.runs, None, detail.runs)]

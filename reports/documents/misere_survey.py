"""What a sweep under misère play found, as a document and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import Document, Heading, Mark, Paragraph, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.surveys.misere import MisereRecord, MisereRow, MisereSurvey

LISTED = 40  # rows that the terminal shows
HEADS = ("rule", "tame or wild", "order", "lost", "period", "from", "how it is known")
NAMED = (
    "place",
    "rule",
    "kind",
    "quotient",
    "lost",
    "preperiod",
    "period",
    "wild_from",
    "reach",
    "status",
    "theorem",
    "seconds",
    "ended",
    "trouble",
)
"""The columns of a file."""


def misere_survey_document(survey: MisereSurvey) -> Document:
    """Counts first, then a row a rule."""
    document = Document([Heading(f"The family {survey.family} under misère play", 1)])
    counts = "; ".join(f"{count} {kind}" for kind, count in survey.kinds.items())
    stopped = "; stopped before the end: the same command continues" if survey.interrupted else ""
    document.add(
        Paragraph(
            f"{len(survey.rows)} of {survey.members} rules: {counts or 'none studied'}. "
            f"{survey.studied} studied now, in {survey.seconds:.1f} s{stopped}."
        )
    )
    document.add(misere_table(survey.rows, LISTED))
    if len(survey.rows) > LISTED:
        document.add(
            Paragraph(f"The first {LISTED} of {len(survey.rows)} rules; --json has all of them.")
        )
    return document


def misere_table(rows: Sequence[MisereRow], most: int | None = None) -> Table:
    """Order of the quotient, tame or wild, and the period of the classes, of each rule."""
    return Table(HEADS, [_cells(row.record) for row in rows[:most]])


def _cells(record: MisereRecord) -> list[str | Mark]:
    kind = record.kind if record.wild_from is None else f"wild from {record.wild_from}"
    numbers = (record.quotient, record.lost, record.period)
    told = ["-" if each is None else str(each) for each in numbers]
    return [record.rule, kind, *told, _from(record), _how(record)]


def _from(record: MisereRecord) -> str:
    return "-" if record.period is None else str(record.preperiod)


def _how(record: MisereRecord) -> str | Mark:
    """By which theorem, or how far the search came; a search that fails proves nothing."""
    if record.trouble:
        return Mark(record.trouble, "bad")
    if record.proved:
        return record.theorem or ""
    beyond = (record.reach or 0) + 1
    if record.ended == "failed":
        return f"no finite quotient found at heap {beyond}"
    return f"heaps up to {record.reach or 0}; no law found"


def misere_survey_json(survey: MisereSurvey) -> dict[str, Any]:
    """The counts, and all rows."""
    return {
        "family": survey.family,
        "play": "misere",
        "size": survey.members,
        "known": len(survey.rows),
        "studied": survey.studied,
        "interrupted": survey.interrupted,
        "kinds": survey.kinds,
        "rows": misere_rows_json(survey.rows),
    }


def misere_rows_json(rows: Sequence[MisereRow]) -> list[dict[str, Any]]:
    """Each row with its place and all that is known of the rule."""
    return [{"place": row.place, **asdict(row.record)} for row in rows]


def misere_csv(rows: Sequence[MisereRow]) -> str:
    """A line a rule; the certificate is left out."""
    import csv
    from io import StringIO

    text = StringIO()
    written = csv.DictWriter(text, NAMED, extrasaction="ignore", lineterminator="\n")
    written.writeheader()
    written.writerows(misere_rows_json(rows))
    return text.getvalue()

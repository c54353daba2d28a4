"""What a sweep found, as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import Document, Heading, Mark, Paragraph, Table

if TYPE_CHECKING:
    from mexplore.discover.surveys.claims import Verdict
    from mexplore.discover.surveys.record import Row
    from mexplore.discover.surveys.summary import Summary
    from mexplore.discover.surveys.sweep import Survey

LISTED = 20
LONGEST_NUMBER = 30  # digits


def survey_document(survey: Survey, summary: Summary, verdict: Verdict | None = None) -> Document:
    """The summary of a sweep: the claim that was tested, counts, laws, records, and what no theorem
    reached."""
    document = Document(
        [Heading(f"The family {survey.family}", 1), Paragraph(_counts(survey, summary))]
    )
    if verdict is not None:
        _add_verdict(document, verdict)
    add_summary(document, summary)
    return document


def _add_verdict(document: Document, verdict: Verdict) -> None:
    document.add(Heading(f"Claim: {verdict.claim}"), Paragraph(f"{verdict.sentence()}."))
    rows = [
        [c.row.rule, "-" if c.n is None else str(c.n), _named(c.named)]
        for c in verdict.counterexamples[:LISTED]
    ]
    if rows:
        document.add(Table(("counterexample", "n", "where"), rows))
    if verdict.undecided:
        unsure = [[row.rule, why] for row, why in verdict.undecided[:LISTED]]
        document.add(Table(("undecided", "why"), unsure))
    if verdict.not_meant:
        document.add(Paragraph(f"{verdict.not_meant} members lack a parameter that it names."))


def _named(named: dict[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in named.items())


def add_summary(document: Document, summary: Summary) -> None:
    """The laws, the records and the open rules of some rows."""
    if summary.laws:
        laws = [
            [law.pattern or "-", law.status, law.theorem or "-", str(law.rules)]
            for law in summary.laws
        ]
        document.add(Heading("Laws"), Table(("pattern", "status", "theorem", "rules"), laws))
    if summary.records:
        records = [[best.what, number(best.number), best.row.rule] for best in summary.records]
        document.add(Heading("Records"), Table(("record", "number", "rule"), records))
        if summary.follow:
            document.add(Paragraph("Rules that follow from others of the family hold no records."))
    for title, rows in (("Reached by no theorem", summary.unsolved), ("Failed", summary.failed)):
        if rows:
            document.add(Heading(f"{title}: {len(rows)}"), _open(rows))


def _counts(survey: Survey, summary: Summary) -> str:
    counts = ", ".join(f"{count} {status}" for status, count in summary.statuses.items())
    follow = f"; {summary.follow} of them follow from others" if summary.follow else ""
    rate = survey.studied / survey.seconds if survey.seconds else 0.0
    stopped = "; stopped before the end: the same command continues" if survey.interrupted else ""
    return (
        f"{len(survey.rows)} of {survey.members} rules: {counts or 'none studied'}{follow}. "
        f"{survey.studied} studied now, in {survey.seconds:.1f} s ({rate:.1f} a second){stopped}."
    )


def _open(rows: Sequence[Row]) -> Table:
    cells = [[row.rule, row.record.status, _why(row)] for row in rows[:LISTED]]
    more = [[f"and {len(rows) - LISTED} more", "", ""]] if len(rows) > LISTED else []
    return Table(("rule", "status", "what is known"), [*cells, *more])


def _why(row: Row) -> str | Mark:
    if row.record.trouble:
        return Mark(row.record.trouble, "bad")
    return row.record.law or f"no law among {number(row.record.computed)} values"


def number(n: int | None) -> str:
    """The number, or how long it is.

    >>> number(406), number(10**40)
    ('406', '1.00e40')
    """
    if n is None:
        return "-"
    text = str(n)
    return text if len(text) <= LONGEST_NUMBER else f"{text[0]}.{text[1:3]}e{len(text) - 1}"

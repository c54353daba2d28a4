"""What a sweep found, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mexplore.discover.heaps.published import known_problem, published_law
from mexplore.discover.surveys.games import heap_rule
from mexplore.discover.surveys.record import FAILED
from mexplore.reports.writers.document import Document, Heading, Mark, Paragraph, Table
from mexplore.rules.parameters.family import given

if TYPE_CHECKING:
    from pathlib import Path

    from mexplore.discover.surveys.claims import Verdict
    from mexplore.discover.surveys.for_all import ForAll
    from mexplore.discover.surveys.misere import MisereRecord, MisereRow, MisereSurvey
    from mexplore.discover.surveys.query import Summary
    from mexplore.discover.surveys.record import Row
    from mexplore.discover.surveys.sweep import Beyond, Survey


LISTED = 20
LONGEST_NUMBER = 30  # digits


def survey_document(survey: Survey, summary: Summary, verdict: Verdict | None = None) -> Document:
    """The summary of a sweep: the claim that was tested, counts, laws, records, and what no theorem
    reached."""
    document = Document(
        [Heading(f"The family {survey.family}", 1), Paragraph(_counts(survey, summary))]
    )
    if survey.beyond is not None and survey.beyond.studied + survey.beyond.left:
        document.add(Paragraph(further_sentence(survey.beyond)))
    if verdict is not None:
        _add_verdict(document, verdict)
    add_summary(document, summary)
    return document


def _add_verdict(document: Document, verdict: Verdict) -> None:
    document.add(Heading(f"Claim: {verdict.claim}"), Paragraph(f"{verdict.sentence()}."))
    rows = [
        [c.row.rule, "" if c.n is None else str(c.n), given(c.named)]
        for c in verdict.counterexamples[:LISTED]
    ]
    if rows:
        document.add(Table(("counterexample", "n", "where"), rows))
    if verdict.undecided:
        unsure = [[row.rule, why] for row, why in verdict.undecided[:LISTED]]
        document.add(Table(("undecided", "why"), unsure))
    if verdict.not_meant:
        document.add(Paragraph(f"{verdict.not_meant} members lack a parameter that it names."))


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
    for title, rows in (
        ("Reached by no theorem", summary.unsolved),
        ("Without a system of finitely many kinds of heaps", summary.without_system),
        ("Failed", summary.failed),
    ):
        if rows:
            document.add(Heading(f"{title}: {len(rows)}"), _open(rows))
    document.add(*map(Paragraph, literature(summary.unsolved)))


def _counts(survey: Survey, summary: Summary) -> str:
    counts = ", ".join(f"{count} {status}" for status, count in summary.statuses.items())
    follow = f"; {summary.follow} of them follow from others" if summary.follow else ""
    rate = survey.studied / survey.seconds if survey.seconds else 0.0
    stopped = "; stopped before the end: the same command continues" if survey.interrupted else ""
    return (
        f"{len(survey.rows)} of {survey.members} rules: {counts or 'none studied'}{follow}. "
        f"{survey.studied} studied now, in {survey.seconds:.1f} s ({rate:.1f} a second){stopped}."
    )


def further_sentence(beyond: Beyond) -> str:
    """What the last part of the sweep came to.

    >>> from mexplore.discover.surveys.sweep import Beyond
    >>> print(further_sentence(Beyond(20.0, left=1)).partition(":")[0])
    1 rule that is not settled is left
    """
    each = f"for up to {beyond.budget:g} s each, with any number of values"
    which = "rules that are not settled are left: the same command studies them further"
    if beyond.left == 1:
        which = "rule that is not settled is left: the same command studies it further"
    left = f"{beyond.left} {which}"
    if not beyond.studied:
        return f"{left}, {each}."
    rules = "1 rule that was" if beyond.studied == 1 else f"{beyond.studied} rules that were"
    said = f"Then {rules} not settled: studied further, {each}; {beyond.settled or 'none'} proved"
    return f"{said}. {left}." if beyond.left else f"{said}."


def _open(rows: Sequence[Row]) -> Table:
    cells = [[row.rule, row.record.status, _why(row)] for row in rows[:LISTED]]
    more = [[f"and {len(rows) - LISTED} more", "", ""]] if len(rows) > LISTED else []
    return Table(("rule", "status", "what is known"), [*cells, *more])


def literature(rows: Sequence[Row]) -> Iterator[str]:
    """Of which of the rules a law is published, and which the literature calls open: others are
    not settled here.

    >>> from mexplore.discover.surveys.record import Record, Row
    >>> [said[:44] for said in literature([Row("octal", 0, Record(r)) for r in ("0.14", "0.56")])]
    ['Of these a law is published: 0.56 (A. Gangol', 'Of these the literature calls open: 0.14 (T.']
    """
    for title, known in (
        ("a law is published", published_law),
        ("the literature calls open", known_problem),
    ):
        sources: dict[str, list[str]] = {}
        for row in rows:
            found = known(heap_rule(row.rule))
            if found is not None:
                sources.setdefault(found.source, []).append(row.rule)
        said = (f"{', '.join(rules[:LISTED])} ({source})" for source, rules in sources.items())
        if sources:
            yield f"Of these {title}: {'; '.join(said)}."


def _why(row: Row) -> str | Mark:
    if row.record.trouble:
        failed = row.record.status == FAILED
        return Mark(row.record.trouble, "bad") if failed else row.record.trouble
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


def survey_blocks(
    surveys: Sequence[Survey], verdict: Verdict | None, atlas: Path, beyond: ForAll | None
) -> Iterator[Document]:
    """A document for each family, and what is known for all members of a rule with holes."""
    from mexplore.discover.surveys.query import summary_of

    for survey in surveys:
        yield survey_document(survey, summary_of(survey.rows), verdict)
    last = [] if beyond is None else [Paragraph(beyond.sentence())]
    kept = f"The atlas {atlas} holds the results; mexplore atlas shows them."
    yield Document([*last, Paragraph(kept)])


def survey_json(
    surveys: Sequence[Survey], verdict: Verdict | None, atlas: Path, beyond: ForAll | None
) -> dict[str, Any]:
    """Of one family its own keys, of several a list of such. The keys of a claim come first, and
    ``members`` is then the number that it is about."""
    facts = {} if verdict is None else _verdict_json(verdict)
    facts |= _families_json(list(map(_survey_json, surveys))) | {"atlas": str(atlas)}
    if beyond is not None:
        facts |= for_all_json(beyond)
    if verdict is None:
        return facts | RULE_BY_RULE
    every = verdict.proved == verdict.members and not verdict.unknown
    status = "proved" if every or (beyond and beyond.conclusion.status == "proved") else ""
    status = "refuted" if not verdict.holds else status or "holds so far"
    return facts | {
        "status": status,
        "warrant": beyond.sentence() if beyond else verdict.sentence(),
    }


RULE_BY_RULE = {"status": "computed", "warrant": "each row says how it is known"}
"""What JSON says of many rules together."""


def _families_json(found: list[dict[str, Any]]) -> dict[str, Any]:
    return found[0] if len(found) == 1 else {"families": found}


def for_all_json(known: ForAll) -> dict[str, Any]:
    """What is known of a statement for all members of a family."""
    found = known.conclusion
    return {
        "for_all": {
            "family": str(known.rule),
            "statement": known.statement,
            "status": found.status,
            "first_failure": found.first_failure,
            "theorem": found.theorem or None,
        }
    }


def _verdict_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "claim": verdict.claim,
        "members": verdict.members,
        "concerned": verdict.concerned,
        "holds": verdict.holds,
        "counterexamples": [
            {"rule": c.row.rule, "n": c.n, "named": c.named} for c in verdict.counterexamples
        ],
        "proved": verdict.proved,
        "so_far": verdict.so_far,
        "undecided": [{"rule": row.rule, "reason": why} for row, why in verdict.undecided],
        "sentence": verdict.sentence(),
    }


def _survey_json(survey: Survey) -> dict[str, Any]:
    from mexplore.discover.surveys.query import summary_of

    summary = summary_of(survey.rows)
    return {
        "family": str(survey.family),
        "size": survey.members,
        "known": len(survey.rows),
        "studied": survey.studied,
        "interrupted": survey.interrupted,
        "further": None if survey.beyond is None else asdict(survey.beyond),
        "statuses": summary.statuses,
        "laws": [vars(law) for law in summary.laws],
        "records": [
            {"record": best.what, "number": best.number, "rule": best.row.rule}
            for best in summary.records
        ],
        "unsolved": [row.rule for row in summary.unsolved],
        "without_system": [
            {"rule": r.rule, "reason": r.record.trouble} for r in summary.without_system
        ],
        "failed": [{"rule": r.rule, "trouble": r.record.trouble} for r in summary.failed],
    }


# Misère play.

MISERE_LISTED = 40  # rows that the terminal shows
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
    if survey.beyond is not None and survey.beyond.studied + survey.beyond.left:
        document.add(Paragraph(further_sentence(survey.beyond)))
    document.add(misere_table(survey.rows, MISERE_LISTED))
    if len(survey.rows) > MISERE_LISTED:
        document.add(
            Paragraph(
                f"The first {MISERE_LISTED} of {len(survey.rows)} rules; --json has all of them."
            )
        )
    return document


def misere_table(rows: Sequence[MisereRow], most: int | None = None) -> Table:
    """Order of the quotient, tame or wild, and the period of the classes, of each rule."""
    return Table(HEADS, [_cells(row.record) for row in rows[:most]])


def _cells(record: MisereRecord) -> list[str | Mark]:
    kind = record.kind if record.wild_from is None else f"wild from {record.wild_from}"
    numbers = (record.quotient, record.lost, record.period)
    cells = ["-" if each is None else str(each) for each in numbers]
    return [record.rule, kind, *cells, _from(record), _how(record)]


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


def misere_blocks(surveys: Sequence[MisereSurvey], atlas: Path) -> Iterator[Document]:
    """A document for each family."""
    yield from map(misere_survey_document, surveys)
    said = f"The atlas {atlas} holds the results; mexplore atlas --misere shows them."
    yield Document([Paragraph(said)])


def misere_json(surveys: Sequence[MisereSurvey], atlas: Path) -> dict[str, Any]:
    """The counts of each family, and all rows."""
    found = [
        {
            "family": survey.family,
            "play": "misere",
            "size": survey.members,
            "known": len(survey.rows),
            "studied": survey.studied,
            "interrupted": survey.interrupted,
            "further": None if survey.beyond is None else asdict(survey.beyond),
            "kinds": survey.kinds,
            "rows": misere_rows_json(survey.rows),
        }
        for survey in surveys
    ]
    return _families_json(found) | {"atlas": str(atlas)} | RULE_BY_RULE


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

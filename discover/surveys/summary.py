"""The summary of a survey: how many rules have which law, the records, and the open rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mexplore.discover.surveys.record import FAILED, Row

RECORDS = {
    "longest period": "period",
    "longest preperiod": "preperiod",
    "largest saltus": "saltus",
    "largest ratio": "ratio",
    "largest value": "largest",
}
"""The quantities of which there are records, and their columns."""


@dataclass(frozen=True)
class Law:
    """How many rules have a law of this pattern, with this status, by this theorem."""

    pattern: str | None
    status: str
    theorem: str | None
    rules: int


@dataclass(frozen=True)
class Best:
    """A record: its quantity, the number, and the first row with this number."""

    what: str
    number: int
    row: Row


@dataclass(frozen=True)
class Summary:
    """The summary of some rows: their laws, most frequent first; the records among proved laws that
    predict every term; the rows without a proof; and those whose study failed."""

    laws: tuple[Law, ...]
    records: tuple[Best, ...]
    unsolved: tuple[Row, ...]
    failed: tuple[Row, ...]
    follow: int

    @property
    def statuses(self) -> dict[str, int]:
        """The number of rules of each status."""
        found: Counter[str] = Counter()
        for law in self.laws:
            found[law.status] += law.rules
        return dict(found)


def summary_of(rows: Sequence[Row]) -> Summary:
    """The summary of some rows, smallest first. A rule whose sequence follows from that of another
    row holds no record and is not counted as open again.

    >>> from mexplore.discover.surveys.record import Record
    >>> known = Record("0.3", "proved", "periodic", period=2, ended="proved")
    >>> summary = summary_of([Row("octal", 3, known), Row("octal", 6, Record("0.6"))])
    >>> summary.statuses, [best.what for best in summary.records], summary.unsolved[0].rule
    ({'proved': 1, 'nothing found': 1}, ['longest period'], '0.6')
    """
    counts = Counter((r.record.pattern, r.record.status, r.record.theorem) for r in rows)
    laws = tuple(Law(*law, number) for law, number in counts.most_common())
    own = list(themselves(rows))
    return Summary(
        laws,
        tuple(_records(own)),
        tuple(r for r in own if not r.record.proved and r.record.status != FAILED),
        tuple(r for r in own if r.record.status == FAILED),
        sum(row.record.representative is not None for row in rows),
    )


def themselves(rows: Sequence[Row]) -> Iterable[Row]:
    """The rows whose representative is not among the other rows."""
    there = {row.rule for row in rows}
    seen: set[str] = set()
    for row in rows:
        other = row.record.representative
        if other is None or (other not in there and other not in seen):
            seen.add(other or row.rule)
            yield row


def _records(rows: Sequence[Row]) -> Iterable[Best]:
    for what, column in RECORDS.items():
        able = (row for row in rows if row.record.explained)
        known = ((row.record.facts.get(column), row) for row in able)
        found = [(number, row) for number, row in known if number]
        if found:
            number, row = max(found, key=lambda pair: pair[0])
            yield Best(what, number, row)

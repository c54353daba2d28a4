"""The tables of an atlas, the migration of older ones, and rows that had no digests yet.

The tables of an atlas, and the migration of older ones.

An atlas is an SQLite file whose application_id is APPLICATION and whose user_version counts the
steps below that made it. A later version of the program appends a step; it never edits one. Columns
of whole numbers have no type: integers beyond 64 bits are kept as decimal text, exactly.

Rows of atlases that had no digests yet: believed if they agree with themselves.

Such a row is read once more, when its atlas is brought up to date. Its law is told three times, by
the numbers in columns, in words, and in a certificate; damage changes one of them. What does not
agree gets no digest, and so counts as damaged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

from mexplore.discover.heaps.known import patterns
from mexplore.discover.study.certificate import read_certificate
from mexplore.discover.surveys import misere
from mexplore.discover.surveys.record import NUMBERS_OF, Record
from mexplore.discover.surveys.table import MEMBERS, STUDIES, Cells, parameters_of, record_of_row
from mexplore.discover.verifying import contents_of
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule

APPLICATION = 0x6D65_7861  # "mexa"

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE studies (
        rule TEXT PRIMARY KEY NOT NULL,
        status TEXT NOT NULL,
        pattern TEXT, theorem TEXT, law TEXT,
        preperiod, period, saltus, ratio, start, largest, computed NOT NULL,
        seconds REAL NOT NULL,
        ended TEXT NOT NULL,
        head TEXT NOT NULL,
        certificate TEXT,
        representative TEXT, reduction TEXT,
        max_terms, budget REAL,
        trouble TEXT,
        version TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE members (
        family TEXT NOT NULL,
        rule TEXT NOT NULL,
        place INTEGER NOT NULL,
        parameters TEXT NOT NULL,
        PRIMARY KEY (family, rule)
    ) WITHOUT ROWID;
    CREATE INDEX members_of_rule ON members (rule);
    CREATE TABLE sweeps (
        sweep TEXT PRIMARY KEY NOT NULL,
        family TEXT NOT NULL,
        host TEXT NOT NULL,
        process INTEGER NOT NULL,
        beat REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE taken (
        rule TEXT PRIMARY KEY NOT NULL,
        sweep TEXT NOT NULL REFERENCES sweeps (sweep) ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE INDEX taken_by_sweep ON taken (sweep);
    """,
    # Values written by earlier versions may be wrong (machine code on some processors), and so may
    # the largest values. The old rows are kept under another name, which no query reads.
    """
    ALTER TABLE studies RENAME TO studies_of_version_1;
    CREATE TABLE studies (
        rule TEXT PRIMARY KEY NOT NULL,
        status TEXT NOT NULL,
        pattern TEXT, theorem TEXT, law TEXT,
        preperiod, period, saltus, ratio, start, largest, computed NOT NULL,
        seconds REAL NOT NULL,
        ended TEXT NOT NULL,
        head TEXT NOT NULL,
        certificate TEXT,
        representative TEXT, reduction TEXT,
        max_terms, budget REAL,
        trouble TEXT,
        version TEXT NOT NULL,
        largest_for_all INTEGER NOT NULL
    ) WITHOUT ROWID;
    """,
    # The same rules under misère play.
    """
    CREATE TABLE misere (
        rule TEXT PRIMARY KEY NOT NULL,
        status TEXT NOT NULL,
        kind TEXT NOT NULL,
        wild_from, quotient, lost, preperiod, period, reach,
        theorem TEXT, statement TEXT,
        seconds REAL NOT NULL,
        ended TEXT NOT NULL,
        budget REAL,
        certificate TEXT, trouble TEXT,
        version TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    # Each row has a digest of what it says (`discover.surveys.table`).
    """
    ALTER TABLE studies ADD COLUMN digest;
    ALTER TABLE members ADD COLUMN digest;
    ALTER TABLE misere ADD COLUMN digest;
    """,
    # Large atlases are asked for rows with some numbers (`discover.surveys.selecting`).
    """
    CREATE INDEX studies_by_period ON studies (period) WHERE period IS NOT NULL;
    CREATE INDEX studies_by_preperiod ON studies (preperiod) WHERE preperiod IS NOT NULL;
    CREATE INDEX studies_by_ratio ON studies (ratio) WHERE ratio IS NOT NULL;
    """,
)

SEALED = 4
"""The first version whose rows have digests: the step that leads to it reads the older rows once
more without, and gives a digest to those that agree with themselves. An atlas that has the columns
cannot pass as older, whatever its number says: that step would add them twice, and fails."""

BELIEVED = 2
"""The first version whose rows are trusted; rules of earlier rows are studied again."""


def version() -> int:
    """The version of the tables that this program reads and writes."""
    return len(STEPS)


def seal(sql: sqlite3.Connection) -> None:
    """Give every row that agrees with itself a digest."""
    STUDIES.seal(sql, _asked(lambda cells: _agrees(record_of_row(cells))))
    MEMBERS.seal(
        sql, _asked(lambda cells: parameters_of(cells[3]) is not None and _is_rule(cells[1]))
    )
    misere.MISERE.seal(sql, _asked(lambda cells: _agrees_misere(misere.record_of_row(cells))))


def _asked(condition: Callable[[Cells], bool]) -> Callable[[Cells], bool]:
    def believed(cells: Cells) -> bool:
        try:
            return condition(cells)
        except MexploreError:
            return False

    return believed


def _is_rule(text: str) -> bool:
    return str(parse_rule(text)) == text


def _agrees(record: Record) -> bool:
    """Whether the numbers, the words and the certificate of a record tell one law of its rule."""
    if not _is_rule(record.rule) or (record.representative and not _is_rule(record.representative)):
        return False
    numbers = NUMBERS_OF.get(record.pattern or "", ())
    facts = {name: getattr(record, name) for name in numbers}
    if record.pattern == "periodic" and None not in facts.values():
        kind = next(each for each in patterns() if each.name == record.pattern)
        if kind.from_parameters(facts).statement() != record.law:
            return False
    if record.certificate is None:
        return not record.explained or record.representative is not None
    certificate = read_certificate(record.certificate)
    rule, claim, theorem = contents_of(certificate)
    if record.representative is not None:
        same = (str(rule), claim.name) == (record.representative, record.pattern)
    else:
        parts = (str(rule), claim.name, claim.statement())
        same = parts == (record.rule, record.pattern, record.law)
        same &= all(claim.parameters().get(name) == facts[name] for name in numbers)
    return same and theorem == record.theorem


def _agrees_misere(record: misere.MisereRecord) -> bool:
    if not _is_rule(record.rule) or record.certificate is None:
        return _is_rule(record.rule) and not record.proved
    certificate = read_certificate(record.certificate)
    facts: dict[str, Any] = {"rule": record.rule, "theorem": record.theorem}
    facts["statement"] = record.statement
    return all(certificate.get(name) == what for name, what in facts.items())

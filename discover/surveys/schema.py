"""The tables of an atlas, and the migration of older ones.

An atlas is an SQLite file whose application_id is APPLICATION and whose user_version counts the
steps below that made it. A later version of the program appends a step; it never edits one. Columns
of whole numbers have no type: integers beyond 64 bits are kept as decimal text, exactly.
"""

from __future__ import annotations

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

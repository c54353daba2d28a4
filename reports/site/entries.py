"""What the tables and the search box of a site know of each game, as data for the browser.

Tables are scripts, not JSON: a page that is opened from a disk may load scripts, but no other file.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mexplore.reports.site.addresses import game_page, slug

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Record, Row

COLUMNS = (
    "rule", "page", "name", "pattern", "status", "theorem", "preperiod", "period", "saltus",
    "largest", "rare", "misere", "equal", "oeis", "head",
)  # fmt: skip
EXACT = 1 << 53  # numbers below it are exact in a browser
_RARE = re.compile(r"(\d+) of the n from 1 to")
SEARCHED = 40  # first values of a game that can be searched for


@dataclass(frozen=True)
class Facts:
    """What is known of all rows together: for a rule its names in the library, tame or wild under
    misère play, the number of games with equal values, and sequences of OEIS."""

    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    misere: Mapping[str, str] = field(default_factory=dict)
    equal: Mapping[str, int] = field(default_factory=dict)
    oeis: Mapping[str, str] = field(default_factory=dict)


def data_file(family: str) -> str:
    """The table of a family, from the root of the site."""
    return f"data/{slug(family)}.js"


def data_script(family: str, rows: Sequence[Row], facts: Facts) -> str:
    """The table of a family as a script."""
    table = {"family": family, "columns": COLUMNS, "rows": [entry(row, facts) for row in rows]}
    return f"mexplore.add({json.dumps(table, separators=(',', ':'))});\n"


def entry(row: Row, facts: Facts) -> list[Any]:
    """A row of the table, with the cells of COLUMNS.

    >>> from mexplore.discover.surveys.record import Record, Row
    >>> known = Record("0.3", "proved", "periodic", "Guy-Smith", period=2, head=(0, 1, 0, 1))
    >>> entry(Row("octal", 3, known), Facts())[:8]
    ['0.3', 'games/0.3.html', '', 'periodic', 'proved', 'Guy-Smith', None, 2]
    """
    rule, record = row.rule, row.record
    return [
        rule,
        game_page(rule),
        ", ".join(facts.names.get(rule, ())),
        record.pattern or "",
        record.status,
        record.theorem or "",
        *map(_exact, (record.preperiod, record.period, record.saltus, record.largest)),
        rare_values(record),
        facts.misere.get(rule, ""),
        facts.equal.get(rule),
        facts.oeis.get(rule, ""),
        ",".join(map(str, record.head[:SEARCHED])),
    ]


def _exact(number: int | None) -> int | str | None:
    """The number, as text where a browser would round it."""
    return number if number is None or abs(number) < EXACT else str(number)


def rare_values(record: Record) -> int | None:
    """How many values of a sparse space are rare: of a law that is not proved a record keeps the
    statement alone.

    >>> from mexplore.discover.surveys.record import Record
    >>> rare_values(Record("0.777", law="...; 502 of the n from 1 to 7348 are exceptions"))
    502
    """
    found = _RARE.search(record.law or "")
    return int(found[1]) if found else None


def games_of(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of each rule, which may be a member of several families."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row.rule].append(row)
    return dict(found)

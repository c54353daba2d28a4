"""What the tables and the search box of a site know of each game, as data for the browser.

Tables are scripts, not JSON: a page that is opened from a disk may load scripts, but no other file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import TYPE_CHECKING, Any

from mexplore.discover.families.library import families_of, shipped_families
from mexplore.discover.study.certificate import write_certificate
from mexplore.discover.surveys.games import heap_rule
from mexplore.discover.surveys.query import leaders, summary_of, themselves
from mexplore.discover.surveys.relate.relate import Prover, relate
from mexplore.reports.documents.atlas import relate_document
from mexplore.reports.documents.family_table import entry_document
from mexplore.reports.documents.survey import number
from mexplore.reports.site.pages import game_page, law_page, page, slug
from mexplore.reports.writers.document import Document, Heading, Link, Paragraph, Table, Words
from mexplore.reports.writers.html.page import body_of, title_of
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Record, Row
    from mexplore.rules.engine.grundy import Watcher


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


LEADERS = 40

Families = Mapping[str, Sequence["Row"]]


def league_table(families: Families) -> Table:
    """The families in a table: how many of their games are settled, and the records."""
    rows = [_family_row(name, rows) for name, rows in families.items()]
    heads = ("family", "games", "proved", "so far", "no law", "longest period", "first not settled")
    return Table(heads, rows)


def _family_row(name: str, rows: Sequence[Row]) -> list[Words]:
    counts = summary_of(rows).statuses
    longest = next(iter(leaders(rows, "period", 1)), None)
    unsolved = next((row for row in themselves(rows) if not row.record.proved), None)
    return [
        name,
        str(len(rows)),
        str(counts.get("proved", 0)),
        str(counts.get("holds so far", 0)),
        str(len(rows) - counts.get("proved", 0) - counts.get("holds so far", 0)),
        "" if longest is None else f"{number(longest.record.period)}: {longest.rule}",
        "" if unsolved is None else unsolved.rule,
    ]


def records_html(families: Families) -> str:
    """The longest periods and preperiods of all."""
    rows = list({row.rule: row for each in families.values() for row in each}.values())
    document = Document([Heading("Records", 1)])
    for title, column in (
        ("Longest proved periods", "period"),
        ("Longest proved preperiods", "preperiod"),
        ("Largest proved saltus", "saltus"),
        ("Largest values that are proved to be the largest", "largest"),
    ):
        best = leaders(rows, column, LEADERS)
        if best:
            document.add(Heading(title), _leaders(best, column))
    return page("Records", body_of(document), "")


def _leaders(best: Sequence[Row], column: str) -> Table:
    rows: list[list[Words]] = [
        [Link(row.rule, game_page(row.rule)), number(row.record.facts[column]), row.family]
        for row in best
    ]
    return Table(("rule", column, "family"), rows)


def equal_html(groups: Sequence[Sequence[str]]) -> str:
    """Groups of games whose values are proved to be equal for all n."""
    document = Document([Heading("Equal games", 1)])
    document.add(
        Paragraph(
            "The games of a line have equal values for all n: each has a proved period, all have "
            "the same preperiod, period and saltus, and their values agree up to there; or one "
            "is the other by its rule."
        )
    )
    rows: list[list[Words]] = [
        [str(len(group)), tuple(_spaced(group))] for group in sorted(groups, key=len, reverse=True)
    ]
    document.add(Table(("games", "rules"), rows) if rows else Paragraph("There are none."))
    return page("Equal games", body_of(document), "")


def _spaced(rules: Sequence[str], most: int = 30) -> Iterator[Link | str]:
    for i, rule in enumerate(rules[:most]):
        yield from ([", "] if i else [])
        yield Link(rule, game_page(rule))
    if len(rules) > most:
        yield f" and {len(rules) - most} more"


def laws_with(rule: str) -> Iterator[tuple[str, str]]:
    """Name and title of each family of the library that the rule is a member of.

    >>> [name for name, _ in laws_with("subtract(3, 7)")]
    ['two-elements']
    """
    game = heap_rule(rule)
    if game is not None:
        yield from ((family.name, family.title) for family, _ in families_of(game))


@cache
def laws_pages() -> tuple[tuple[str, str], ...]:
    """The list of the laws, and a page and a certificate for each."""
    return tuple(_pages())


def _pages() -> Iterator[tuple[str, str]]:
    rows: list[list[Words]] = []
    for name, family in shipped_families().items():
        rows.append([Link(family.title, law_page(name)), str(family.rule), family.source])
        file = f"laws/{slug(name)}.json"
        yield file, write_certificate(family.certificate)
        document = entry_document(family)
        certificate = Link("The certificate of the proof", f"../{file}")
        document.add(Paragraph((certificate, ", which mexplore verify checks.")))
        yield law_page(name), page(title_of(document), body_of(document))
    listed = Document([Heading("Laws with parameters", 1)])
    listed.add(
        Paragraph("Each is proved for all members of its family, and so for infinitely many games.")
    )
    listed.add(Table(("law", "family", "source"), rows))
    yield "laws.html", page("Laws with parameters", body_of(listed), "")


SHOWN = 30  # of a family
SECONDS = 30.0  # for proofs


def statements_html(rows: Sequence[Row], watcher: Watcher) -> str:
    """The statements, family by family."""
    proposals = relate(rows, watcher)
    prover = Prover(rows, working_seconds() + SECONDS, watcher)
    known = {each: found for each in proposals if (found := prover.about(each)) is not None}
    document = relate_document(proposals, SHOWN, known)
    return page("Statements", body_of(document), "")

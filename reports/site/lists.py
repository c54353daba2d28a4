"""The pages of a site that list games: all families, one of them, records, equal games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from mexplore.discover.surveys.query import leaders
from mexplore.discover.surveys.summary import summary_of, themselves
from mexplore.reports.documents.survey import number
from mexplore.reports.site.addresses import family_page, game_page, link
from mexplore.reports.site.entries import data_file
from mexplore.reports.site.shell import page
from mexplore.reports.writers.document import Document, Heading, Link, Paragraph, Table, Words
from mexplore.reports.writers.html.page import body_of

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Row

LEADERS = 40
PLAIN_LINKS = 120_000  # bytes of a page for browsers that run no programs
_EXAMPLES = "0.77, subtract(1, 3, 4), 0 1 2 3 1 4 3, period 12"

Families = Mapping[str, Sequence["Row"]]


def index_html(families: Families) -> str:
    """The front page: search box, families."""
    files = [data_file(family) for family in families]
    box = (
        f'<form class="search" role="search" data-files="{escape(json.dumps(files))}">\n'
        "<label>A rule, a list of values, or a period"
        f'<input type="search" name="q" autocomplete="off" placeholder="{_EXAMPLES}"></label>\n'
        '</form>\n<div id="found" aria-live="polite"></div>'
    )
    title, *rest = league(families, "").blocks
    body = f"{body_of(Document([title]))}\n{box}\n{body_of(Document(rest))}"
    return page("Games", body, "")


def league(families: Families, root: str) -> Document:
    """All families: how many of their games are solved, and the records."""
    games = len({row.rule for each in families.values() for row in each})
    return Document(
        [
            Heading("Games of heaps and their Grundy values", 1),
            Paragraph(
                f"{games} games of {len(families)} families. The value of a heap is the least "
                "number that is not the value of an option; a law that is called proved holds for "
                "all heaps, and its certificate can be checked by another program."
            ),
            Heading("Families"),
            league_table(families, root),
        ]
    )


def league_table(families: Families, root: str | None) -> Table:
    """The families in a table, with links where there is a site; ``root`` leads to it."""
    rows = [_family_row(name, rows, root) for name, rows in families.items()]
    heads = ("family", "games", "proved", "so far", "open", "longest period", "first open game")
    return Table(heads, rows)


def _family_row(name: str, rows: Sequence[Row], root: str | None) -> list[Words]:
    counts = summary_of(rows).statuses
    longest = next(iter(leaders(rows, "period", 1)), None)
    unsolved = next((row for row in themselves(rows) if not row.record.proved), None)
    return [
        name if root is None else Link(name, root + family_page(name)),
        str(len(rows)),
        str(counts.get("proved", 0)),
        str(counts.get("holds so far", 0)),
        str(len(rows) - counts.get("proved", 0) - counts.get("holds so far", 0)),
        "" if longest is None else (f"{number(longest.record.period)}: ", _game(longest, root)),
        "" if unsolved is None else _game(unsolved, root),
    ]


def _game(row: Row, root: str | None) -> str | Link:
    return row.rule if root is None else Link(row.rule, root + game_page(row.rule))


def family_html(family: str, rows: Sequence[Row]) -> str:
    """The page of a family: its table, which sorts and filters; plain links without programs."""
    counts = ", ".join(f"{count} {status}" for status, count in summary_of(rows).statuses.items())
    links = ", ".join(link(game_page(row.rule), row.rule) for row in rows)
    if len(links) > PLAIN_LINKS:
        links = links[: links.rindex("</a>", 0, PLAIN_LINKS) + 4] + ", ..."
    body = (
        f"<h1>The family {escape(family)}</h1>\n<p>{len(rows)} games: {escape(counts)}.</p>\n"
        f'<div id="table" data-family="{escape(family)}">'
        f"<noscript><p>{links}</p></noscript></div>"
    )
    return page(f"The family {family}", body, data=[data_file(family)])


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
            table: list[list[Words]] = [
                [_game(r, ""), number(r.record.facts[column]), r.family] for r in best
            ]
            document.add(Heading(title), Table(("rule", column, "family"), table))
    return page("Records", body_of(document), "")


def _leaders(best: Sequence[Row], column: str) -> Table:
    rows: list[list[Words]] = [
        [_game(row, ""), number(row.record.facts[column]), row.family] for row in best
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

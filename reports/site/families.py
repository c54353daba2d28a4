"""The page of a family, and its picture: the first values of some of its games."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from mexplore.discover.surveys.query import summary_of, themselves
from mexplore.reports.site.lists import data_file
from mexplore.reports.site.pages import game_page, link, page
from mexplore.reports.site.pictures import bar, rows_svg

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Row


IN_PICTURE = 16  # games of a family
VALUES = 48  # of each
PLAIN_LINKS = 120_000  # bytes of a page for browsers that run no programs
EXPLAINED = (
    "In the picture a row is a game, and a square a value G(n), from n = 0 on: "
    '<span class="v0 key">0</span> is lost for the player to move; the darker, the larger.'
)


def standing(rows: Sequence[Row]) -> str:
    """How many games there are, and of how many the law is proved, as a bar."""
    counts = summary_of(rows).statuses
    proved, so_far = counts.get("proved", 0), counts.get("holds so far", 0)
    parts = (("proved", proved), ("so far", so_far), ("no law", len(rows) - proved - so_far))
    size = "1 game" if len(rows) == 1 else f"{len(rows)} games"
    return f"{size}{bar(parts)}"


def picture(family: str, rows: Sequence[Row]) -> str:
    """The first values of some games, evenly spread over the family."""
    own = [row for row in themselves(rows) if row.record.head and max(row.record.head) > 1]
    step = max(1, len(own) // IN_PICTURE)
    heads = [row.record.head[:VALUES] for row in own[::step][:IN_PICTURE]]
    return rows_svg(heads, f"Values of some games of the family {family}") if heads else ""


def family_html(family: str, rows: Sequence[Row]) -> str:
    """The page of a family: its table, which sorts and filters; plain links without programs."""
    links = ", ".join(link(game_page(row.rule), row.rule) for row in rows)
    if len(links) > PLAIN_LINKS:
        links = links[: links.rindex("</a>", 0, PLAIN_LINKS) + 4] + ", ..."
    body = (
        f'<h1>The family {escape(family)}</h1>\n<div class="family">{picture(family, rows)}\n'
        f"{standing(rows)}\n<p>{EXPLAINED}</p></div>\n"
        f'<div id="table" data-family="{escape(family)}">'
        f"<noscript><p>{links}</p></noscript></div>"
    )
    return page(f"The family {family}", body, data=[data_file(family)])

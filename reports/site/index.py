"""The front page: the search box, a card for each family with its picture, a game at random."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from mexplore.discover.surveys.query import leaders, themselves
from mexplore.reports.documents.survey import number
from mexplore.reports.site.boards import DATA as BOARDS
from mexplore.reports.site.families import EXPLAINED, picture, standing
from mexplore.reports.site.lists import data_file
from mexplore.reports.site.pages import family_page, game_page, link, page
from mexplore.rules.library import shipped

if TYPE_CHECKING:
    from mexplore.discover.surveys.record import Row


_SET = re.compile(r"subtract\((\d+(?:, \d+)+)\)")


def index_html(families: Mapping[str, Sequence[Row]]) -> str:
    """The whole page."""
    files = [data_file(family) for family in families]
    games = len({row.rule for each in families.values() for row in each})
    of_families = "1 family" if len(families) == 1 else f"{len(families)} families"
    cards = "\n".join(_card(family, rows) for family, rows in families.items())
    examples = ", ".join(
        f'<a href="?q={quote_plus(each)}">{each}</a>' for each in _examples(families)
    )
    body = (
        "<h1>Games of heaps and their Grundy values</h1>\n"
        f'<form class="search" role="search" data-files="{escape(json.dumps([*files, BOARDS]))}">\n'
        "<label>A rule, a set, values, a period, or a name"
        '<input type="search" name="q" autocomplete="off"></label>\n'
        '<button type="button" class="more" id="random" hidden>Random game</button>\n</form>\n'
        f'<p class="counts">For example: {examples}. Enter opens the only hit.</p>\n'
        '<div id="found" aria-live="polite"></div>\n'
        "<noscript><p>The search needs JavaScript; the pages of the families list all games.</p>"
        "</noscript>\n"
        f"<p>{games} games of {of_families}. The value of a heap is the least number "
        "that is not the value of an option; a law that is called proved holds for all heaps, and "
        "its certificate can be checked by another program.</p>\n"
        f'<h2 id="families">Families</h2>\n<ul class="cards">\n{cards}\n</ul>\n'
        f'<p class="counts">{EXPLAINED}</p>'
    )
    return page("Games", body, "")


def _examples(families: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """What may be asked of this site: a named rule, a set, values, a period, a board."""
    rows = [row for each in families.values() for row in each]
    names = {game.rule for game in shipped().values()}
    known = next((row for row in rows if row.rule in names and row.record.repeats), None)
    if known is not None:
        yield known.rule
    sets = (_SET.fullmatch(row.rule) for row in rows)
    if (found := next((each for each in sets if each is not None), None)) is not None:
        yield f"{{{found[1]}}}"
    if known is not None:
        yield " ".join(map(str, known.record.head[:8]))
        yield f"period {known.record.period}"
    yield "wythoff"


def _card(family: str, rows: Sequence[Row]) -> str:
    facts = "".join(f"<li>{each}</li>" for each in _facts(rows))
    return (
        f'<li><a href="{family_page(family)}">{picture(family, rows)}<b>{escape(family)}</b></a> '
        f"{standing(rows)}<ul>{facts}</ul></li>"
    )


def _facts(rows: Sequence[Row]) -> Iterator[str]:
    longest = next(iter(leaders(rows, "period", 1)), None)
    if longest is not None:
        period = number(longest.record.period)
        yield f"longest period {period}: {link(game_page(longest.rule), longest.rule, '')}"
    unsettled = next((row for row in themselves(rows) if not row.record.proved), None)
    if unsettled is not None:
        yield f"first not settled: {link(game_page(unsettled.rule), unsettled.rule, '')}"

"""The pages of the boards in the library: a heat map first, then the law; and the list of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING

from mexplore.discover.study.limits import uninterrupted
from mexplore.reports.documents.one_picture import BoardReport
from mexplore.reports.site.pages import Page, page, slug
from mexplore.reports.site.pictures import MOST_SQUARES, heat_map
from mexplore.reports.site.properties import listed
from mexplore.reports.site.terms import anchor
from mexplore.reports.writers.document import Detail, Document
from mexplore.reports.writers.html.page import contents_and_body, title_of
from mexplore.rules.boards import read_board
from mexplore.rules.dataclass import dataclass
from mexplore.rules.library import shipped

if TYPE_CHECKING:
    from mexplore.discover.boards.study import BoardStudy
    from mexplore.reports.site.colours import Squares


BUDGET = 10.0  # seconds a board
POINT = 8  # pixels a square
CARD = 48  # squares of a side on a card


@dataclass(frozen=True)
class BoardPage(Page):
    """The page of a board; ``names`` are those in the library, the first one is the page's."""

    names: tuple[str, ...]
    rule: str

    @property
    def name(self) -> str:
        return f"boards/{slug(self.names[0])}.html"

    def made_from(self) -> object:
        return [self.names, self.rule]

    def written(self) -> tuple[str, str]:
        """The page; and for lists its title, its law, how it is known, and its picture."""
        from mexplore.discover.boards.study import study_board

        board = read_board(self.rule)
        if board is None:
            raise ValueError(f"{self.rule} is no board")
        study = uninterrupted(study_board(board, budget=BUDGET))
        document = BoardReport(study).document(
            f"mexplore study {self.names[0]}", Detail(effort=False)
        )
        title = title_of(document)
        contents, blocks = contents_and_body(Document(document.blocks[1:]))
        text = "\n".join(blocks)
        body = (
            f"<h1>{escape(title)}</h1>\n{_picture(study.table)}\n"
            f'<div class="game">\n{self._properties(study)}\n<div class="body">\n{text}\n</div>\n'
            f'<div class="beside">{contents}</div>\n</div>'
        )
        law, how = _law(study)
        said = {"title": title, "law": law, "how": how, "picture": heat_map(study.table, CARD)}
        return page(title, body), json.dumps(said)

    def _properties(self, study: BoardStudy) -> str:
        return listed(self._rows(study))

    def _rows(self, study: BoardStudy) -> Iterator[tuple[str, str]]:
        yield "names", ", ".join(f"<code>{escape(name)}</code>" for name in self.names)
        yield "rule", f"<code>{escape(self.rule)}</code>"
        _, how = _law(study)
        yield "status", f'<span class="{"good" if study.proved else "quiet"}">{escape(how)}</span>'
        if study.findings and (name := study.findings[0].theorem):
            at = f"../terms.html#theorem-{anchor(name)}"
            yield "theorem", f'<a class="knowl" href="{at}">{escape(name)}</a>'
        yield "squares", escape(study.where)
        yield "largest value there", str(int(study.table.max()))
        sources = dict.fromkeys(shipped()[name].source for name in self.names)
        yield "source", "; ".join(escape(source) for source in sources if source)


def _picture(table: Squares) -> str:
    """The heat map, in a box that scrolls; its numbers for the program that tells them."""
    shown = table[:MOST_SQUARES, :MOST_SQUARES]
    rows, columns = shown.shape
    label = f"Values of the squares with x < {rows} (down) and y < {columns} (to the right)"
    size = f"width: {columns * POINT}px; height: {rows * POINT}px"
    values = json.dumps(shown.tolist(), separators=(",", ":"))
    return (
        f'<figure class="heat"><div class="field" tabindex="0"><img src="{heat_map(shown)}" '
        f'alt="{escape(label)}" style="{size}"></div>\n'
        f'<figcaption>{escape(label)}: <span class="v0 key">0</span> is lost for the player to '
        "move; the darker, the larger.</figcaption>\n"
        f'<script type="application/json" id="squares">{values}</script></figure>'
    )


def _law(study: BoardStudy) -> tuple[str, str]:
    """The best law, and how it is known."""
    if not study.findings:
        return "", "no law was found here"
    best = study.findings[0]
    return best.claim.statement(), "proved" if best.theorem else "holds so far"


def board_pages() -> list[BoardPage]:
    """The boards of the library, each once."""
    names: dict[str, list[str]] = {}
    for game in shipped().values():
        board = read_board(game.rule)
        if board is not None and board.dimensions == 2:
            names.setdefault(game.rule, []).append(game.name)
    return [BoardPage(tuple(each), rule) for rule, each in names.items()]


DATA = "assets/boards.js"


def boards_script(said: Mapping[str, str]) -> str:
    """The boards for the search box: page, title, names, rule, law."""
    rows = []
    for each in board_pages():
        known = json.loads(said.get(each.name, "{}"))
        words = known.get("law", ""), known.get("how", "")
        rows.append([each.name, known.get("title", ""), ", ".join(each.names), each.rule, *words])
    return f"mexplore.boards({json.dumps(rows, separators=(',', ':'))});\n"


def boards_html(said: Mapping[str, str]) -> str:
    """The boards as cards, with the law of each page as it was written."""
    cards = "\n".join(_card(each, json.loads(said.get(each.name, "{}"))) for each in board_pages())
    body = (
        "<h1>Boards</h1>\n<p>Games of one token on the squares (x, y), x, y &gt;= 0, and their "
        f'laws. A point is a square; orange ones are lost.</p>\n<ul class="cards">\n{cards}\n</ul>'
    )
    return page("Boards", body, "")


def _card(board: BoardPage, known: Mapping[str, str]) -> str:
    picture = known.get("picture")
    shown = (
        f'<img class="points" src="{picture}" alt="" width="144" height="144">' if picture else ""
    )
    title = known.get("title") or board.names[0]
    return (
        f'<li><a href="{escape(board.name)}">{shown}<b>{escape(title)}</b></a>'
        f"<p>{escape(known.get('law', ''))}</p>"
        f'<p class="counts">{escape(known.get("how", ""))}</p></li>'
    )

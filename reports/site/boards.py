"""The pages of the boards in the library: each is studied when its page is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.discover.study.ending import uninterrupted
from mexplore.reports.documents.report import BoardReport
from mexplore.reports.site.addresses import slug
from mexplore.reports.site.shell import page
from mexplore.reports.site.written import Page
from mexplore.reports.writers.detail import Detail
from mexplore.reports.writers.document import Document, Heading, Link, Paragraph, Table, Words
from mexplore.reports.writers.html.page import body_of, title_of
from mexplore.rules.boards.board import Board
from mexplore.rules.library import shipped

if TYPE_CHECKING:
    from mexplore.discover.boards.study import BoardStudy

BUDGET = 10.0  # seconds a board


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
        """The page, and the law for the list of boards."""
        from mexplore.discover.boards.study import study_board

        board = Board.parse(self.rule)
        if board is None:
            raise ValueError(f"{self.rule} is no board")
        study = uninterrupted(study_board(board, budget=BUDGET))
        command = f"mexplore study {self.names[0]}"
        document = BoardReport(study).document(command, Detail(effort=False))
        return page(title_of(document), body_of(document)), _law(study)


def _law(study: BoardStudy) -> str:
    """The best law, and how it is known."""
    if not study.findings:
        return "open"
    best = study.findings[0]
    how = f"proved by {best.theorem}" if best.theorem else "holds so far"
    return f"{best.claim.statement()} ({how})"


def board_pages() -> list[BoardPage]:
    """The boards of the library, each once."""
    names: dict[str, list[str]] = {}
    for game in shipped().values():
        if Board.parse(game.rule) is not None:
            names.setdefault(game.rule, []).append(game.name)
    return [BoardPage(tuple(each), rule) for rule, each in names.items()]


def boards_html(laws: Mapping[str, str]) -> str:
    """The list of the boards, with the law of each page as it was written."""
    rows: list[list[Words]] = [
        [Link(", ".join(each.names), each.name), laws.get(each.name, "")] for each in board_pages()
    ]
    document = Document(
        [
            Heading("Boards", 1),
            Paragraph("Games of one token on the squares (x, y), x, y >= 0, and their laws."),
            Table(("board", "law"), rows),
        ]
    )
    return page("Boards", body_of(document), "")

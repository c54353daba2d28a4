"""A rule explained: words, options, and which theorems are about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.documents.document import Document, Heading, Paragraph, Table

if TYPE_CHECKING:
    from discover.questions.explain import Explanation, OptionList
    from rules.boards.board import Board, Square

SHOWN = 40  # options of one heap that a document shows
CORNER = 4  # rows and columns of a board whose options are listed


class Explained(ABC):
    """What can be said of a rule before any value is computed."""

    @abstractmethod
    def json(self) -> dict[str, Any]:
        """As the JSON object of ``explain``."""

    @abstractmethod
    def document(self) -> Document:
        """As a document."""


@dataclass(frozen=True)
class ExplainedRule(Explained):
    """A rule of heaps."""

    known: Explanation

    def json(self) -> dict[str, Any]:
        known = self.known
        return {
            "rule": str(known.rule),
            "family": known.rule.family,
            "words": known.rule.words(),
            "names": list(known.names),
            "means": known.means,
            "options": [
                {
                    "heap": listed.heap,
                    "to": [list(heaps) for heaps in listed.options],
                    "complete": listed.complete,
                }
                for listed in known.options
            ],
            "theorems": [
                {
                    "theorem": theorem.theorem,
                    "about": list(theorem.about),
                    "applies": theorem.applies,
                    "reason": theorem.reason or None,
                }
                for theorem in known.theorems
            ],
        }

    def document(self) -> Document:
        known = self.known
        rows = [
            ["rule", str(known.rule)],
            ["family", known.rule.family],
            ["names", ", ".join(known.names) or "none in the library"],
            ["computed by", known.means],
        ]
        document = Document([Heading(str(known.rule), 1), Paragraph(known.rule.words())])
        document.add(Table(("", ""), rows), Heading("Options"))
        if known.no_heaps:
            document.add(Paragraph(known.no_heaps))
        else:
            listed = [[str(entry.heap), options_line(entry)] for entry in known.options]
            document.add(Table(("heap", "a move leaves"), listed))
        self._add_theorems(document)
        return document

    def _add_theorems(self, document: Document) -> None:
        theorems = self.known.theorems
        apply = [[t.theorem, ", ".join(t.about), t.statement] for t in theorems if t.applies]
        others = [[t.theorem, t.reason] for t in theorems if not t.applies]
        document.add(Heading("Theorems about this rule"))
        if apply:
            document.add(Table(("theorem", "proves", "statement"), apply))
        else:
            document.add(Paragraph("None: what is found can only hold so far."))
        document.add(Heading("Theorems about other rules"), Table(("theorem", "why not"), others))


def options_line(listed: OptionList, most: int = SHOWN) -> str:
    """The options of one heap in a line."""
    shown = [" + ".join(map(str, heaps)) or "nothing" for heaps in listed.options[:most]]
    if len(listed.options) > most or not listed.complete:
        shown.append("...")
    return ", ".join(shown) or "no move"


@dataclass(frozen=True)
class ExplainedBoard(Explained):
    """A board; no theorem is about boards."""

    board: Board

    def json(self) -> dict[str, Any]:
        return {
            "rule": str(self.board),
            "family": self.board.family,
            "words": self.board.words(),
            "options": [
                {"square": list(square), "to": [list(option) for option in options]}
                for square, options in self._options()
            ],
            "theorems": [],
        }

    def document(self) -> Document:
        rows = [
            [str(square), ", ".join(map(str, options)) or "no move"]
            for square, options in self._options()
        ]
        return Document(
            [
                Heading(str(self.board), 1),
                Paragraph(self.board.words()),
                Heading("Options"),
                Table(("square", "a move leads to"), rows),
                Heading("Theorems about this rule"),
                Paragraph("None: what is found on a board can only hold so far."),
            ]
        )

    def _options(self) -> list[tuple[Square, list[Square]]]:
        """The options of the squares (0, 0) to (3, 3), each once."""
        squares = [(x, y) for x in range(CORNER) for y in range(CORNER)]
        return [(s, list(dict.fromkeys(self.board.options(s)))) for s in squares]

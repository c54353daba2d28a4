"""A rule explained: words, options, and which theorems are about it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import Document, Heading, Paragraph, Table
from mexplore.reports.writers.prose import with_formulas
from mexplore.rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.questions.explain import Applicability, Explanation, OptionList
    from mexplore.rules.boards.board import Grid, Square, Sum

SHOWN = 40  # options of one heap that a document shows


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
            "theorems": _theorems_json(known.theorems),
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
            listed = [[to_decimal(entry.heap), options_line(entry)] for entry in known.options]
            document.add(Table(("heap", "a move leaves"), listed))
        _add_theorems(document, known.theorems)
        return document


def _theorems_json(theorems: Sequence[Applicability]) -> list[dict[str, Any]]:
    return [
        {
            "theorem": theorem.theorem,
            "about": list(theorem.about),
            "applies": theorem.applies,
            "reason": theorem.reason or None,
        }
        for theorem in theorems
    ]


def _add_theorems(document: Document, theorems: Sequence[Applicability]) -> None:
    apply = [
        [t.theorem, ", ".join(t.about), with_formulas(t.statement)] for t in theorems if t.applies
    ]
    others = [[t.theorem, t.reason] for t in theorems if not t.applies]
    document.add(Heading("Theorems about this rule"))
    if apply:
        document.add(Table(("theorem", "proves", "statement"), apply))
    else:
        document.add(Paragraph("None: a law that is found can only hold so far."))
    if others:
        document.add(Heading("Theorems about other rules"))
        document.add(Table(("theorem", "why not"), others))


def options_line(listed: OptionList, most: int = SHOWN) -> str:
    """The options of one heap in a line."""
    shown = [joined(heaps) for heaps in listed.options[:most]]
    if len(listed.options) > most or not listed.complete:
        shown.append("...")
    return ", ".join(shown) or "no move"


@dataclass(frozen=True)
class ExplainedBoard(Explained):
    """A board of some size (None: the quarter plane), and the options of some of its squares."""

    board: Grid
    size: Square | None
    squares: tuple[Square, ...]
    theorems: tuple[Applicability, ...] = ()
    names: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        return {
            "rule": str(self.board),
            "family": self.board.family,
            "words": self.board.words(),
            "names": list(self.names),
            "options": [
                {"square": list(square), "to": list(map(_listed, options)), "count": len(options)}
                for square, options in self._options()
            ],
            "theorems": _theorems_json(self.theorems),
        }

    def document(self) -> Document:
        rows = [
            [str(square), str(len(options)), _options_line(options)]
            for square, options in self._options()
        ]
        document = Document([Heading(str(self.board), 1), Paragraph(self.board.words())])
        if self.names:
            document.add(Paragraph(f"In the library: {', '.join(self.names)}."))
        document.add(Heading("Options"))
        document.add(Table(("square", "options", "a move leads to"), rows))
        _add_theorems(document, self.theorems)
        return document

    def _options(self) -> list[tuple[Square, tuple[Sum, ...]]]:
        """The different options of each square."""
        from mexplore.discover.boards.values import options_of

        return [(square, options_of(self.board, self.size, square)) for square in self.squares]


def _listed(option: Sum) -> list[Any]:
    """A square as its coordinates, a sum as the list of its squares."""
    return list(option[0]) if len(option) == 1 else [list(square) for square in option]


def joined(parts: Sequence[object], most: int = SHOWN) -> str:
    """Heaps or squares that stand side by side; how many they are, where they are many.

    >>> joined([1, 4]), joined([(1, 2), (3, 2)]), joined(range(9), 3)
    ('1 + 4', '(1, 2) + (3, 2)', '0 + 1 + 2 + ... (9 in all)')
    """
    listed = [*map(_shown, parts[:most]), *[f"... ({len(parts)} in all)"] * (len(parts) > most)]
    return " + ".join(listed) or "nothing"


def _shown(part: object) -> str:
    return to_decimal(part) if isinstance(part, int) else str(part)


def _options_line(options: Sequence[Sum], most: int = SHOWN) -> str:
    more = ", ..." if len(options) > most else ""
    return (", ".join(map(joined, options[:most])) or "no move") + more

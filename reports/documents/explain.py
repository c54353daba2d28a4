"""A rule explained: words, options, and which theorems are about it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import (
    Block,
    Document,
    Heading,
    Items,
    Mark,
    Paragraph,
    Table,
    Words,
    pieces,
)
from mexplore.reports.writers.prose import with_formulas
from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.questions.explain import Applicability, Explanation, OptionList
    from mexplore.rules.boards.board import Grid, Square, Sum
    from mexplore.rules.rule import Rule
    from mexplore.rules.systems.game import SystemGame

SHOWN = 40  # options of one heap that a document shows
MOST_LISTED = 10_000  # of them that JSON lists


@dataclass(frozen=True)
class Explained:
    """What can be said of a rule before any value is computed: ``options`` for JSON, ``listed`` for
    people, who read what is ``named`` above them."""

    rule: Rule | Grid | SystemGame
    names: Sequence[str]
    named: Sequence[Block]
    options: Sequence[dict[str, Any]]
    listed: Block
    theorems: Sequence[Applicability]
    means: str | None = None

    def json(self) -> dict[str, Any]:
        """As the JSON object of ``explain``."""
        return {
            "rule": str(self.rule),
            "family": self.rule.family,
            "words": self.rule.words(),
            "names": list(self.names),
            **({} if self.means is None else {"means": self.means}),
            "options": list(self.options),
            "theorems": [
                {
                    "theorem": theorem.theorem,
                    "about": list(theorem.about),
                    "applies": theorem.applies,
                    "reason": theorem.reason or None,
                }
                for theorem in self.theorems
            ],
            "status": "computed",
            "warrant": "options as the rule lists them; theorems by their hypotheses",
        }

    def document(self) -> Document:
        """As a document."""
        document = Document([Heading(str(self.rule), 1), Paragraph(self.rule.words())])
        document.add(*self.named, Heading("Options"), self.listed)
        apply = [_stated(theorem) for theorem in self.theorems if theorem.applies]
        others = [[t.theorem, t.reason] for t in self.theorems if not t.applies]
        document.add(Heading("Theorems about this rule"))
        if apply:
            document.add(Items(apply))
        else:
            document.add(
                Paragraph("No theorem applies to this rule, so laws found for it stay conjectures.")
            )
        if others:
            document.add(Heading("Theorems about other rules"))
            document.add(Table(("theorem", "why not"), others))
        return document


def _stated(theorem: Applicability) -> Words:
    """A theorem with the kinds of laws that it proves, and what it says."""
    about = ", ".join(theorem.about)
    statement = pieces(with_formulas(theorem.statement))
    return (Mark(theorem.theorem, "strong"), f" (proves {about}): ", *statement)


def explained_rule(known: Explanation) -> Explained:
    """A rule of heaps."""
    rows = [
        ["rule", str(known.rule)],
        ["family", known.rule.family],
        ["names", ", ".join(known.names) or "none in the library"],
        ["computed by", known.means],
    ]
    options = [
        {"heap": each.heap, "to": list(map(list, each.options)), "complete": each.complete}
        for each in known.options
    ]
    listed = [[to_decimal(each.heap), options_line(each)] for each in known.options]
    table = Table(("heap", "a move leaves"), listed)
    shown = Paragraph(known.no_heaps) if known.no_heaps else table
    named = [Table(("", ""), rows)]
    return Explained(known.rule, known.names, named, options, shown, known.theorems, known.means)


def explained_board(
    board: Grid,
    size: Square | None,
    squares: Sequence[Square],
    theorems: Sequence[Applicability] = (),
    names: Sequence[str] = (),
) -> Explained:
    """A board of some size (None: the quarter plane), and the options of some of its squares."""
    from mexplore.discover.boards.values import options_of

    found = [(square, options_of(board, size, square)) for square in squares]
    options = [
        {"square": list(square), "to": list(map(_listed, each)), "count": len(each)}
        for square, each in found
    ]
    rows = [[str(square), str(len(each)), _options_line(each)] for square, each in found]
    shown = Table(("square", "options", "a move leads to"), rows)
    named = [Paragraph(f"In the library: {', '.join(names)}.")] if names else []
    return Explained(board, names, named, options, shown, theorems)


def explained_system(
    game: SystemGame, positions: Sequence[str], theorems: Sequence[Applicability]
) -> Explained:
    """A system of kinds of heaps, and the options of some of its heaps."""
    from mexplore.rules.systems.ends import named

    heaps = [heap for text in positions for heap in game.position(text)]
    found = [(heap, list(islice(game.system.options(heap), MOST_LISTED))) for heap in heaps]
    shown = [
        (named(game.system, heap), [[named(game.system, part) for part in each] for each in listed])
        for heap, listed in found
    ]
    options = [{"heap": heap, "to": to, "count": len(to)} for heap, to in shown]
    rows = [
        [heap, ", ".join(map(joined, to[:SHOWN])) + ", ..." * (len(to) > SHOWN) or "no move"]
        for heap, to in shown
    ]
    kinds = [[kind.name, game.describe(number)] for number, kind in enumerate(game.system.kinds)]
    first = f"Play starts with heaps of the kind {kinds[game.system.start][0]}."
    blocks: list[Block] = [Paragraph(first), Table(("kind", "heaps"), kinds)]
    return Explained(game, (), blocks, options, Table(("heap", "a move leaves"), rows), theorems)


def options_line(listed: OptionList, most: int = SHOWN) -> str:
    """The options of one heap in a line."""
    shown = [joined(heaps) for heaps in listed.options[:most]]
    if len(listed.options) > most or not listed.complete:
        shown.append("...")
    return ", ".join(shown) or "no move"


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

"""``mexplore explain``: a rule in words, its options, and which theorems are about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from reports.cli import subject as boards
from reports.cli.options import AsJson, RulesFile, RuleText, read_rule

if TYPE_CHECKING:
    from pathlib import Path

    from discover.questions.explain import Explanation, OptionList
    from reports.documents.document import Document

HEAPS = range(1, 9)
SHOWN = 40  # options of one heap that the terminal shows


def command(
    rule: RuleText,
    numbers: Annotated[
        list[str] | None, typer.Argument(metavar="HEAP...", help="List the options of these.")
    ] = None,
    rules_file: RulesFile = None,
    as_json: AsJson = False,
) -> None:
    """Say what a rule means: words, canonical text, options, kernel, and which theorems apply.

    A theorem that does not apply says which of its hypotheses the rule does not meet.

    [dim]mexplore explain 4!.0[/dim]

    [dim]mexplore explain 0.3F 9 --json[/dim]
    """
    from reports.cli.output import print_json
    from reports.writers.terminal import show
    from rules.text.numbers import parse_number

    heaps = [parse_number(text, "heap") for text in numbers or []] or list(HEAPS)
    view = boards.Asked().view(rule, rules_file)
    if view is not None:
        from reports.documents.board import explained_board, explained_board_json

        if as_json:
            print_json(explained_board_json(view.board))
        else:
            show(explained_board(view.board))
        return
    known = _explain(rule, heaps, rules_file)
    if as_json:
        print_json(_json(known))
    else:
        show(_document(known))


def _explain(text: str, heaps: list[int], rules_file: Path | None) -> Explanation:
    from discover.questions.explain import explain
    from rules.library import library_with

    return explain(read_rule(text, rules_file), heaps, library_with(rules_file))


def _json(known: Explanation) -> dict[str, Any]:
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


def _document(known: Explanation) -> Document:
    from reports.documents.document import Document, Heading, Paragraph, Table

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
        listed = [[str(entry.heap), _line(entry)] for entry in known.options]
        document.add(Table(("heap", "a move leaves"), listed))
    apply = [[t.theorem, ", ".join(t.about), t.statement] for t in known.theorems if t.applies]
    others = [[t.theorem, t.reason] for t in known.theorems if not t.applies]
    document.add(Heading("Theorems about this rule"))
    if apply:
        document.add(Table(("theorem", "proves", "statement"), apply))
    else:
        document.add(Paragraph("None: what is found can only hold so far."))
    document.add(Heading("Theorems about other rules"), Table(("theorem", "why not"), others))
    return document


def _line(listed: OptionList) -> str:
    """The options of one heap in a line."""
    shown = [" + ".join(map(str, heaps)) or "nothing" for heaps in listed.options[:SHOWN]]
    if len(listed.options) > SHOWN or not listed.complete:
        shown.append("...")
    return ", ".join(shown) or "no move"

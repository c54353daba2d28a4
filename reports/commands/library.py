"""``mexplore library``: the named games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from reports.cli.options import Names, Output
from rules.errors import InputError
from rules.text.nearest import did_you_mean
from rules.text.scope import out_of_scope

if TYPE_CHECKING:
    from rules.library import NamedGame


def command(
    names: Names,
    output: Output,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="One game, in full.")] = None,
) -> None:
    """List the named games, or show one: rule, words, source, known results.

    A name can be given wherever a command takes a rule.

    mexplore library

    mexplore library kayles
    """
    from rules.library import library_with

    library = library_with(names.rules_file)
    if name is not None and name not in library:
        beyond = out_of_scope(name)
        if beyond is not None:
            raise InputError(f"{beyond.kind}; {beyond.reason}")
        remedy = f"{did_you_mean(name, library)}`mexplore library` lists the names"
        raise InputError(f"no game named {name[:60]!r} is in the library; {remedy}")
    entries = list(library.values()) if name is None else [library[name]]
    if output.as_json:
        from dataclasses import asdict

        from reports.writers.output import print_json

        print_json({"rules": [asdict(entry) for entry in entries]})
    elif name is None:
        _list(entries)
    else:
        _show(entries[0])


def _list(entries: list[NamedGame]) -> None:
    from reports.writers.document import Document, Table
    from reports.writers.terminal import show

    rows = [[entry.name, entry.rule, entry.title] for entry in entries]
    show(Document([Table(("name", "rule", "title"), rows)]))


def _show(entry: NamedGame) -> None:
    from reports.writers.document import Code, Document, Heading, Paragraph
    from reports.writers.terminal import show
    from rules.boards.board import Board
    from rules.notation import parse_rule

    meant = Board.parse(entry.rule) or parse_rule(entry.rule, {})
    document = Document([Heading(entry.title or entry.name, 1), Paragraph(f"Name: {entry.name}")])
    document.add(Code(str(meant)), Paragraph(meant.words()))  # the rule in one line, to be copied
    facts = {"Source": entry.source, "Known": entry.notes}
    document.add(*(Paragraph(f"{name}: {text}") for name, text in facts.items() if text))
    show(document)

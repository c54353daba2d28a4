"""``mexplore library``: the named games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mexplore.reports.cli.options import Names, Output
from mexplore.rules.errors import InputError
from mexplore.rules.text.nearest import did_you_mean
from mexplore.rules.text.scope import out_of_scope

if TYPE_CHECKING:
    from mexplore.discover.families.library import NamedFamily
    from mexplore.rules.library import NamedGame


def command(
    names: Names,
    output: Output,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="One game, in full.")] = None,
    families: Annotated[
        bool, typer.Option("--families", help="The families with laws for all members.")
    ] = False,
) -> None:
    """List the named games, or show one: rule, words, source, known results.

    A name can be given wherever a command takes a rule.

    mexplore library

    mexplore library kayles

    mexplore library --families
    """
    if families:
        _families(name, output)
        return
    from mexplore.rules.library import library_with

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

        from mexplore.reports.writers.output import print_json

        print_json({"rules": [asdict(entry) for entry in entries]})
    elif name is None:
        _list(entries)
    else:
        _show(entries[0])


def _families(name: str | None, output: Output) -> None:
    """The families of rules whose laws are shipped as certificates, or one of them."""
    from mexplore.discover.families.library import shipped_families

    known = shipped_families()
    if name is not None and name not in known:
        remedy = f"{did_you_mean(name, known)}`mexplore library --families` lists the names"
        raise InputError(f"no family named {name[:60]!r} is in the library; {remedy}")
    listed = list(known.values()) if name is None else [known[name]]
    if output.as_json:
        from mexplore.reports.writers.output import print_json

        print_json({"families": [_entry(family, in_full=name is not None) for family in listed]})
        return
    from mexplore.reports.writers.document import Document, Table
    from mexplore.reports.writers.terminal import show

    if name is None:
        rows = [[family.name, str(family.rule), family.source] for family in listed]
        show(Document([Table(("name", "family", "source"), rows)]))
        return
    from mexplore.reports.documents.family_table import entry_document

    show(entry_document(listed[0]))


def _entry(family: NamedFamily, *, in_full: bool) -> dict[str, Any]:
    """A family as JSON; one that is named with its certificate."""
    found = {"name": family.name, "rule": str(family.rule), "title": family.title}
    more = {"certificate": family.certificate} if in_full else {}
    return {**found, "source": family.source, **more}


def _list(entries: list[NamedGame]) -> None:
    from mexplore.reports.writers.document import Document, Table
    from mexplore.reports.writers.terminal import show

    rows = [[entry.name, entry.rule, entry.title] for entry in entries]
    show(Document([Table(("name", "rule", "title"), rows)]))


def _show(entry: NamedGame) -> None:
    from mexplore.reports.writers.document import Code, Document, Heading, Paragraph
    from mexplore.reports.writers.terminal import show
    from mexplore.rules.boards.board import Board
    from mexplore.rules.notation import parse_rule

    meant = Board.parse(entry.rule) or parse_rule(entry.rule, {})
    document = Document([Heading(entry.title or entry.name, 1), Paragraph(f"Name: {entry.name}")])
    document.add(Code(str(meant)), Paragraph(meant.words()))  # the rule in one line, to be copied
    facts = {"Source": entry.source, "Known": entry.notes}
    document.add(*(Paragraph(f"{name}: {text}") for name, text in facts.items() if text))
    show(document)

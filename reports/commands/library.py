"""``mexplore library``: the named games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from mexplore.reports.cli.answers import Answer, write
from mexplore.reports.cli.options import Names, Output
from mexplore.rules.errors import InputError
from mexplore.rules.text.scope import out_of_scope
from mexplore.rules.text.sentences import did_you_mean

if TYPE_CHECKING:
    from mexplore.discover.families.library import NamedFamily
    from mexplore.reports.writers.document import Document
    from mexplore.rules.library import NamedGame

Entry = TypeVar("Entry")


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
    write(output, _families(name) if families else _games(name, names))


def _chosen(name: str | None, known: Mapping[str, Entry], what: str, option: str) -> list[Entry]:
    """All entries, or the one that is named."""
    if name is not None and name not in known:
        remedy = f"{did_you_mean(name, known)}`mexplore library{option}` lists the names"
        raise InputError(f"no {what} named {name[:60]!r} is in the library; {remedy}")
    return list(known.values()) if name is None else [known[name]]


def _games(name: str | None, names: Names) -> Answer:
    from mexplore.rules.library import library_with
    from mexplore.rules.notation import canonical

    library = library_with(names.rules_file)
    meant = None if name is None else canonical(name, library)
    if meant != name and meant not in library:
        raise InputError(
            f'{name} is {meant}, which has no entry; mexplore explain "{meant}" says what it is'
        )
    name = meant
    beyond = None if name is None or name in library else out_of_scope(name)
    if beyond is not None:
        raise InputError(f"{beyond.kind}; {beyond.reason}")
    entries = _chosen(name, library, "game", "")
    facts = {"rules": list(map(asdict, entries)), "status": "published", "warrant": "its sources"}

    def shown() -> Document:
        if name is not None:
            return _entry(entries[0])
        rows = [[entry.name, entry.rule, entry.title] for entry in entries]
        return _table(("name", "rule", "title"), rows)

    return Answer(facts, shown)


def _families(name: str | None) -> Answer:
    """The families of rules whose laws are shipped as certificates, or one of them."""
    from mexplore.discover.families.library import shipped_families

    listed = _chosen(name, shipped_families(), "family", " --families")
    facts = {
        "families": [_family_json(family, in_full=name is not None) for family in listed],
        "status": "proved",
        "warrant": "the certificate of each family, which mexplore verify checks",
    }

    def shown() -> Document:
        from mexplore.reports.documents.family_table import entry_document

        if name is not None:
            return entry_document(listed[0])
        rows = [[family.name, str(family.rule), family.source] for family in listed]
        return _table(("name", "family", "source"), rows)

    return Answer(facts, shown)


def _family_json(family: NamedFamily, *, in_full: bool) -> dict[str, Any]:
    """A family as JSON; one that is named with its certificate."""
    found = {"name": family.name, "rule": str(family.rule), "title": family.title}
    more = {"certificate": family.certificate} if in_full else {}
    return {**found, "source": family.source, **more}


def _table(columns: tuple[str, ...], rows: list[list[str]]) -> Document:
    from mexplore.reports.writers.document import Document, Table

    return Document([Table(columns, rows)])


def _entry(entry: NamedGame) -> Document:
    from mexplore.reports.writers.document import Code, Document, Heading, Paragraph
    from mexplore.rules.boards import read_board
    from mexplore.rules.notation import parse_rule
    from mexplore.rules.systems.reading import read_system

    meant = read_board(entry.rule) or read_system(entry.rule) or parse_rule(entry.rule, {})
    document = Document([Heading(entry.title or entry.name, 1), Paragraph(f"Name: {entry.name}")])
    document.add(Code(str(meant)), Paragraph(meant.words()))  # the rule in one line, to be copied
    facts = {"Source": entry.source, "Known": entry.notes}
    document.add(*(Paragraph(f"{name}: {text}") for name, text in facts.items() if text))
    return document

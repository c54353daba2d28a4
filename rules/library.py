"""Named games: files of rules in TOML, the one that ships with the project among them.

A rule file holds tables ``[rules.NAME]`` with ``rule = "..."`` and, where known, ``title``,
``source``, ``notes`` and ``law``, a statement about all its values. NAME is made of small letters,
digits and hyphens. The library that ships also lists rules of which the literature says that a
question about all their values is open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.text.files import read_toml

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LARGEST_FILE = 5_000_000  # bytes
_SHIPPED = Path(__file__).with_name("library.toml")
_VALUES_OF = re.compile(r"OEIS (A[0-9]{6})(?! \()")
"""A sequence of values in a source; of others something is said in brackets after the number."""
_FIELDS = ("rule", "title", "source", "notes", "law")


@dataclass(frozen=True)
class NamedGame:
    """One named game; ``rule`` is in notation, not another name."""

    name: str
    rule: str
    title: str = ""
    source: str = ""
    notes: str = ""
    law: str = ""


@dataclass(frozen=True)
class OpenProblem:
    """What is asked of some rules and not known, and where that is said."""

    rules: tuple[str, ...]
    question: str
    source: str

    def sentence(self) -> str:
        """As a sentence."""
        return f"An open problem: {self.question} ({self.source})."


Library = Mapping[str, NamedGame]


@cache
def shipped() -> Library:
    """The library that ships with the project.

    >>> shipped()["kayles"].rule
    '0.77'
    """
    return MappingProxyType(read_rules(_SHIPPED))


@cache
def _open_problems() -> Mapping[str, OpenProblem]:
    listed = read_toml(_SHIPPED, LARGEST_FILE)["open"]
    found = [OpenProblem(tuple(each.pop("rules")), **each) for each in listed]
    return {rule: problem for problem in found for rule in problem.rules}


def open_problem(rule: str) -> OpenProblem | None:
    """The open problem about the values of a rule, given by its canonical text; None where the
    library names no literature that calls it open.

    >>> open_problem("0.6").question, open_problem("0.77")
    ('whether the values are eventually periodic', None)
    """
    return _open_problems().get(rule)


def titles_of(library: Library) -> dict[str, str]:
    """What each game may be called, name -> titles with semicolons between them: its title, the
    number of the sequence of its values in the OEIS and, of games that ship with the project, other
    names; games that have no name, only a notation, are among them.

    >>> titles = titles_of(shipped())
    >>> titles["kayles"], titles["turn(2)"]
    ('Kayles; A002186; Rayles', 'Twins')
    """
    found = {name: [game.title, *_VALUES_OF.findall(game.source)] for name, game in library.items()}
    for title, games in _other_names().items():
        for game in games:
            if game in library or not NAME.fullmatch(game):
                found.setdefault(game, []).append(title)
    return {name: "; ".join(filter(None, titles)) for name, titles in found.items()}


@cache
def _other_names() -> Mapping[str, list[str]]:
    listed = read_toml(_SHIPPED, LARGEST_FILE)["also"]
    return {title: list(games) for title, games in listed.items()}


def open_rules() -> tuple[str, ...]:
    """The rules that the literature calls open."""
    return tuple(_open_problems())


def library_with(file: Path | None) -> Library:
    """The shipped library, and the rules of a file, which come first where names are equal."""
    return shipped() if file is None else {**shipped(), **read_rules(file)}


def read_rules(path: Path) -> dict[str, NamedGame]:
    """The named rules of a file; InputError names the file and what is wrong in it."""
    tables = read_toml(path, LARGEST_FILE).get("rules")
    if not isinstance(tables, dict) or not tables:
        raise InputError(f'{path} has no rules; write [rules.NAME] and rule = "..." below it')
    return {name: _entry(path, name, table) for name, table in tables.items()}


def _entry(path: Path, name: str, table: object) -> NamedGame:
    if not NAME.fullmatch(name):
        raise InputError(
            f"{path}: the name {name[:60]!r} is not made of small letters, digits and hyphens"
        )
    fields = table if isinstance(table, dict) else {}
    for key, value in fields.items():
        if key not in _FIELDS:
            raise InputError(f"{path}: [rules.{name}] has the unknown key {key[:60]!r}")
        if not isinstance(value, str):
            raise InputError(f"{path}: {key} of [rules.{name}] is not a text in quotes")
    if not fields.get("rule"):
        raise InputError(f'{path}: [rules.{name}] has no rule = "..."')
    return NamedGame(name, **fields)

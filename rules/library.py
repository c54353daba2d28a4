"""Named games: files of rules in TOML, the one that ships with the project among them.

A rule file holds tables ``[rules.NAME]`` with ``rule = "..."`` and, where known, ``title``,
``source``, ``notes`` and ``law``, a statement about all its values. NAME is made of small letters,
digits and hyphens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from mexplore.rules.errors import InputError
from mexplore.rules.text.files import read_toml

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LARGEST_FILE = 5_000_000  # bytes
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


Library = Mapping[str, NamedGame]


@cache
def shipped() -> Library:
    """The library that ships with the project.

    >>> shipped()["kayles"].rule
    '0.77'
    """
    return MappingProxyType(read_rules(Path(__file__).with_name("library.toml")))


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

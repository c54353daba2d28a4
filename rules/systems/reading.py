"""Texts that denote games of which a system of kinds is known: one list of their notations."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from mexplore.rules.systems.game import SystemGame


class Notation(NamedTuple):
    """Texts that begin with this word are read by ``parse`` of a class, which is imported then."""

    word: str
    module: str
    name: str


NOTATIONS: tuple[Notation, ...] = (
    Notation("kinds", "mexplore.rules.systems.written", "WrittenSystem"),
    Notation("word", "mexplore.rules.words.game", "WordGame"),
    Notation("ring", "mexplore.rules.words.game", "WordGame"),
    Notation("graph", "mexplore.rules.graphs.game", "GraphGame"),
)


def read_system(text: str) -> SystemGame | None:
    """The game that the text denotes; None if it is in another notation, which costs nothing.

    >>> str(read_system("kinds A(n) -> A(n-1); start A(n)")), read_system("0.77")
    ('kinds A(n) -> A(n - 1); start A(n)', None)
    """
    for notation in NOTATIONS:
        if re.match(rf"\s*{notation.word}\b", text):
            found: Any = getattr(import_module(notation.module), notation.name)
            game: SystemGame | None = found.parse(text)
            if game is not None:
                return game
    return None

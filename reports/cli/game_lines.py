"""Games from a file, one a line: ``RULE:HEAP RULE:HEAP ...``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from discover.questions.sums import Component
from reports.cli.rule_lines import LARGEST_FILE
from reports.cli.text_lines import bare_lines, name_of
from rules.errors import InputError, MexploreError
from rules.notation import parse_rule
from rules.text.numbers import parse_number

if TYPE_CHECKING:
    from rules.library import Library
    from rules.rule import Rule


@dataclass
class GameLines:
    """``good`` holds (number of the line, its heaps); ``bad`` an error for each other line."""

    good: list[tuple[int, list[Component]]] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)


def read_games(path: Path, library: Library, *, keep_going: bool) -> GameLines:
    """The games in a file (``-`` is standard input). Empty lines and what follows a ``#`` are left
    out; rules are read without running Python files that they name. Without ``keep_going`` the
    first malformed line is an InputError that names it; with it, ``bad`` says so of each."""
    lines = GameLines()
    rules: dict[str, Rule] = {}
    for number, bare in bare_lines(path, LARGEST_FILE):
        try:
            game = []
            for text, size in pairs(bare):
                if text not in rules:
                    rules[text] = parse_rule(text, library)
                game.append(Component(rules[text], parse_number(size, "heap")))
            lines.good.append((number, game))
        except MexploreError as error:
            told = f"{name_of(path)}, line {number}: {error}"
            if not keep_going:
                raise InputError(told) from None
            lines.bad.append(told)
    return lines


def pairs(line: str) -> list[tuple[str, str]]:
    """The pairs of a line, separated by blanks, commas or semicolons; rules may have blanks.

    >>> pairs("0.77:15, subtract(1, 3, 4):10^18 n -> [n - 1]:5")
    [('0.77', '15'), ('subtract(1, 3, 4)', '10^18'), ('n -> [n - 1]', '5')]
    """
    found: list[tuple[str, str]] = []
    begun: list[str] = []
    for word in line.split():
        begun.append(word)
        rule, colon, size = " ".join(begun).rstrip(",;").rpartition(":")
        if colon and rule and size[:1].isdigit() and _is_number(size):
            found.append((rule, size))
            begun = []
    rest = " ".join(begun)
    if rest.strip(",; "):
        raise InputError(f"{rest[:40]!r} has no heap; write RULE:HEAP each, as 0.77:15")
    return found


def _is_number(text: str) -> bool:
    try:
        parse_number(text)
    except InputError:
        return False
    return True

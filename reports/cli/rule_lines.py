"""Rules from a file or from standard input, one a line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rules.errors import InputError, RuleSyntaxError
from rules.text.files import read_text

if TYPE_CHECKING:
    from rules.rule import Rule

LARGEST_FILE = 1 << 26  # bytes


def read_rules_of(path: Path, rules_file: Path | None = None) -> list[Rule]:
    """The rules in the file (``-`` is standard input), one a line, in notation or by name.

    Empty lines and what follows a ``#`` are left out. InputError names the line at fault: a file
    is read without running Python files that it names.
    """
    from rules.library import library_with
    from rules.notation import parse_rule

    library = library_with(rules_file)
    rules = []
    for number, line in enumerate(lines_of(path), 1):
        bare = line.partition("#")[0].strip()
        if not bare:
            continue
        try:
            rules.append(parse_rule(bare, library))
        except (RuleSyntaxError, InputError) as error:
            raise InputError(f"{name_of(path)}, line {number}: {error}") from None
    if not rules:
        raise InputError(f"{path} holds no rules; write one a line")
    return rules


def name_of(path: Path) -> str:
    """What errors call the file."""
    return "standard input" if str(path) == "-" else str(path)


def lines_of(path: Path) -> list[str]:
    """The lines of a text file; InputError where it cannot be read."""
    try:
        if str(path) == "-":
            return sys.stdin.read().splitlines()
        return read_text(path, LARGEST_FILE, "utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise InputError(f"cannot read {path}: {reason}") from None

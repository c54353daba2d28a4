"""Rules from a file or from standard input, one a line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reports.cli.text_lines import bare_lines, name_of
from rules.errors import InputError, RuleSyntaxError

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
    for number, bare in bare_lines(path, LARGEST_FILE):
        try:
            rules.append(parse_rule(bare, library))
        except (RuleSyntaxError, InputError) as error:
            raise InputError(f"{name_of(path)}, line {number}: {error}") from None
    if not rules:
        raise InputError(f"{path} holds no rules; write one a line")
    return rules

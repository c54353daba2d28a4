"""Lines of numbers from a file or from standard input, good ones kept whatever the bad ones are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reports.cli.text_lines import bare_lines, name_of
from rules.errors import InputError
from rules.text.numbers import parse_number

LARGEST_FILE = 1 << 30  # bytes
_BLANKS = re.compile(r"[\s,;]+")


@dataclass
class NumberLines:
    """``good`` holds (number of the line, its numbers); ``bad`` an error for each other line."""

    good: list[tuple[int, list[int]]] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)


def read_lines(path: Path, *, keep_going: bool, one: bool) -> NumberLines:
    """The numbers of each line of a file (``-`` is standard input), one a line or any number.

    Empty lines and what follows a ``#`` are left out. Without ``keep_going`` the first malformed
    line is an InputError that names it; with it, ``bad`` says so of each.
    """
    lines = NumberLines()
    for number, bare in bare_lines(path, LARGEST_FILE):
        try:
            lines.good.append((number, list(_numbers(bare, path, number, one=one))))
        except InputError as error:
            if not keep_going:
                raise
            lines.bad.append(str(error))
    return lines


def _numbers(line: str, path: Path, number: int, *, one: bool) -> Iterator[int]:
    for word in [line] if one else _BLANKS.split(line):
        if word.isascii() and word.isdecimal() and len(word) < 4000:
            yield int(word)  # what nearly every line is, without the reader of formulas
        else:
            yield parse_number(word, f"{name_of(path)}, line {number}: heap")

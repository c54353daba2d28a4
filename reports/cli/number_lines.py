"""Lines of numbers from a file or from standard input, good ones kept whatever the bad ones are."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rules.errors import InputError
from rules.text.files import read_text
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
    for number, line in enumerate(_lines(path), 1):
        bare = line.partition("#")[0].strip()
        if not bare:
            continue
        try:
            lines.good.append((number, list(_numbers(bare, path, number, one=one))))
        except InputError as error:
            if not keep_going:
                raise
            lines.bad.append(str(error))
    return lines


def _lines(path: Path) -> Iterable[str]:
    try:
        if str(path) == "-":
            return sys.stdin.read().splitlines()
        return read_text(path, LARGEST_FILE, "utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise InputError(f"cannot read {path}: {reason}") from None


def _numbers(line: str, path: Path, number: int, *, one: bool) -> Iterator[int]:
    for word in [line] if one else _BLANKS.split(line):
        if word.isascii() and word.isdecimal() and len(word) < 4000:
            yield int(word)  # what nearly every line is, without the reader of formulas
        else:
            name = "standard input" if str(path) == "-" else str(path)
            yield parse_number(word, f"{name}, line {number}: heap")

"""Lines of numbers from a file or from standard input, good ones kept whatever the bad ones are."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from reports.cli.text_lines import bare_lines, name_of
from rules.errors import InputError
from rules.text.long_decimals import to_decimal
from rules.text.numbers import LARGEST_BITS, parse_number

LARGEST_FILE = 1 << 30  # bytes
_BLANKS = re.compile(r"[\s,;]+")


@dataclass
class NumberLines:
    """``good`` holds (number of the line, its numbers); ``bad`` an error for each other line."""

    good: list[tuple[int, list[int]]] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)


def read_lines(path: Path, *, keep_going: bool) -> NumberLines:
    """The numbers of each line of a file (``-`` is standard input), any number of them.

    Empty lines and what follows a ``#`` are left out. Without ``keep_going`` the first malformed
    line is an InputError that names it; with it, ``bad`` says so of each.
    """
    lines = NumberLines()

    def read(number: int, bare: str) -> None:
        what = f"{name_of(path)}, line {number}: heap"
        lines.good.append((number, [_number(word, what) for word in _BLANKS.split(bare)]))

    lines.bad = _read(path, read, keep_going=keep_going)
    return lines


def read_numerals(path: Path, *, keep_going: bool) -> tuple[list[str], list[str]]:
    """The decimal digits of the numbers in a file, one a line, and what is wrong with other lines.

    Reading so many numbers, and writing them again, takes longer than what is asked of them."""
    numerals: list[str] = []

    def read(number: int, bare: str) -> None:
        numerals.append(_numeral(bare, f"{name_of(path)}, line {number}: heap"))

    return numerals, _read(path, read, keep_going=keep_going)


def _read(path: Path, read: Callable[[int, str], None], *, keep_going: bool) -> list[str]:
    """``read`` every line that holds something; what was wrong with those that are left out."""
    bad: list[str] = []
    for number, bare in bare_lines(path, LARGEST_FILE):
        try:
            read(number, bare)
        except InputError as error:
            if not keep_going:
                raise
            bad.append(str(error))
    return bad


def _number(word: str, what: str) -> int:
    if _is_plain(word, 4000):
        return int(word)  # what nearly every word is, without the reader of formulas
    return parse_number(word, what)


def _numeral(word: str, what: str) -> str:
    if _is_plain(word, LARGEST_BITS // 3):
        return word.lstrip("0") or "0"
    return to_decimal(parse_number(word, what))


def _is_plain(word: str, most: int) -> bool:
    return len(word) <= most and word.isascii() and word.encode("ascii").isdigit()

"""A bare sequence from a file: a b-file, CSV, JSON, or numbers in any arrangement."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from rules.errors import InputError
from rules.text.files import read_text

if TYPE_CHECKING:
    from rules.rule import Values

LARGEST_FILE = 1 << 30  # bytes
_SEPARATOR = re.compile(r"[\s,;]+")


def read_sequence(path: Path | str) -> Values:
    """The terms of the sequence in the file, from n = 0 on.

    Three arrangements are told apart by the first line of numbers:

    * two numbers a line, the first ones 0, 1, 2, ...: n and the term (a b-file, or CSV of `terms`);
    * anything else: terms one after the other, separated by blanks, commas, semicolons or lines.

    Lines that begin with ``#`` are comments, one line of column names may stand first, and brackets
    around everything are ignored. InputError names the line at fault.
    """
    import numpy as np

    rows = _rows(Path(path))
    if not rows:
        raise InputError(f"{path} holds no numbers")
    terms = _indexed(rows, path) if _is_indexed(rows, path) else [t for _, row in rows for t in row]
    largest = max(terms)
    if largest >= 1 << 63:
        raise InputError(f"{path}: the term {str(largest)[:20]}... is too large to be a nim-value")
    return np.array(terms, dtype=np.min_scalar_type(largest))


def _rows(path: Path) -> list[tuple[int, list[int]]]:
    """The numbers of each line, with the number of the line."""
    try:
        text = read_text(path, LARGEST_FILE, "utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is no text: byte {error.start} is not UTF-8") from None
    rows: list[tuple[int, list[int]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.partition("#")[0].strip().strip("[](){}").strip(" ,;\t")
        if not bare:
            continue
        if not rows and re.fullmatch(r"[A-Za-z_][\w ()]*([,;\s]+[A-Za-z_][\w ()]*)*", bare):
            continue  # column names
        rows.append((number, [_term(word, path, number) for word in _SEPARATOR.split(bare)]))
    return rows


def _term(word: str, path: Path, line: int) -> int:
    shown = word if len(word) <= 20 else word[:20] + "..."
    if not re.fullmatch(r"[+-]?\d+", word):
        raise InputError(f"{path}, line {line}: {shown!r} is no whole number")
    if word.startswith("-"):
        raise InputError(f"{path}, line {line}: {shown} is negative; nim-values are 0 or more")
    if len(word) > 1000:
        raise InputError(f"{path}, line {line}: {shown} is too large to be a nim-value")
    return int(word)


def _is_indexed(rows: list[tuple[int, list[int]]], path: Path | str) -> bool:
    """Whether the lines are pairs whose first numbers count, from 0 or 1 on.

    InputError where they count down to a line that lost its second number: such a file was cut.
    """
    if len(rows) < 2 or len(rows[0][1]) != 2 or rows[0][1][0] not in (0, 1):
        return False
    first = rows[0][1][0]
    pairs = 1
    while pairs < len(rows) and len(rows[pairs][1]) == 2:
        pairs += 1
    counted = all(rows[k][1][0] == first + k for k in range(pairs))
    if pairs == len(rows):
        return rows[1][1][0] == first + 1
    line, rest = rows[pairs]
    if pairs > 1 and counted and rest == [first + pairs]:
        raise InputError(f"{path}, line {line}: {rest[0]} has no term; is the file cut short?")
    return False


def _indexed(rows: list[tuple[int, list[int]]], path: Path | str) -> list[int]:
    """The second numbers, which the first ones must number without a gap from 0 on."""
    terms: list[int] = []
    if rows[0][1][0] == 1:
        raise InputError(
            f"{path}, line {rows[0][0]}: the terms begin at n = 1; add the term at n = 0 "
            "(for a rule it is 0: no tokens, no move)"
        )
    for line, (n, term) in rows:
        if n != len(terms):
            raise InputError(f"{path}, line {line}: expected n = {len(terms)}, found {n}")
        terms.append(term)
    return terms

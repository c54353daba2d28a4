"""The lines of a file or of standard input that hold something."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rules.errors import InputError
from rules.text.files import read_text


def bare_lines(path: Path, most: int) -> Iterator[tuple[int, str]]:
    """The number of each line and its text, of a file of at most ``most`` bytes (``-`` is standard
    input). Empty lines and what follows a ``#`` are left out; InputError where the file cannot be
    read."""
    for number, line in enumerate(_lines(path, most), 1):
        bare = line.partition("#")[0].strip()
        if bare:
            yield number, bare


def name_of(path: Path) -> str:
    """What errors call the file."""
    return "standard input" if str(path) == "-" else str(path)


def _lines(path: Path, most: int) -> list[str]:
    try:
        if str(path) == "-":
            return sys.stdin.read().splitlines()
        return read_text(path, most, "utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise InputError(f"cannot read {path}: {reason}") from None

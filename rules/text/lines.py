"""Files with one item a line: rules, heaps, games, or terms of a sequence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from mexplore.rules.errors import InputError, MexploreError
from mexplore.rules.text.files import explained, lines_of

Item = TypeVar("Item")

LARGEST_FILE = 1 << 30  # bytes


@dataclass
class Lines(Generic[Item]):
    """``good`` holds the items with their line numbers; ``bad`` an error for each other line."""

    good: list[tuple[int, Item]] = field(default_factory=list)
    bad: list[str] = field(default_factory=list)

    @property
    def items(self) -> list[Item]:
        """The items without their line numbers."""
        return [item for _, item in self.good]


def read_lines(
    path: Path, read: Callable[[str], Item], *, keep_going: bool = False, most: int = LARGEST_FILE
) -> Lines[Item]:
    """What ``read`` makes of each line of a file of at most ``most`` bytes.

    The path ``-`` is standard input. Empty lines and what follows a ``#`` are left out. The first
    malformed line is an InputError that names it; with ``keep_going`` such lines are collected.
    """
    lines: Lines[Item] = Lines()
    for number, bare in bare_lines(path, most):
        try:
            lines.good.append((number, read(bare)))
        except MexploreError as error:
            message = f"{name_of(path)}, line {number}: {error}"
            if not keep_going:
                raise InputError(message) from None
            lines.bad.append(message)
    return lines


def bare_lines(path: Path, most: int = LARGEST_FILE) -> Iterator[tuple[int, str]]:
    """The number and the text of each line that `read_lines` reads; InputError where the file
    cannot be read."""
    for number, line in enumerate(_lines(path, most), 1):
        bare = line.partition("#")[0].strip()
        if bare:
            yield number, bare


def name_of(path: Path) -> str:
    """What errors call the file."""
    return "standard input" if str(path) == "-" else str(path)


def _lines(path: Path, most: int) -> Iterator[str]:
    if str(path) != "-":
        yield from lines_of(path, most, "utf-8-sig")
        return
    with explained(path):
        for line in sys.stdin:
            yield from line.splitlines()

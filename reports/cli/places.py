"""The places that ``predict`` is asked about: heaps, squares, and positions as they are written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

MOST_IN_A_RANGE = 10_000
Sum = list[tuple[Any, list[Any]]]
"""A position as a sum of places, each with its game."""


@dataclass(frozen=True, slots=True)
class Place:
    """A heap by its decimal digits, a square by its coordinates, or a position that was written
    out; and how it was written."""

    at: str | tuple[int, ...] | Sum
    written: str
    file: str = ""
    line: int = 0
    """Where it stands in a file."""

    @property
    def is_sum(self) -> bool:
        """Whether it is a position that was written out."""
        return isinstance(self.at, list)

    def cells(self) -> list[str]:
        """The columns of a table of comma-separated values."""
        if isinstance(self.at, tuple):
            return list(map(str, self.at))
        if isinstance(self.at, str):
            return [self.at]
        doubled = self.written.replace('"', '""')
        return [f'"{doubled}"' if {",", '"'} & {*self.written} else self.written]

    def json(self) -> dict[str, Any]:
        """As JSON names it: numbers may be longer than programs read."""
        if isinstance(self.at, tuple):
            return {"square": self.cells()}
        return {"n": self.at} if isinstance(self.at, str) else {"position": self.written}


def read_places(
    texts: list[str],
    file: Path | None,
    position: Callable[[str], Sum | None],
    *,
    squares: bool,
    keep_going: bool,
) -> tuple[list[Place], list[str]]:
    """The places named, and those in a file, one a line; and what is wrong with other lines.
    ``position`` reads what is neither a number nor a square, where the game has such."""
    from mexplore.rules.text.given import name_of, read_lines
    from mexplore.rules.text.numbers import NUMBER_WORDS, numeral, parse_square

    def read(text: str) -> Place:
        if squares:
            at = parse_square(text)
            return Place(at, ", ".join(map(str, at)))
        if text.lower() in NUMBER_WORDS:
            text = numeral(text)
        parts = None if text[:1].isdigit() else position(text)
        return Place(numeral(text, what="heap") if parts is None else parts, text)

    places = [read(each) for text in texts for each in _one_by_one(text)]
    if file is None and not places and not sys.stdin.isatty():
        file = Path("-")
    bad = []
    if file is not None:
        lines = read_lines(file, read, keep_going=keep_going)
        where, bad = name_of(file), lines.bad
        for line, place in lines.good:
            written = place.at if isinstance(place.at, str) else place.written
            places.append(Place(place.at, written, where, line))
    if not places and not bad:
        empty = f"{file} holds no squares; write one a line: 3,10^18"
        raise InputError(empty if squares else "name at least one heap, or --file FILE")
    return places, bad


def _one_by_one(text: str) -> list[str]:
    """The heaps of a range ``1..20``, or of ``1 20``; any other text is one place.

    >>> _one_by_one("10^2..10^2+2"), _one_by_one("3,5")
    (['100', '101', '102'], ['3,5'])
    """
    from mexplore.rules.text.numbers import parse_range, to_decimal

    if " " in text:
        from mexplore.reports.cli.position import one_by_one

        return one_by_one(text)
    if ".." not in text or "," in text or not text[:1].isdigit():
        return [text]
    low, high = parse_range(text, "heaps")
    if high - low >= MOST_IN_A_RANGE:
        raise InputError(f"heaps {text[:60]!r}: a range has at most {MOST_IN_A_RANGE} of them here")
    return [to_decimal(n) for n in range(low, high + 1)]

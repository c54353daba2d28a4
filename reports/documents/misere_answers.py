"""Answers about single heaps and counts under misère play, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mexplore.discover.study.kind import NotKnown
from mexplore.rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.questions.classes import HeapClasses


ClassRow = tuple[int, str, bool]
"""n, its class, and whether it is lost alone."""


def class_rows(known: HeapClasses, heaps: list[int]) -> tuple[list[ClassRow | None], str]:
    """A row for each heap, None for those beyond what is known, and why these are missing;
    NotKnown where all are."""
    rows, missing = list[ClassRow | None](), ""
    for n in heaps:
        try:
            found = known.of(n)
        except NotKnown as why:
            rows.append(None)
            missing = str(why)
        else:
            rows.append((n, known.name_of(found), known.monoid.is_lost(found)))
    if missing and not any(rows):
        raise NotKnown(missing)
    return rows, missing


def class_lines(rows: list[ClassRow | None], written: list[str]) -> Iterator[str]:
    """A line a heap that is known."""
    for row, text in zip(rows, written, strict=True):
        if row is not None:
            yield f"{text}: class {row[1]}, {'lost' if row[2] else 'won'} alone\n"


def class_json(rows: list[ClassRow]) -> list[dict[str, Any]]:
    """The same for JSON."""
    return [{"n": to_decimal(n), "class": name, "lost": lost} for n, name, lost in rows]

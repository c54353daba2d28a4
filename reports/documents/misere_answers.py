"""Answers about single heaps and counts under misère play, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from discover.questions.misere_sums import Classes


def class_rows(known: Classes, heaps: list[int]) -> list[tuple[int, str, bool]]:
    """n, its class and whether it is lost alone; NotKnown beyond what is known."""
    law = known.law
    return [(n, known.name_of(known.of(n)), law.is_lost(known.of(n))) for n in heaps]


def class_lines(rows: list[tuple[int, str, bool]], written: list[str]) -> Iterator[str]:
    """A line a heap."""
    for (_, name, lost), text in zip(rows, written, strict=True):
        yield f"{text}: class {name}, {'lost' if lost else 'won'} alone\n"


def class_json(rows: list[tuple[int, str, bool]]) -> list[dict[str, Any]]:
    """The same for JSON."""
    return [{"n": to_decimal(n), "class": name, "lost": lost} for n, name, lost in rows]

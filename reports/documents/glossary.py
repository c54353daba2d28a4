"""The words of the field and of the program, explained: for the manual and for sites.

The words stand in ``glossary.toml``, in sections; ``docs/glossary.md`` is made from it, and a site
explains them where a reader asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.files import read_toml

LARGEST_FILE = 1_000_000  # bytes


@dataclass(frozen=True)
class Term:
    """A word with its meaning, in which code stands between backquotes; ``forms`` are the words
    in a text that a reader may ask about."""

    word: str
    meaning: str
    forms: tuple[str, ...] = ()


@cache
def glossary() -> dict[str, tuple[Term, ...]]:
    """The terms of each section.

    >>> glossary()["Games"][6].word
    'mex'
    """
    file = read_toml(Path(__file__).with_name("glossary.toml"), LARGEST_FILE)
    return {each["title"]: tuple(map(_term, each["terms"])) for each in file["section"]}


def _term(entry: dict[str, str | list[str]]) -> Term:
    return Term(str(entry["word"]), str(entry["meaning"]), tuple(entry.get("forms", ())))


def glossary_markdown() -> Iterator[str]:
    """The sections as tables of Markdown."""
    for title, terms in glossary().items():
        yield f"\n## {title}\n\n| word | meaning |\n|---|---|\n"
        yield from (f"| {term.word} | {term.meaning} |\n" for term in terms)

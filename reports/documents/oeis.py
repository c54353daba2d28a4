"""OEIS: a link to a search, and the matches in a local copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import Document, Heading, Link, Paragraph, Table
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.surveys.oeis.matching import Match, Matches


NOTHING = "No sequence agrees with the values, or in enough terms with a transform of them."
SITE = "https://oeis.org"
TERMS = 24  # that are searched for
SHOWN = 20  # matches without --all


def search_url(terms: Sequence[int]) -> str:
    """Where OEIS answers whether it has these terms in a row.

    >>> search_url([1, 2, 3])
    'https://oeis.org/search?q=1,2,3'
    """
    return f"{SITE}/search?q={','.join(map(str, terms))}"


def searched(values: Sequence[int]) -> Sequence[int]:
    """The terms to search for: G(0) = 0 is left out, as many sequences begin with n = 1."""
    return values[1 : TERMS + 1]


def add_search_link(document: Document, values: Sequence[int]) -> None:
    """A link to the search for G(1), G(2), ... None where fewer than three are known."""
    terms = searched(values)
    if len(terms) >= 3:
        text = f"Search OEIS for G(1), ..., G({len(terms)})"
        document.add(Heading("In OEIS"), Link(text, search_url(terms)))


def add_matches(
    document: Document, matches: Matches, names: Mapping[str, str], *, show_all: bool
) -> None:
    """The matches, the strong ones first, and how many more there are."""
    significant = [each for each in matches.found if each.significant]
    shown = matches.found if show_all else (significant or matches.found)[:SHOWN]
    for heading, chosen in (
        ("Sequences that agree", [m for m in shown if m.significant]),
        ("Weak agreements", [m for m in shown if not m.significant]),
    ):
        if chosen:
            rows = [_row(each, names) for each in chosen]
            columns = ("sequence", "is", "from", "dropped", "agree", "informative", "name")
            chosen_columns = columns if names else columns[:-1]
            document.add(Heading(heading), Table(chosen_columns, rows))
    left = len(matches.found) - len(shown)
    if left:
        little = sum(not each.significant for each in matches.found) - sum(
            not each.significant for each in shown
        )
        said = f", {little} of them weakly" if little else ""
        document.add(Paragraph(f"{left} more agree{said}; --all shows them."))
    if shown:
        document.add(Paragraph(_LEGEND))
    for words in matches.crowded:
        document.add(Paragraph(f"Only some of the candidates for {words} were compared."))


_LEGEND = (
    "from: the number of our first term that agrees; dropped: how many first terms of the sequence "
    "were left out; agree: how many terms were compared, each of them equal (+: the sequence has "
    "more than ours are known); informative: how many of them do not follow by repetition."
)


def _row(match: Match, names: Mapping[str, str]) -> list[str]:
    row = [
        match.number,
        match.transform,
        str(match.first),
        str(match.dropped),
        f"{match.agreed}{'+' * (match.beyond > 0)}",
        str(match.informative),
    ]
    return [*row, names.get(match.number, "")] if names else row


LISTED = 1000


def matches_json(matches: Matches, names: Mapping[str, str]) -> dict[str, Any]:
    """The best LISTED matches, best first, and how many there are."""
    return {
        "count": len(matches.found),
        "matches": [_match_json(each, names) for each in matches.found[:LISTED]],
        "incomplete": list(matches.crowded),
    }


def _match_json(match: Match, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "sequence": match.number,
        "name": names.get(match.number),
        "transform": match.transform,
        "from": match.first,
        "dropped": match.dropped,
        "agreed": match.agreed,
        "informative": match.informative,
        "telling": match.significant,
        "not_compared": match.beyond,
        "url": f"{SITE}/{match.number}",
    }


# What was found.


@dataclass(frozen=True)
class Found:
    """The matches, where a copy of OEIS was looked through; names; what went wrong."""

    matches: Matches | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    troubles: Sequence[str] = ()
    named: Sequence[str] = ()
    """The entries that the library names for the game."""

    @property
    def listed(self) -> Sequence[Match]:
        """The matches, none where nothing was looked through."""
        return () if self.matches is None else self.matches.found

    def json(self) -> dict[str, Any]:
        """As JSON."""
        return {} if self.matches is None else matches_json(self.matches, self.names)

    def document(self, name: str, written: Sequence[Path], url: str, *, show_all: bool) -> Document:
        """The matches, the files that were written, and a link to a search."""
        document = Document([Heading(name, 1)])
        if self.matches is not None:
            if not self.matches.any_good:
                document.add(Paragraph(NOTHING))
            add_matches(document, self.matches, self.names, show_all=show_all)
        if written:
            document.add(Paragraph(f"Written: {' and '.join(map(str, written))}"))
        if written and any(each.cost == 0 and each.significant for each in self.listed):
            document.add(
                Paragraph("OEIS has these values already; read its entry before you submit.")
            )
        elif written and self.named:
            listed = ", ".join(self.named)
            document.add(Paragraph(f"OEIS has this game: read {listed} before you submit."))
        document.add(Link("Search OEIS", url))
        return document

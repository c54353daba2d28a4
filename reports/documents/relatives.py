"""Other games with the same values: in a sentence, as a table, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import (
    Document,
    Heading,
    Paragraph,
    Table,
    Words,
    pieces,
)
from mexplore.reports.writers.prose import with_formulas

if TYPE_CHECKING:
    from mexplore.discover.questions.relatives import Relative

LONGEST_RULE = 60  # that a sentence shows of a game with a name


def add_nearest(document: Document, relatives: Sequence[Relative]) -> None:
    """A sentence on the game that agrees with all known values, and on the first one with a name
    if that one has none."""
    whole = [each for each in relatives if each.whole]
    named = [each for each in whole if each.name]
    for each in dict.fromkeys((*whole[:1], *named[:1])):
        document.add(Paragraph(sentence(each)))


def sentence(relative: Relative, value: str = "G(n)") -> Words:
    """Where the values agree, and why; otherwise what is known of the other game.

    >>> from mexplore.discover.questions.relatives import Relative
    >>> from mexplore.reports.writers.document import plain
    >>> law = "G(n + 12) = G(n) for all n >= 71"
    >>> plain(sentence(Relative("0.77", "Kayles", 0, 120, "", law, whole=True)))
    'So far, for n < 120, G(n) is the value of 0.77 (Kayles) at n. The law of that game is proved: \
G(n + 12) = G(n) for all n >= 71.'
    >>> plain(sentence(Relative("4.4", "", -1, 119, "", law, whole=True, proved=True)))
    'For all n >= 1, G(n) is the value of 4.4 at n - 1: the laws of both are proved.'
    """
    law = f". The law of that game is proved: {relative.law}." if relative.law else "."
    end = ": the laws of both are proved." if relative.proved else law
    where = _where(relative)
    begin = f"F{where[1:]}" if relative.proved else f"So far, {where}"
    return (
        *pieces(with_formulas(f"{begin}, {value} is the value of ")),
        f"{_called(relative)} at ",
        *pieces(with_formulas(f"{argument(relative)}{end}")),
    )


def _called(relative: Relative) -> str:
    """The rule with its name, if it has one; of a long rule the name alone.

    >>> from mexplore.discover.questions.relatives import Relative
    >>> _called(Relative("word(a o^n b; " + "oo -> XX, " * 9, "Col", 0, 9, ""))
    'Col'
    """
    rule, name = relative.rule, relative.name
    if name and len(rule) > LONGEST_RULE:
        return name
    return f"{rule} ({name})" if name else rule


def _where(relative: Relative) -> str:
    """For which n the values agree."""
    first, stop = relative.first, relative.first + relative.agreed
    if relative.proved:
        return f"for all n >= {first}" if first else "for all n"
    return f"for {first} <= n < {stop}" if first else f"for n < {stop}"


def argument(relative: Relative) -> str:
    """The size of the other game's heap: ``n``, ``n + 2``, ``n - 1``."""
    shift = relative.shift
    return f"n {'+' if shift > 0 else '-'} {abs(shift)}" if shift else "n"


def add_relatives(document: Document, relatives: Sequence[Relative]) -> None:
    """A table of all of them."""
    if not relatives:
        return
    rows = [[each.rule, each.name, _agreement(each), each.known or "nothing"] for each in relatives]
    document.add(Heading("Relatives"))
    document.add(Table(("game", "name", "its values G' agree", "what is known of it"), rows))


def _agreement(each: Relative) -> str:
    end = ": proved" if each.proved else "" if each.whole else ", not at the next n"
    return f"G(n) = G'({argument(each)}) {_where(each)}{end}"


def relatives_json(relatives: Sequence[Relative]) -> dict[str, Any]:
    """The games that agree with all known values; nothing where there are none."""
    found = [
        {
            "rule": each.rule,
            "name": each.name,
            "shift": each.shift,
            "agreed": each.agreed,
            "status": each.status,
            "known": each.known,
        }
        for each in relatives
        if each.whole
    ]
    return {"relatives": found} if found else {}

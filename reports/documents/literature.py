"""What is known of a game besides what a study finds: its names, its results, where they stand.

The library and the theorems keep their sources as text: clauses with semicolons between them, such
as ``R. K. Guy and C. A. B. Smith, The G-values of various games (1956); OEIS A002186``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import (
    Block,
    Heading,
    Items,
    Link,
    Mark,
    Paragraph,
    Words,
    pieces,
    short,
)
from mexplore.reports.writers.prose import with_formulas
from mexplore.rules.library import NamedGame, shipped

if TYPE_CHECKING:
    from mexplore.discover.families.library import NamedFamily
    from mexplore.discover.study.theorem import AnyTheoremOf
    from mexplore.reports.writers.document import Detail
    from mexplore.rules.rule import Rule

OEIS = "https://oeis.org"
HEADING = "In the literature"
IN_BRIEF = 2  # families of which a rule is a member
_NUMBER = re.compile(r"\bA\d{6}\b")
_OWN_FILE = re.compile(r"(?:\bin )?\bdiscover/[\w/.]+(?: and \w+\.py)?(?: \(Theorems [\w ]+\))?")
_MANUAL = "in the manual of mexplore"


def games_of(rule: object) -> tuple[NamedGame, ...]:
    """The games of the library that have this rule.

    >>> [game.name for game in games_of("0.07")]
    ['dawsons-kayles', 'paper-strip']
    """
    return tuple(game for game in shipped().values() if game.rule == str(rule))


def clauses(source: str) -> list[str]:
    """The publications that a source names, one after the other; a bracket is never cut.

    >>> clauses("S. Zhang, On periods (2024) (for fixed a; not compared); OEIS A002186")
    ['S. Zhang, On periods (2024) (for fixed a; not compared)', 'OEIS A002186']
    """
    return [part.strip() for part in re.split(r";(?![^(]*\))", source) if part.strip()]


def sequences(source: str) -> list[str]:
    """The numbers of the sequences of OEIS that a source names.

    >>> sequences("U. Larsson, Memgames (2019); OEIS A131469, A351630")
    ['A131469', 'A351630']
    """
    return list(dict.fromkeys(_NUMBER.findall(source)))


def published(source: str) -> list[str]:
    """The clauses of a source, but for those that speak of our own pages.

    >>> published("S. W. Golomb, Take-away (1966); proof in full in discover/heaps/theorems/x.py")
    ['S. W. Golomb, Take-away (1966)']
    """
    return [clause for clause in clauses(source) if not _OWN_FILE.search(clause)]


def reference(theorem: AnyTheoremOf) -> str:
    """Where a theorem is proved: its literature, and the manual where the full proof stands there.

    >>> from mexplore.discover.heaps.known import theorems
    >>> (reference_of,) = [reference(t) for t in theorems() if t.name == "Guy-Smith"]
    >>> reference_of  # doctest: +ELLIPSIS
    'R. K. Guy and C. A. B. Smith, ... for t heaps in full in the manual of mexplore (Guy-Smith)'
    """
    return _OWN_FILE.sub(f"{_MANUAL} ({theorem.name})", theorem.source)


def linked(clause: str) -> Words:
    """A clause in which the numbers of sequences lead to them.

    >>> linked("OEIS A002186")
    ('OEIS ', Link(text='A002186', url='https://oeis.org/A002186'))
    """
    found: list[str | Link] = []
    at = 0
    for number in _NUMBER.finditer(clause):
        found += [clause[at : number.start()], Link(number[0], f"{OEIS}/{number[0]}")]
        at = number.end()
    found.append(clause[at:])
    return tuple(piece for piece in found if piece != "")


def literature(
    rule: object,
    detail: Detail,
    families: Iterable[tuple[NamedFamily, Mapping[str, int]]] = (),
    *,
    notes: bool = True,
) -> list[Block]:
    """What the library knows of the game with this rule, and of the families it is a member of.
    Without ``notes`` the names and publications alone: where another play is told of than that
    which the notes are about."""
    games, members = games_of(rule), list(families)
    most = len(members) if detail.everything else IN_BRIEF
    told = [Paragraph(each) for each in _membership(members, most)]
    if not games:
        return [*told]
    if not detail.everything:
        return [*map(Paragraph, _in_brief(games, notes=notes)), *told]
    blocks: list[Block] = [Heading(HEADING)]
    for game in games:
        words = (Mark(f"{_title(game)}.", "strong"), " ", *pieces(with_formulas(game.notes)))
        blocks.append(Paragraph(words if notes and game.notes else words[:1]))
        listed = clauses(game.source) if notes else _without_values(game)
        blocks.append(Items([linked(clause) for clause in listed]))
    return [*blocks, *told]


def _title(game: NamedGame) -> str:
    return game.title or game.name


def _without_values(game: NamedGame) -> list[str]:
    """The publications, but for sequences: those of OEIS have the values under normal play."""
    return [clause for clause in clauses(game.source) if not sequences(clause)]


def _in_brief(games: Sequence[NamedGame], *, notes: bool) -> Iterator[str]:
    """The first game with what is known and its sources; the others by name."""
    first, *others = games
    listed = clauses(first.source) if notes else _without_values(first)
    also = [f"also {' and '.join(map(_title, others))}"] if others else []
    about = f"In the literature: {', '.join([_title(first), *also])}."
    known = f" {first.notes}" if notes and first.notes else ""
    sources = f" Sources: {'; '.join(listed)}." if listed else ""
    yield f"{about}{known}{sources}"


def _membership(
    members: Sequence[tuple[NamedFamily, Mapping[str, int]]], most: int
) -> Iterator[str]:
    """The families that have the rule as a member, ``most`` of them, with what their laws say of
    it."""
    from mexplore.discover.families.library import NOT_PUBLISHED

    if not members:
        return
    found = members[:most]
    family, values = found[0]
    listed = "; ".join(dict.fromkeys(_member(family, values) for family, values in found))
    left = len(members) - len(found)
    listed += f" and {left} more" if left else ""
    each = "each of " if len(members) > 1 else ""
    law = ", ".join(["", *_period_of_member(family, values)])
    names = "; ".join(dict.fromkeys(each.whence for each, _ in found))
    names = names.replace("; mexplore library --families ", ", ")
    yield f"A member of {listed}, of {each}which a law is proved for all members{law} ({names})."
    sources = [each.source for each, _ in found if each.source not in ("", NOT_PUBLISHED)]
    if sources:
        yield f"On such families: {'; '.join(dict.fromkeys(sources))}."


def _member(family: NamedFamily, values: Mapping[str, int]) -> str:
    numbers = ", ".join(f"{name} = {short(value)}" for name, value in values.items())
    return f"{family.rule} ({numbers})"


def _period_of_member(family: NamedFamily, values: Mapping[str, int]) -> Iterator[str]:
    found = family.law.law_of(family.rule, values)
    if found is not None:
        law, known = found
        yield f"period {short(law.period_at(known))}"
        if law.the_saltus != 0:
            yield f"saltus {short(law.the_saltus.at(known))}"


def families_with(rule: Rule | None) -> list[tuple[NamedFamily, Mapping[str, int]]]:
    """The families of the library of which the rule is a member, with its numbers in each."""
    from mexplore.discover.families.library import families_of

    return [] if rule is None else list(families_of(rule))


def sources_of(
    rule: object, theorem: AnyTheoremOf | None, families: Iterable[NamedFamily] = ()
) -> list[str]:
    """What a report on this game should cite: the publications about the game, the families it is a
    member of, and the theorem that proves its law, each a clause."""
    from mexplore.discover.families.library import NOT_PUBLISHED

    known = [clause for game in games_of(rule) for clause in clauses(game.source)]
    stated = (family.source for family in families if family.source != NOT_PUBLISHED)
    known += [clause for source in stated for clause in clauses(source)]
    known += published(theorem.source) if theorem is not None else []
    return list(dict.fromkeys(known))


def library_json(rule: object) -> dict[str, Any]:
    """What the library knows of the game, as JSON; nothing where it does not know it."""
    found = [
        {
            "name": game.name,
            "title": game.title,
            "source": game.source,
            "notes": game.notes,
            "oeis": sequences(game.source),
        }
        for game in games_of(rule)
    ]
    return {"library": found} if found else {}

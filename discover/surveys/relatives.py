"""Known games that begin with the same values, perhaps shifted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rules.boards.board import Board
from rules.errors import MexploreError
from rules.library import Library, shipped
from rules.notation import parse_rule
from rules.rule import grundy_by_definition

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from rules.rule import Rule

COMPARED = 40  # values
SHIFTS = (0, 1, -1, 2, -2)
FEWEST = 16  # values that must agree, at least three of them different
MOST = 5


@dataclass(frozen=True)
class Relative:
    """Another game in which n + ``shift`` has the value G(n), for the first ``agreed`` of the n at
    which both values are known; ``known`` says what is known of that game."""

    rule: str
    name: str
    shift: int
    agreed: int
    known: str


def relatives(
    rule: Rule | None, values: Sequence[int], library: Library, atlas: Path | None = None
) -> tuple[Relative, ...]:
    """The games of the library and of an atlas that agree with the values longest.

    >>> from rules.library import shipped
    >>> chess = parse_rule("0.137")
    >>> found = relatives(chess, grundy_by_definition(chess, 60), shipped())[0]
    >>> found.rule, found.shift, found.agreed
    ('0.07', 1, 39)
    """
    own, mine = str(rule), list(values[:COMPARED])
    found = [
        each
        for text, name, theirs, known in (*_of_library(library), *_of_atlas(atlas))
        if text != own and (each := _compared(mine, theirs, text, name, known)) is not None
    ]
    best: dict[str, Relative] = {}
    for each in sorted(found, key=lambda each: -each.agreed):
        best.setdefault(each.rule, each)  # of several names of a game, the first
    return tuple(best.values())[:MOST]


def relatives_of(rule: Rule | None, evidence: Evidence, atlas: Path | None) -> tuple[Relative, ...]:
    """The same for a study: of the games that come with mexplore, and of an atlas."""
    return relatives(rule, evidence.values[:COMPARED].tolist(), shipped(), atlas)


def _of_library(library: Library) -> Iterator[tuple[str, str, Sequence[int], str]]:
    for game in library.values():
        if Board.parse(game.rule) is not None:
            continue
        try:
            rule = parse_rule(game.rule, {})
            if not rule.runs_python:
                yield str(rule), game.title, grundy_by_definition(rule, COMPARED), game.notes
        except MexploreError:  # a rule whose positions are no heaps
            continue


def _of_atlas(path: Path | None) -> Iterable[tuple[str, str, Sequence[int], str]]:
    if path is None or not path.exists():
        return []
    from discover.surveys.atlas import Atlas, Outdated, default_atlas

    try:
        with Atlas.read(path) as atlas:
            return [
                (each.rule, "in the atlas", each.head, f"{each.law or 'no law'}: {each.status}")
                for each in atlas.records()
            ]
    except Outdated:
        if path != default_atlas():
            raise
        return []  # the user did not name this atlas, and its contents are not trusted


def _compared(
    mine: Sequence[int], theirs: Sequence[int], text: str, name: str, known: str
) -> Relative | None:
    """The other game at the shift with the longest agreement; None if that is too short."""
    agreed, shift = max((_agreement(mine, theirs, shift), -abs(shift), shift) for shift in SHIFTS)[
        ::2
    ]
    low = max(0, -shift)
    if agreed < FEWEST or len(set(mine[low : low + agreed])) < 3:
        return None
    return Relative(text, name, shift, agreed, known)


def _agreement(mine: Sequence[int], theirs: Sequence[int], shift: int) -> int:
    """The number of consecutive n, from the first at which both are known, with
    G(n) = G'(n + shift)."""
    ours, others = (mine, theirs[shift:]) if shift >= 0 else (mine[-shift:], theirs)
    count = 0
    for one, other in zip(ours, others, strict=False):
        if one != other:
            break
        count += 1
    return count

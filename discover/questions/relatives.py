"""Known games that begin with the same values, perhaps shifted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mexplore.rules.boards.board import Board
from mexplore.rules.errors import MexploreError
from mexplore.rules.library import Library, shipped
from mexplore.rules.members import members_beside
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.rules.rule import Rule

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


class KnownGame(NamedTuple):
    """A rule, its name, its first values, and what is known of it."""

    rule: str
    name: str
    values: Sequence[int]
    known: str


class KnownGames(ABC):
    """A collection of games with their first values, which an optional package keeps in a file."""

    @abstractmethod
    def games(self, path: Path | None) -> Iterable[KnownGame]:
        """The games in the file, or in the user's own file if no path is given; none if the file
        does not exist."""


def stored_games(path: Path | None) -> Iterator[KnownGame]:
    """The games of the collections that optional packages add as ``discover.known_games``."""
    for collection in members_beside("mexplore.discover.known_games", KnownGames):
        yield from collection().games(path)


def relatives(
    rule: Rule | None, values: Sequence[int], games: Iterable[KnownGame]
) -> tuple[Relative, ...]:
    """The games that agree with the values longest.

    >>> from mexplore.rules.library import shipped
    >>> chess = parse_rule("0.137")
    >>> found = relatives(chess, grundy_by_definition(chess, 60), library_games(shipped()))[0]
    >>> found.rule, found.shift, found.agreed
    ('0.07', 1, 39)
    """
    own, mine = str(rule), list(values[:COMPARED])
    found = [
        relative
        for game in games
        if game.rule != own and (relative := _compared(mine, game)) is not None
    ]
    best: dict[str, Relative] = {}
    for each in sorted(found, key=lambda each: -each.agreed):
        best.setdefault(each.rule, each)  # of several names of a game, the first
    return tuple(best.values())[:MOST]


def relatives_of(
    rule: Rule | None, evidence: Evidence, stored: Iterable[KnownGame]
) -> tuple[Relative, ...]:
    """The same for a study: of the games that come with mexplore, and of stored ones."""
    values = evidence.values[:COMPARED].tolist()
    return relatives(rule, values, (*library_games(shipped()), *stored))


def library_games(library: Library) -> Iterator[KnownGame]:
    """The games of a library that are played with heaps."""
    for game in library.values():
        if Board.parse(game.rule) is not None:
            continue
        try:
            rule = parse_rule(game.rule, {})
            if not rule.runs_python:
                values = grundy_by_definition(rule, COMPARED)
                yield KnownGame(str(rule), game.title, values, game.notes)
        except MexploreError:  # a rule whose positions are no heaps
            continue


def _compared(mine: Sequence[int], game: KnownGame) -> Relative | None:
    """The other game at the shift with the longest agreement; None if that is too short."""
    lengths = ((_agreement(mine, game.values, shift), -abs(shift), shift) for shift in SHIFTS)
    agreed, _, shift = max(lengths)
    low = max(0, -shift)
    if agreed < FEWEST or len(set(mine[low : low + agreed])) < 3:
        return None
    return Relative(game.rule, game.name, shift, agreed, game.known)


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

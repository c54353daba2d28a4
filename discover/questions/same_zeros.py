"""Whether two boards have the same P-positions, on all squares: by the laws of who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.values import SquareValues, warrant_of
from mexplore.discover.questions.boards import first_difference
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.discover.questions.boards import Region
    from mexplore.discover.study.kind import Means, Warrant
    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.engine.grundy import Watcher


@dataclass(frozen=True)
class SameZeros:
    """What laws say of two boards: a square that is a P-position of one of them alone, None where
    there is none; and why."""

    difference: Square | None
    warrants: tuple[Warrant, ...]
    of_first: bool = False
    """Whether that square is a P-position of the first board."""


def same_zeros(one: Grid, other: Grid, means: Means, watcher: Watcher) -> SameZeros | None:
    """Whether the P-positions are the same, by the laws of who wins that are proved of both; None
    where these do not tell."""
    laws = []
    for grid in (one, other):
        law = SquareValues(grid, None, means, watcher).law_of_zeros
        if law is None:
            return None
        laws.append(law)
    try:
        difference = laws[0].claim.other_zero(laws[1].claim)
    except NoValue:
        return None
    of_first = difference is not None and laws[0].claim.is_zero(difference)
    return SameZeros(difference, tuple(dict.fromkeys(map(warrant_of, laws))), of_first)


@dataclass(frozen=True)
class SameLost:
    """Whether two boards lose the same squares: one that is lost in one of them alone, None where
    none was found, and in which; why this is so of all squares, '' where it is only as computed."""

    difference: Square | None
    first_loses: bool
    why: str


def same_lost(one: Region, other: Region, means: Means, watcher: Watcher) -> SameLost:
    """Whether two boards, of which the same region is asked about, lose the same squares: in a
    table, and where that has no difference, on all squares of the quarter plane by laws.

    >>> from mexplore.discover.questions.boards import Region
    >>> from mexplore.discover.study.kind import Means
    >>> from mexplore.rules.engine.grundy import no_progress
    >>> from mexplore.rules.misere.board import MisereBoard
    >>> rook, king = (MisereBoard.parse(f"misere (x, y) -> {moves}") for moves in (
    ...     "[(a, y) for a in range(x)] + [(x, b) for b in range(y)]",
    ...     "[(x - 1, y), (x, y - 1), (x - 1, y - 1)]"))
    >>> same_lost(Region(rook, None), Region(king, None), Means(), no_progress)
    SameLost(difference=(0, 3), first_loses=False, why='')
    """
    if one.grid == other.grid:
        return SameLost(None, False, "they are one rule")
    lost = one.table(watcher) == 0
    difference = first_difference(lost.astype("i4"), (other.table(watcher) == 0).astype("i4"))
    if difference is not None:
        return SameLost(difference, bool(lost[difference]), "")
    found = None
    if one.size is None:
        found = same_zeros(one.grid, other.grid, means, watcher)
    if found is None:
        return SameLost(None, False, "")
    why = "; ".join(warrant.words for warrant in found.warrants)
    return SameLost(found.difference, found.of_first, why)

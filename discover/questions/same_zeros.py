"""Whether two boards have the same P-positions, on all squares: by the laws of who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.values import SquareValues, warrant_of

if TYPE_CHECKING:
    from mexplore.discover.study.kind import Means, Warrant
    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.engine.grundy import Watcher


@dataclass(frozen=True)
class SameZeros:
    """What laws say of two boards: a square that is a P-position of one of them alone, None where
    there is none; and why."""

    difference: Square | None
    warrants: tuple[Warrant, ...]


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
    return SameZeros(difference, tuple(dict.fromkeys(map(warrant_of, laws))))

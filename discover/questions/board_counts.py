"""How many positions of tokens on a board are lost: by a law far out, else from a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.boards.values import MOST_SQUARES, SquareValues
from mexplore.discover.questions.board_places import count_by_law, counts_by_law
from mexplore.discover.questions.count import all_positions, lost_positions
from mexplore.discover.questions.whole_tables import value_counts
from mexplore.discover.study.kind import NotKnown, Warrant
from mexplore.rules.engine.grundy import Watcher, nobody

if TYPE_CHECKING:
    from mexplore.discover.questions.whole_tables import Region
    from mexplore.discover.study.kind import Means


def lost_on_board(
    region: Region,
    tokens: int,
    start: int,
    means: Means,
    watcher: Watcher = nobody,
    *,
    ordered: bool = False,
) -> tuple[int, int, Warrant]:
    """How many positions of these tokens, all coordinates >= start, are lost, how many there are,
    and why. NotKnown."""
    if not region.large:
        counts = value_counts(region.table(watcher), start)
        lost, squares = lost_positions(counts, tokens, ordered=ordered), sum(counts.values())
        words = f"computed square by square from the definition, {region.words()}"
        return lost, all_positions(squares, tokens, ordered=ordered), Warrant("computed", words)
    stop = region.sides[0]
    known = SquareValues(region.grid, None, means, watcher)
    try:
        if tokens == 1:
            lost, warrant = count_by_law(known, 0, stop, start)
        else:
            counts, warrant = counts_by_law(known, stop, start)
            lost = lost_positions(counts, tokens, ordered=ordered)
    except NotKnown as why:
        raise NotKnown(beyond_tables(str(why))) from None
    return lost, all_positions((stop - start) ** 2, tokens, ordered=ordered), warrant


def beyond_tables(reason: str) -> str:
    """Why squares are not counted: what the laws do not say, and how far tables reach."""
    return f"{reason}; without a law, counts reach boards of {MOST_SQUARES} squares"

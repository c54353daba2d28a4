"""The winning moves of a square that has too many options to be listed, found by a law."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from mexplore.discover.boards.patterns.pattern import NoValue
from mexplore.discover.boards.segments import Segment, Unread, segments_of
from mexplore.rules.boards.board import Board
from mexplore.rules.errors import TooLarge

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.pattern import BoardLaw
    from mexplore.rules.boards.board import Grid, Square, Sum

ONE_BY_ONE = 256  # squares of a segment whose values are looked up one after the other
MOST_LISTED = 1000  # options that are listed


def moves_by_law(
    grid: Grid, square: Square, law: BoardLaw, value: int
) -> tuple[tuple[Sum, ...], str]:
    """The options of this value, and why some are missing, or ''.

    >>> from mexplore.discover.boards.theorems.wythoff_pairs import wythoff_pairs
    >>> queen = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)] "
    ...     "+ [(x - k, y - k) for k in range(1, min(x, y) + 1)]")
    >>> moves_by_law(queen, (10**10, 10**10), wythoff_pairs(1), 0)
    ((((0, 0),),), '')
    """
    if not isinstance(grid, Board):
        return (), f"the rule of {square} is no list of squares"
    found: set[Square] = set()
    try:
        segments = segments_of(grid, square)
    except (Unread, TooLarge) as why:
        return (), str(why)
    reason = ""
    for segment in segments:
        try:
            found |= set(islice(_of_value(segment, law, value), MOST_LISTED + 1 - len(found)))
        except (NoValue, TooLarge) as why:
            reason = reason or str(why)
        if len(found) > MOST_LISTED:
            reason = f"there are more than {MOST_LISTED}"
            break
    return tuple((to,) for to in sorted(found)[:MOST_LISTED]), reason


def _of_value(segment: Segment, law: BoardLaw, value: int) -> Iterator[Square]:
    """The squares of the segment that have the value."""
    if segment.count <= ONE_BY_ONE:
        squares = map(segment.square, range(segment.count))
        for to in squares:
            if law.is_zero(to) if value == 0 else law.value(to) == value:
                yield to
        return
    (x, y), step = segment.start, segment.step
    stride = max(map(abs, step))
    if set(map(abs, step)) - {0, stride} or step[0] * step[1] < 0:
        raise NoValue(f"the squares in steps of {step} are on no row, column or diagonal")
    if 0 in step:
        kind, number, n = ("row", x, y) if step[0] == 0 else ("column", y, x)
    else:
        kind, number, n = "diagonal", y - x, min(x, y)
    low = n if max(step) > 0 else n - (segment.count - 1) * stride
    high = low + (segment.count - 1) * stride + 1
    for at in law.places(kind, number, value).listed(low, high, stride):
        # The first square of the segment is number n of the line.
        yield segment.square(abs(at - n) // stride)

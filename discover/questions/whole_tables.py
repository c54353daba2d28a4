"""Questions about all squares of a table: how many are lost, where a value is, where two differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from mexplore.discover.boards.patterns.pattern import first_wrong
from mexplore.discover.boards.values import MOST_SQUARES, check_size
from mexplore.discover.questions.count import all_positions, lost_positions
from mexplore.rules.boards.table import Tables
from mexplore.rules.engine.grundy import Watcher, nobody
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.boards.kernel import BoardValues

USUAL_SIDE = 100
LISTED = 2000  # squares
FIRST_CORNER = 64
_PART = 1 << 22  # entries of a table that are looked at together


def first_difference(one: BoardValues, other: BoardValues) -> Square | None:
    """The first square at which two tables differ; None if there is none."""
    return first_wrong(one, other)


@dataclass(frozen=True)
class Region:
    """The squares of a grid that a question is about: all of a board of some ``size``, or those of
    the quarter plane with no coordinate above ``last``."""

    grid: Grid
    size: Square | None
    last: int | None = None

    def __post_init__(self) -> None:
        if self.size is None:
            return
        check_size(self.grid, self.size)
        if self.last is not None:
            raise InputError("--board says which squares there are; leave --upto out")

    @property
    def sides(self) -> Square:
        """The size of the table."""
        side = (USUAL_SIDE if self.last is None else self.last) + 1
        return self.size or (side,) * self.grid.dimensions

    @property
    def large(self) -> bool:
        """Whether there are more squares than a table may have, on the quarter plane."""
        return self.size is None and self.grid.dimensions == 2 and prod(self.sides) > MOST_SQUARES

    def table(self, watcher: Watcher = nobody) -> BoardValues:
        """All values."""
        return Tables(self.grid, watcher).table(self.sides, edges=self.size is not None)

    def words(self) -> str:
        """Which squares, in words."""
        if self.size is not None:
            return f"on the {'x'.join(map(str, self.size))} board"
        return f"with no coordinate above {self.sides[0] - 1}"


def value_counts(table: BoardValues, start: int = 0) -> dict[int, int]:
    """How many squares with all coordinates >= start have each value."""
    import numpy as np

    part = table[(slice(start, None),) * table.ndim]
    counts = np.zeros(0, dtype=np.int64)
    for rows in _parts(part):
        more = np.bincount(rows.ravel(), minlength=len(counts))
        more[: len(counts)] += counts
        counts = more
    return {value: int(count) for value, count in enumerate(counts.tolist()) if count}


def _parts(table: BoardValues) -> Sequence[BoardValues]:
    """The table in parts of some rows each."""
    rows = max(1, _PART // max(prod(table.shape[1:]), 1))
    return [table[low : low + rows] for low in range(0, len(table), rows)]


def count_positions(
    table: BoardValues, tokens: int, *, start: int = 0, ordered: bool = False, won: bool = False
) -> int:
    """How many positions of ``tokens`` tokens, all coordinates >= start, are lost for the player
    to move, or ``won``: multisets of squares, or tuples if ``ordered``.

    >>> import numpy as np
    >>> rook = np.array([[0, 1], [1, 0]])
    >>> count_positions(rook, 1), count_positions(rook, 2), count_positions(rook, 2, ordered=True)
    (2, 6, 8)
    """
    counts = value_counts(table, start)
    lost = lost_positions(counts, tokens, ordered=ordered)
    if not won:
        return lost
    return all_positions(sum(counts.values()), tokens, ordered=ordered) - lost


def squares_of_value(table: BoardValues, value: int) -> npt.NDArray[Any]:
    """The squares of a value, a row each, in the order of the sum of their coordinates, then of
    the coordinates.

    >>> import numpy as np
    >>> squares_of_value(np.array([[0, 1, 2], [1, 0, 3]]), 1).tolist()
    [[0, 1], [1, 0]]
    """
    import numpy as np

    found, low = [np.zeros((0, table.ndim), dtype=np.int64)], 0
    for rows in _parts(table):
        squares = np.argwhere(rows == value)
        squares[:, 0] += low
        found.append(squares)
        low += len(rows)
    all_of_them = np.concatenate(found)
    keys = (*(all_of_them[:, i] for i in reversed(range(table.ndim))), all_of_them.sum(axis=1))
    ordered: npt.NDArray[Any] = all_of_them[np.lexsort(keys)]
    return ordered


def nth_square(grid: Grid, value: int, k: int, watcher: Watcher = nobody) -> Square:
    """The k-th square of a value on the quarter plane, k = 1, 2, ..., in the order of x + y, then
    of x; TooLarge where the tables do not reach it."""
    tables, corner = Tables(grid, watcher), FIRST_CORNER
    while True:
        try:
            table = tables.triangle(corner)
        except TooLarge as why:
            raise TooLarge(f"square number {k} of value {value} was not reached: {why}") from None
        squares = squares_of_value(table, value)
        if len(squares) >= k:
            return tuple(int(at) for at in squares[k - 1])
        corner *= 2

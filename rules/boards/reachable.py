"""The squares that a square can reach, and tables of boards in no known order, by a search."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from mexplore.rules.engine.exploring import MOST_COMPILED, Clock, Explored, Search

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.boards.kernel import BoardValues


def explored_squares(
    grid: Grid,
    size: Square | None = None,
    most: int | None = None,
    clock: Clock | None = None,
) -> Explored[Square]:
    """The values of squares on a board of this size (None: the quarter plane), as far as they are
    needed for those that are asked for.

    >>> from mexplore.rules.boards.board import Board
    >>> up = Board.parse("(w, b) -> [(w-1, b+w)] + [(w, b-k) for k in range(1, b//2+1)]")
    >>> known = explored_squares(up)
    >>> known.value((1, 2)), known.reached
    (1, 5)
    """

    def machine() -> Search | None:
        from mexplore.rules.engine.expressions.searching import Machine

        source = grid.reach_source()
        if source is None or (size is not None and max(size) > source.loop.limit):
            return None
        return Machine(source, size, edges=size is not None)

    return Explored(lambda square: grid.options_within(size, square), machine, most, clock)


def table_by_search(grid: Grid, size: Square, clock: Clock, *, edges: bool) -> BoardValues | None:
    """table[x, y, ...] = G(x, y, ...) for all squares of this size, by the compiled search; None
    where it cannot be had so. Beyond ``edges`` is no square.

    >>> from mexplore.rules.boards.board import Board
    >>> king = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    >>> table_by_search(king, (2, 3), Clock(), edges=True).tolist()
    [[0, 1, 0], [1, 2, 3]]
    """
    import numpy as np

    from mexplore.rules.engine.expressions.searching import Machine

    source = grid.reach_source()
    if source is None or max(size) > source.loop.limit or min(size) < 1:
        return None
    table = Machine(source, size, edges=edges, dense=True).table(clock)
    if table is not None or edges or 2 * prod(size) > MOST_COMPILED:
        return table
    squares = [tuple(map(int, square)) for square in np.ndindex(*size)]  # moves leave the table
    found = Machine(source).values(squares, MOST_COMPILED, clock)
    return None if found is None else np.array(found, dtype=np.int32).reshape(size)

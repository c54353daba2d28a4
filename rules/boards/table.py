"""Tables of a board's values: of a board with edges, and of the corner of the quarter plane."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from rules.boards.board import UNKNOWN, Board, Square
from rules.computing.grundy import Progress, Watcher, nobody, refuse_beyond_memory
from rules.computing.search import Positions
from rules.errors import TooLarge

if TYPE_CHECKING:
    from rules.boards.kernel import BoardValues, Sweep

SEARCHED = 400  # squares: below, a search is done before a loop is compiled
MOST_BESIDE = 100_000  # squares that a search may visit beside those asked for
MOST_IN_TRIANGLE = 1 << 27  # squares of the table around a triangle: 512 megabytes
MOST_ONE_BY_ONE = 1 << 20  # squares that a search may value: about 300 megabytes
CORNER = (12, 12)  # where circles are looked for before a search on the quarter plane


def table_by_definition(
    board: Board,
    size: Square,
    *,
    edges: bool,
    last: int | None = None,
    watcher: Watcher = nobody,
) -> BoardValues:
    """table[x, y] = G(x, y) for x < size[0], y < size[1], from the definition and nothing else; of
    the squares with x + y < last alone, where that is given, and -1 beyond.

    With ``edges`` a square beyond ``size`` is no move; without, the game is on the quarter plane.

    >>> king = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    >>> table_by_definition(king, (2, 3), edges=True).tolist()
    [[0, 1, 0], [1, 2, 3]]
    """
    import numpy as np

    if not edges:
        _refuse_circles(board)
    limit = size if edges else None
    stop = size[0] + size[1] - 1 if last is None else last
    squares = size[0] * size[1] if last is None else last * (last + 1) // 2
    if squares > MOST_ONE_BY_ONE:
        raise TooLarge(
            f"the squares of this board are valued one by one, {MOST_ONE_BY_ONE} at most, and "
            f"this needs {squares}; ask for fewer"
        )
    most = squares + MOST_BESIDE
    positions = Positions(lambda square: board.options_within(limit, square), most)
    table = np.full(size, UNKNOWN, dtype=np.int32)
    for s in range(stop):
        for x in range(max(0, s - size[1] + 1), min(size[0], s + 1)):
            table[x, s - x] = positions.value((x, s - x))
        watcher(Progress("antidiagonals", s + 1, stop))
    return table


def _refuse_circles(board: Board) -> None:
    """Moves in a circle near the corner are found before a search that might never come back."""
    corner = Positions(lambda square: board.options_within(CORNER, square))
    for x in range(CORNER[0]):
        for y in range(CORNER[1]):
            corner.value((x, y))


def _refuse_triangle(side: int) -> None:
    refuse_beyond_memory(side * side, 4)
    if side * side > MOST_IN_TRIANGLE:
        raise TooLarge(
            f"this needs all values with x + y < {side}; at most {isqrt(MOST_IN_TRIANGLE)} are "
            "computed, so ask for fewer"
        )


class Tables:
    """Tables of one board, of any size, by the fastest way that is open to its moves.

    On the quarter plane a move may leave the rectangle asked for, along an antidiagonal or below
    it; then the triangle x + y < N that holds the rectangle is computed. Where a move leads
    upwards even in x + y, only the search by definition is left.
    """

    def __init__(self, board: Board, watcher: Watcher = nobody) -> None:
        self.board = board
        self._watcher = watcher
        self._sweep: Sweep | None = None

    def table(self, size: Square, *, edges: bool = False) -> BoardValues:
        """table[x, y] = G(x, y) for x < size[0], y < size[1]."""
        if size[0] * size[1] <= SEARCHED and self._sweep is None:
            return table_by_definition(self.board, size, edges=edges)
        refuse_beyond_memory(size[0] * size[1], 4)
        last = size[0] + size[1] - 1
        found = self._swept(size, last, edges=edges)
        if found is None and not edges:
            _refuse_triangle(last)
            triangle = self._swept((last, last), last, edges=False)
            found = None if triangle is None else triangle[: size[0], : size[1]]
        if found is None:
            return table_by_definition(self.board, size, edges=edges, watcher=self._watcher)
        return found

    def triangle(self, side: int) -> BoardValues:
        """table[x, y] = G(x, y) for x + y < side on the quarter plane, -1 beyond."""
        _refuse_triangle(side)
        if side * side > SEARCHED or self._sweep is not None:
            found = self._swept((side, side), side, edges=False)
            if found is not None:
                return found
        return table_by_definition(
            self.board, (side, side), edges=False, last=side, watcher=self._watcher
        )

    def _swept(self, size: Square, last: int, *, edges: bool) -> BoardValues | None:
        if self._sweep is None:
            from rules.boards.kernel import Sweep

            self._sweep = Sweep(self.board)
        return self._sweep.fill(size, last, self._watcher, edges=edges)

"""Tables of a board's values: of a board with edges, and of the corner of the quarter plane."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import isqrt, prod
from typing import TYPE_CHECKING

from mexplore.rules.boards.board import UNKNOWN, Grid, Square
from mexplore.rules.boards.order import DIAGONALS, Order, order_of
from mexplore.rules.engine.grundy import Progress, Watcher, nobody, refuse_beyond_memory
from mexplore.rules.engine.search import Sums
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    from mexplore.rules.boards.kernel import BoardValues, Sweep

SEARCHED = 400  # squares: below, a search is done before a loop is compiled
MOST_BESIDE = 100_000  # squares that a search may visit beside those of the table
MOST_IN_TABLE = 1 << 27  # squares: 512 megabytes
MOST_ONE_BY_ONE = 1 << 20  # squares that a search may value: about 300 megabytes
CORNER = 12  # the side of the corner where circles are looked for before a search
_MOST_IN_CORNER = 200  # squares of it


def table_by_definition(
    board: Grid,
    size: Square,
    *,
    edges: bool,
    last: int | None = None,
    watcher: Watcher = nobody,
) -> BoardValues:
    """table[x, y] = G(x, y) for x < size[0], y < size[1], from the definition and nothing else; of
    the squares with x + y < last alone, where that is given, and -1 beyond. There may be more
    coordinates than two.

    With ``edges`` a square beyond ``size`` is no move; without, the game is on the quarter plane.

    >>> from mexplore.rules.boards.board import Board
    >>> king = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    >>> table_by_definition(king, (2, 3), edges=True).tolist()
    [[0, 1, 0], [1, 2, 3]]
    """
    import numpy as np

    limit = size if edges else None
    _refuse_circles(board, limit)
    stop = sum(size) - len(size) + 1 if last is None else last
    squares = prod(size) if last is None else last * (last + 1) // 2
    if squares > MOST_ONE_BY_ONE:
        raise TooLarge(
            f"the squares of this board are valued one by one, {MOST_ONE_BY_ONE} at most, and "
            f"this needs {squares}; ask for fewer"
        )
    most = squares + MOST_BESIDE
    positions = Sums(lambda square: board.options_within(limit, square), most)
    table = np.full(size, UNKNOWN, dtype=np.int32)
    for s in range(stop):
        for square in _level(size, s):
            table[square] = positions.value(square)
        watcher(Progress("antidiagonals", s + 1, stop))
    return table


def _level(size: Square, s: int) -> Iterator[Square]:
    """The squares of a table whose coordinates have the sum s."""
    if len(size) == 1:
        yield from [(s,)] if s < size[0] else []
        return
    rest = sum(size[1:]) - len(size) + 1
    for x in range(max(0, s - rest), min(size[0], s + 1)):
        yield from ((x, *others) for others in _level(size[1:], s - x))


def _refuse_circles(board: Grid, limit: Square | None) -> None:
    """Moves in a circle near the corner are found before a search that might never come back."""
    side = min(CORNER, int(_MOST_IN_CORNER ** (1 / board.dimensions)))
    within = tuple(min(side, n) for n in limit or (side,) * board.dimensions)
    corner = Sums(lambda square: board.options_within(within, square))
    for square in product(*map(range, within)):
        corner.value(square)


def _refuse_too_many(size: Square) -> None:
    """TooLarge for a table that would take too much memory or time."""
    refuse_beyond_memory(prod(size), 4)
    if prod(size) > MOST_IN_TABLE:
        raise TooLarge(
            f"this needs the values of {'x'.join(map(str, size))} squares, "
            f"{prod(size) * 4 / 1e9:.1f} GB; those of at most "
            f"{isqrt(MOST_IN_TABLE)}x{isqrt(MOST_IN_TABLE)} are computed, so ask for fewer"
        )


class Tables:
    """Tables of one board, of any size, by the fastest way that is open to its moves.

    On the quarter plane a move may leave the requested rectangle, along an antidiagonal or below
    it; then the triangle x + y < N that holds the rectangle is computed, or of other weights where
    these decrease. ``order`` is an order of the squares that the user states: whether all moves
    keep to it is seen on the way. Where no order is known, only the search by definition is left.
    """

    def __init__(self, board: Grid, watcher: Watcher = nobody, order: Order | None = None) -> None:
        self.board = board
        self.stated = order
        self._watcher = watcher
        self._sweeps: dict[Order, Sweep] = {}

    def table(self, size: Square, *, edges: bool = False) -> BoardValues:
        """table[x, y] = G(x, y) for x < size[0], y < size[1]."""
        if len(size) != self.board.dimensions:
            written = "x".join(map(str, size))
            raise InputError(
                f"{written} is no size for a board with {self.board.dimensions} coordinates"
            )
        if prod(size) <= SEARCHED and not self._sweeps and self.stated is None:
            return table_by_definition(self.board, size, edges=edges)
        _refuse_too_many(size)
        order = self._order(size if edges else None)
        found = None if order is None else self._ordered(order, size, edges=edges)
        if found is None:
            return table_by_definition(self.board, size, edges=edges, watcher=self._watcher)
        return found

    def _order(self, size: Square | None) -> Order | None:
        if self.board.dimensions != 2:
            return None
        return order_of(self.board, size) if self.stated is None else self.stated

    def _ordered(self, order: Order, size: Square, *, edges: bool) -> BoardValues | None:
        found = self._swept(order, size, order.stop(size), edges=edges)
        if found is None and not edges and not order.by_lines:
            larger = order.corner(order.stop(size))
            _refuse_too_many(larger)
            triangle = self._swept(order, larger, order.stop(size), edges=False)
            found = None if triangle is None else triangle[: size[0], : size[1]]
        if found is None and self.stated is not None:
            raise InputError(f"a move of {self.board} does not keep to the order that is stated")
        return found

    def triangle(self, side: int) -> BoardValues:
        """table[x, y] = G(x, y) for x + y < side on the quarter plane, -1 beyond."""
        _refuse_too_many((side, side))
        if side * side > SEARCHED or self._sweeps:
            found = self._swept(DIAGONALS, (side, side), side, edges=False)
            if found is not None:
                return found
        return table_by_definition(
            self.board, (side, side), edges=False, last=side, watcher=self._watcher
        )

    def _swept(self, order: Order, size: Square, last: int, *, edges: bool) -> BoardValues | None:
        if order not in self._sweeps:
            from mexplore.rules.boards.kernel import Sweep

            self._sweeps[order] = Sweep(self.board, order)
        return self._sweeps[order].fill(size, last, self._watcher, edges=edges)

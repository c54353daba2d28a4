"""Tables of a board's values: of a board with edges, and of the corner of the quarter plane."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from math import isqrt, prod
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.reading import read_number
from mexplore.rules.boards.board import UNKNOWN, Grid, Square
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.exploring import Clock
from mexplore.rules.engine.grundy import Progress, Watcher, no_progress, refuse_beyond_memory
from mexplore.rules.engine.search import Sums
from mexplore.rules.errors import InputError, MexploreError, TooLarge

if TYPE_CHECKING:
    from mexplore.rules.boards.kernel import BoardValues, Sweep


# In which order the squares of a table are valued, each after all its options.


_CORNER = 10
_FARTHER = ((3, 26), (26, 2), (17, 23), (22, 15))
_LARGEST_WEIGHT = 1000


@dataclass(frozen=True)
class Order:
    """Squares in the order of a*x + b*y; of a = 1, b = 0, row by row: x, then y; of a = 0, b = 1,
    column by column.

    >>> Order.parse("2*x + y", ("x", "y")), Order.parse("rows", ("x", "y"))
    (Order(a=2, b=1), Order(a=1, b=0))
    """

    a: int
    b: int

    @classmethod
    def parse(cls, text: str, names: tuple[str, ...]) -> Order:
        """The order that the text states: ``rows``, ``columns``, or whole weights, ``2*x + y``."""
        named = {"rows": ROWS, "columns": COLUMNS}.get(text.strip())
        if named is not None:
            return named
        node = read_number(text, names, whole=text, at=0)
        try:
            at_0, a, b, both, twice = (
                evaluate(node, dict(zip(names, square, strict=True)))
                for square in ((0, 0), (1, 0), (0, 1), (5, 7), (10, 14))
            )
        except MexploreError:
            at_0 = a = b = both = twice = -1
        within = at_0 == 0 and min(a, b) >= 1 and max(a, b) <= _LARGEST_WEIGHT
        if not within or (both, twice) != (5 * a + 7 * b, 10 * a + 14 * b):
            raise InputError(
                f"--order {text[:40]!r} is no order; write rows, columns, or weights such as "
                f"2*{names[0]} + {names[1]}"
            )
        return cls(a, b)

    @property
    def by_lines(self) -> bool:
        """Whether rows or columns are filled one after the other."""
        return not (self.a and self.b)

    def place(self, square: Square) -> tuple[int, ...]:
        """Squares come in the order of their places; some may have one place together."""
        x, y = square
        if self.by_lines:
            return (x, y) if self.a else (y, x)
        return (self.a * x + self.b * y,)

    def stop(self, size: Square) -> int:
        """How many levels the squares of a table have, or lines."""
        width, height = size
        if self.by_lines:
            return width if self.a else height
        return self.a * (width - 1) + self.b * (height - 1) + 1

    def corner(self, levels: int) -> Square:
        """The size of the least table that holds all squares of the first levels."""
        return -(-levels // self.a), -(-levels // self.b)


ROWS, COLUMNS, DIAGONALS = Order(1, 0), Order(0, 1), Order(1, 1)
_LEVELS = (DIAGONALS, *sorted(
    (Order(a, b) for a, b in product(range(1, 6), repeat=2) if a != b), key=lambda o: o.a + o.b
))  # fmt: skip


def order_of(grid: Grid, size: Square | None) -> Order | None:
    """An order in which every option of some squares, near the corner and farther away, comes
    before the square; None if none is known. The caller has to check that this holds at every
    square.

    >>> from mexplore.rules.boards.board import Board
    >>> order_of(Board.parse("(x, y) -> [(x - 1, y), (x, y - 1)]"), None)
    Order(a=1, b=0)
    >>> order_of(Board.parse("(x, y) -> [(x - 1, y + 2), (x, y - 1)]"), None)
    Order(a=3, b=1)
    """
    steps = list(dict.fromkeys(_steps(grid, size)))

    def valid(order: Order) -> bool:
        return all(order.place(after) < order.place(before) for before, after in steps)

    inside = all(a <= x and b <= y for (x, y), (a, b) in steps)
    lines = (ROWS, COLUMNS) if inside or size is not None else ()
    return _first((*lines, *_LEVELS), valid)


def _first(orders: tuple[Order, ...], valid: Callable[[Order], bool]) -> Order | None:
    return next((order for order in orders if valid(order)), None)


def _steps(grid: Grid, size: Square | None) -> Iterator[tuple[Square, Square]]:
    """Squares, each with a square of one of its options."""
    width, height = size or (_CORNER, _CORNER)
    near = product(range(min(width, _CORNER)), range(min(height, _CORNER)))
    far = (s for s in _FARTHER if size is None or (s[0] < width and s[1] < height))
    for square in (*near, *far):
        try:
            for option in grid.options_within(size, square):
                for part in option:
                    yield square, part
        except TooLarge:  # a loop may still be quick enough
            continue


SEARCHED = 400  # squares: below, a search is done before a loop is compiled
SEARCHED_PLAINLY = 2000  # below, in plain Python,
OPTIONS_PLAINLY = 100_000  # if the squares have no more options than this together
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
    watcher: Watcher = no_progress,
) -> BoardValues:
    """table[x, y] = G(x, y) for x < size[0], y < size[1], from the definition and nothing else; of
    the squares with x + y < last alone, where that is given, and -1 beyond. There may be more
    coordinates than two.

    With ``edges`` a square beyond ``size`` is not a move; without, the game is on the quarter
    plane.

    >>> from mexplore.rules.boards.board import Board
    >>> king = Board.parse("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]")
    >>> table_by_definition(king, (2, 3), edges=True).tolist()
    [[0, 1, 0], [1, 2, 3]]
    """
    import numpy as np

    limit = size if edges else None
    if not board.lowers:
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

    def __init__(
        self, board: Grid, watcher: Watcher = no_progress, order: Order | None = None
    ) -> None:
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
        known = self.board.known_table(size)
        if known is not None:
            return known
        if prod(size) <= SEARCHED and not self._sweeps and self.stated is None:
            return table_by_definition(self.board, size, edges=edges)
        _refuse_too_many(size)
        found = self.swept(size, edges=edges)
        if found is None and self._worth_compiling(size):
            from mexplore.rules.boards.reachable import table_by_search

            found = table_by_search(self.board, size, Clock(self._watcher), edges=edges)
        if found is None:
            return table_by_definition(self.board, size, edges=edges, watcher=self._watcher)
        return found

    def _worth_compiling(self, size: Square) -> bool:
        """Whether a search is worth compiling: few squares of several heaps have many options. As
        many as the farthest square are counted for each."""
        if prod(size) > SEARCHED_PLAINLY:
            return True
        most = OPTIONS_PLAINLY // max(1, prod(size))
        options = self.board.options(tuple(side - 1 for side in size))
        try:
            return next(islice(options, most, None), None) is not None
        except TooLarge:
            return True

    def swept(self, size: Square, *, edges: bool = False) -> BoardValues | None:
        """The same by the loop that goes through all squares in an order; None where none is
        known that the moves keep to."""
        order = self._order(size if edges else None)
        return None if order is None else self._ordered(order, size, edges=edges)

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
        import numpy as np

        _refuse_too_many((side, side))
        known = self.board.known_table((side, side))
        if known is not None:
            known[sum(np.indices(known.shape)) >= side] = UNKNOWN
            return known
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

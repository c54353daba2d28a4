"""In which order the squares of a table are valued, each after all its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.reading import read_number
from mexplore.rules.errors import InputError, MexploreError, TooLarge

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Grid, Square

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

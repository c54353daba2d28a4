"""Options of squares, sorted and counted."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    from rules.boards.board import Grid, Square, Sum

MOST_OPTIONS = 1_000_000  # of one square that are listed


def options_of(grid: Grid, size: Square | None, square: Square) -> tuple[Sum, ...]:
    """The different options of a square on a board of some size (None: the quarter plane), fewest
    squares first; InputError where it is no square of this board.

    >>> from rules.boards.board import Board
    >>> options_of(Board.parse("(x, y) -> [(x - 1, y + 1), ((x - 1, y), (0, 0))]"), None, (3, 5))
    (((2, 6),), ((0, 0), (2, 5)))
    """
    check_on_board(grid, size, square)
    options = grid.options_within(size, square)
    found = {tuple(sorted(option)) for option in islice(options, MOST_OPTIONS)}
    if next(options, None) is not None:
        raise TooLarge(f"the square {square} has more than {MOST_OPTIONS} options")
    return tuple(sorted(found, key=lambda option: (len(option), option)))


def check_on_board(grid: Grid, size: Square | None, square: Square) -> None:
    """InputError where it is no square of this board."""
    grid.check_square(square)
    if size is not None and any(at >= side for at, side in zip(square, size, strict=True)):
        raise InputError(f"{square} is not on the {'x'.join(map(str, size))} board")

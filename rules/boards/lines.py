"""Sequences read off a board: a row, a column, a diagonal, or the squares of one value."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING, Any, Literal

from mexplore.rules.boards.board import Grid, Square
from mexplore.rules.boards.table import MOST_IN_TABLE, Tables
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.boards.table import Order
    from mexplore.rules.reach import Unreached
    from mexplore.rules.rule import Values

    Integers = npt.NDArray[np.signedinteger[Any]]

Kind = Literal["row", "column", "diagonal", "value"]
FIRST_CORNER = 64
FURTHEST = 1 << 24  # rows, columns and diagonals that are computed square by square
LARGEST_CORNER = isqrt(MOST_IN_TABLE)  # a value is looked for where x + y is less
_COLUMNS_AT_ONCE = 256


def parse_size(text: str) -> Square:
    """The size WxH of a board, columns x first; of one with three coordinates, WxHxD.

    >>> parse_size("8x5"), parse_size("4x4x4")
    ((8, 5), (4, 4, 4))
    """
    from mexplore.rules.text.numbers import parse_number

    sides = text.lower().split("x")
    if len(sides) == 1:
        raise InputError(f"--board {text[:40]!r} is no size; write 8x8")
    width, height, *others = sides
    size = (
        parse_number(width, "--board width"),
        parse_number(height, "--board height"),
        *(parse_number(side, "--board side") for side in others),
    )
    if 0 in size:
        raise InputError(f"a board of {text[:40]} has no squares")
    return size


@dataclass(frozen=True)
class BoardSequence:
    """One sequence of a board; ``size`` is None on the quarter plane.

    * row A: n -> G(A, n); column B: n -> G(n, B);
    * diagonal D: n -> G(n, n + D), or n -> G(n - D, n) where D < 0;
    * value V: the squares (x, y) of value V with x <= y, in the order of x + y, then of x; the
      sequence is that of their x. (V = 0 and the queen: the smaller numbers of Wythoff's pairs.)
      On the quarter plane it ends where x + y reaches LARGEST_CORNER.

    >>> from mexplore.rules.boards.board import Board
    >>> rook = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")
    >>> BoardSequence(rook, None, "row", 1).values(6).tolist()
    [1, 0, 3, 2, 5, 4]
    >>> BoardSequence(rook, (3, 3), "value", 2).values(6).tolist()
    [0]
    """

    board: Grid
    size: Square | None
    kind: Kind
    number: int
    watcher: Watcher = field(default=no_progress, compare=False)
    order: Order | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.board.dimensions != 2:
            raise InputError(
                f"--{self.kind} is for boards with two coordinates, and this one has "
                f"{self.board.dimensions}"
            )
        if self.number < 0 and self.kind != "diagonal":
            raise InputError(f"--{self.kind} {self.number} is negative; it must be 0 or more")
        if self.kind != "value" and abs(self.number) > FURTHEST:
            raise InputError(
                f"{self.kind} {to_decimal(self.number)} is too far out for a table of its squares; "
                "`mexplore positions` finds a value there by a law, and `mexplore predict` single "
                "squares"
            )
        if self.size is not None and self.kind != "value" and not self._length(self.size):
            raise InputError(f"{self.kind} {self.number} is not on the {_written(self.size)} board")

    def __str__(self) -> str:
        what = f"squares of value {self.number}" if self.kind == "value" else self._name
        where = "" if self.size is None else f" on the {_written(self.size)} board"
        return f"{what} of {self.board}{where}"

    def unreached(self, last: int) -> Unreached | None:
        """What comes into play only at terms of more than ``last``: what the board speaks of, or
        the number of the line itself (`rules.reach`)."""
        from mexplore.rules.reach import furthest, largest_of, unreached

        if self.size is not None:
            return None  # there are no squares beyond
        own = None if self.kind == "value" else largest_of([abs(self.number)], last)
        return furthest([own, unreached(self.board, last)])

    @property
    def term(self) -> str:
        """What one term is: a square of the value, or a value."""
        return f"square of value {self.number}" if self.kind == "value" else "value"

    def words(self) -> str:
        """What G(n) is, in a sentence."""
        a = self.number
        if self.kind == "value":
            return (
                f"G(n) is the x of the n-th square (x, y) of value {a} with x <= y, n = 0, 1, 2, "
                "..., in the order of x + y, then of x."
            )
        first, second = f"n + {-a}" if a < 0 else "n", f"n + {a}" if a > 0 else "n"
        square = {"row": f"{a}, n", "column": f"n, {a}", "diagonal": f"{first}, {second}"}
        return f"G(n) is the value of the square ({square[self.kind]})."

    @property
    def _name(self) -> str:
        return f"{self.kind} {self.number}"

    @cached_property
    def _tables(self) -> Tables:
        return Tables(self.board, self.watcher, self.order)

    @cached_property
    def _search(self) -> SquareSearch:
        return SquareSearch(self._tables, self.number)

    def values(self, stop: int) -> Values:
        """The terms at 0 <= n < stop; fewer where the board has no more. InputError if it has none
        at all; TooLarge if no machine could compute them."""
        if self.kind == "value":
            found = self._squares(stop)
        elif self.size is not None:
            found = self._cut(self._tables.table(self.size, edges=True))
        else:
            found = self._cut(self._tables.table(self._needed(stop)))
        return _narrow(found[:stop])

    def known(self) -> Values:
        """The terms that an interrupted search for squares of a value has found; otherwise none."""
        searched = self.kind == "value" and self.size is None
        return _narrow(self._search.found) if searched else _narrow(_no_squares())

    def _needed(self, stop: int) -> Square:
        """The part of the quarter plane that holds the terms at n < stop."""
        stop, number = max(stop, 1), self.number
        if self.kind == "row":
            return number + 1, stop
        if self.kind == "column":
            return stop, number + 1
        return stop + max(-number, 0), stop + max(number, 0)

    def _length(self, size: Square) -> int:
        """How many terms a part of the plane holds."""
        below = size[0] + min(self.number, 0), size[1] - max(self.number, 0)
        if self.kind == "diagonal":
            return max(min(below), 0)
        across, along = size if self.kind == "row" else size[::-1]
        return along if self.number < across else 0

    def _cut(self, table: BoardValues) -> Integers:
        cut: Integers
        if self.kind == "row":
            cut = table[self.number]
        elif self.kind == "column":
            cut = table[:, self.number]
        else:
            cut = table.diagonal(self.number)
        return cut

    def _squares(self, stop: int) -> Integers:
        """The x of the squares of the value."""
        if self.size is None:
            found, where = self._search.extend(stop), f"with x + y < {self._search.corner}"
        else:
            table = self._tables.table(self.size, edges=True)
            found = _squares_of(table, self.number, sum(self.size))
            where = f"of the {_written(self.size)} board"
        if not len(found):
            raise InputError(f"no square {where} has the value {self.number}")
        return found


class SquareSearch:
    """The squares of one value on the quarter plane: those of a corner x + y < N, which is doubled
    until it holds enough of them, or is as large as may be."""

    def __init__(self, tables: Tables, value: int) -> None:
        self._tables = tables
        self._value = value
        self._largest = LARGEST_CORNER
        self.corner = 0
        """N: every square of the value with x + y < N and x <= y is found."""
        self.found = _no_squares()
        """Their x, in the order of x + y, then of x."""

    def extend(self, stop: int) -> Integers:
        """The first ``stop`` of them, or all within the largest corner if those are fewer. After an
        exception of the watcher ``found`` has those that were found before it."""
        while len(self.found) < stop and self.corner < self._largest:
            corner = min(max(2 * self.corner, FIRST_CORNER), self._largest)
            try:
                self.found = _squares_of(self._tables.triangle(corner), self._value, corner)
            except TooLarge:
                if not self.corner:
                    raise
                self._largest = self.corner
                break
            self.corner = corner
        return self.found


def _no_squares() -> Integers:
    import numpy as np

    return np.zeros(0, dtype=np.int64)


def _squares_of(table: BoardValues, value: int, corner: int) -> Integers:
    """The x of the squares of the value with x <= y and x + y < corner, in the order of x + y."""
    import numpy as np

    xs, ys = [_no_squares()], [_no_squares()]
    for low in range(0, len(table), _COLUMNS_AT_ONCE):  # a mask of the whole would be large
        x, y = np.nonzero(table[low : low + _COLUMNS_AT_ONCE] == value)
        kept = (x + low <= y) & (x + low + y < corner)
        xs.append(x[kept] + low)
        ys.append(y[kept])
    x, y = np.concatenate(xs), np.concatenate(ys)
    ordered: Integers = x[np.lexsort((x, x + y))]
    return ordered


def _narrow(terms: Integers) -> Values:
    import numpy as np

    return terms.astype(np.min_scalar_type(int(terms.max(initial=0))))


def _written(size: Square) -> str:
    return "x".join(map(str, size))

"""Questions about squares: how many are lost, where a value is, and where two boards differ; by a
table of all values, or by a law where no table reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Any

from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.patterns.pattern import NoValue, first_wrong
from mexplore.discover.boards.values import (
    MOST_SQUARES,
    SquareValues,
    check_size,
)
from mexplore.discover.questions.count import all_positions, lost_positions
from mexplore.discover.questions.squares_by_law import (
    TooFew,
    by_law,
    count_by_law,
    counts_by_law,
    nth_by_law,
    on_line,
)
from mexplore.discover.study.kind import NotKnown, Warrant
from mexplore.rules.boards.board import UNKNOWN
from mexplore.rules.boards.table import MOST_ONE_BY_ONE, Tables
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    import numpy.typing as npt

    from mexplore.discover.boards.patterns.accepted import Accepted
    from mexplore.discover.boards.patterns.pattern import BoardLaw
    from mexplore.discover.questions.positions import PositionsQuery
    from mexplore.discover.study.kind import Means
    from mexplore.rules.boards.board import Grid, Square
    from mexplore.rules.boards.kernel import BoardValues
    from mexplore.rules.boards.lines import Kind


USUAL_SIDE = 100
LISTED = 2000  # squares
FIRST_CORNER, FIRST_SIDE = 64, 8  # the latter of boards with more coordinates
ON_PLANE = 3  # the same of squares of which one coordinate is known
FEW = 1000  # squares that are numbered in a table, and not by a law
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
        dimensions = self.grid.dimensions
        usual = int((USUAL_SIDE + 1) ** (2 / dimensions) + 1e-9)
        side = usual if self.last is None else self.last + 1
        return self.size or (side,) * dimensions

    @property
    def large(self) -> bool:
        """Whether there are more squares than a table may have, on the quarter plane."""
        most = MOST_SQUARES if self.grid.dimensions == 2 else MOST_ONE_BY_ONE
        return self.size is None and prod(self.sides) > most

    def table(self, watcher: Watcher = no_progress) -> BoardValues:
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
    if part.min(initial=0) < 0:
        raise TooLarge("some of these squares have values of more than 31 binary digits")
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


def nth_square(grid: Grid, value: int, k: int, watcher: Watcher = no_progress) -> Square:
    """The k-th square of a value on the quarter plane, k = 1, 2, ..., in the order of x + y, then
    of x; TooLarge where the tables do not reach it."""
    tables, corner = Tables(grid, watcher), FIRST_CORNER if grid.dimensions == 2 else FIRST_SIDE
    while True:
        try:
            table = _corner(tables, corner)
        except TooLarge as why:
            raise TooLarge(f"square number {k} of value {value} was not reached: {why}") from None
        squares = squares_of_value(table, value)
        if len(squares) >= k:
            return tuple(int(at) for at in squares[k - 1])
        corner *= 2


def _corner(tables: Tables, side: int) -> BoardValues:
    """The values of the squares with a sum of coordinates < side, -1 beyond."""
    import numpy as np

    if tables.board.dimensions == 2:
        return tables.triangle(side)
    table = tables.table((side,) * tables.board.dimensions)
    found: BoardValues = np.where(sum(np.indices(table.shape)) < side, table, UNKNOWN)
    return found


# Answers, by a law far out, else from a table.


def lost_on_board(
    region: Region,
    tokens: int,
    start: int,
    means: Means,
    watcher: Watcher = no_progress,
    *,
    ordered: bool = False,
) -> tuple[int, int, Warrant]:
    """How many positions of these tokens, all coordinates >= start, are lost, how many there are,
    and why. NotKnown."""
    if not region.large:
        counts = value_counts(region.table(watcher), start)
        lost, squares = lost_positions(counts, tokens, ordered=ordered), sum(counts.values())
        how, why = region.grid.computed_how.split("; ", 1)
        words = f"{how}, {region.words()}; {why}"
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
    return (
        lost,
        all_positions((stop - start) ** region.grid.dimensions, tokens, ordered=ordered),
        warrant,
    )


def beyond_tables(reason: str) -> str:
    """Why squares are not counted: what the laws do not say, and how far tables reach."""
    return f"{reason}; without a law, counts reach boards of {MOST_SQUARES} squares"


@dataclass(frozen=True)
class Squares:
    """How many squares there are, as far as that was asked for or is finite; the first ones, and
    whether they are all of them; and the one that is asked for by its number."""

    count: int | None
    complete: bool
    first: list[list[int]]
    nth: Square | None
    warrants: tuple[Warrant, ...]


def squares_where(region: Region, query: PositionsQuery, means: Means, watcher: Watcher) -> Squares:
    """The squares of a value in the order of x + y, then of x: by a law where a table does not
    reach, else by a table. NotKnown."""
    known = SquareValues(region.grid, region.size, means, watcher)
    count, nth, by_law, reason = None, None, list[Warrant](), ""
    if region.large:
        try:
            count, warrant = count_by_law(known, query.value, region.sides[0])
            by_law.append(warrant)
        except NotKnown as why:
            raise NotKnown(beyond_tables(str(why))) from None
    free = query.nth is not None and query.stop is None and region.size is None
    few = FEW if region.grid.dimensions == 2 else 0
    if query.nth is not None and count is not None:
        raise NotKnown(f"squares are numbered {region.words()} by a table only; leave --upto out")
    if query.nth is not None and free and query.nth > few:
        try:
            nth, warrant = nth_by_law(known, query.value, query.nth)
            by_law.append(warrant)
        except TooFew:
            raise
        except NotKnown as why:
            reason = str(why)
    # The first squares are those of a small table.
    near = region if count is None else replace(region, last=None)
    squares = squares_of_value(near.table(watcher), query.value)
    if count is None:
        count = len(squares)
    if query.nth is not None and nth is None:
        if not free and query.nth <= len(squares):
            nth = tuple(squares[query.nth - 1].tolist())
        elif free and query.nth > MOST_SQUARES:
            raise NotKnown(beyond_tables(reason))
        elif free:
            nth, warrants = _nth_near(known, query.value, query.nth, watcher)
            by_law += warrants
    bounded = region.size is not None or region.last is not None
    complete = bounded and count <= min(len(squares), LISTED)
    if query.nth is not None and nth is None:
        raise NotKnown(f"only {count} squares {region.words()} have the value {query.value}")
    listed = squares[:LISTED].tolist()
    return Squares(count, complete, listed, nth, tuple(dict.fromkeys(by_law)))


def _nth_near(
    known: SquareValues, value: int, k: int, watcher: Watcher
) -> tuple[Square, list[Warrant]]:
    """By tables, or where these do not reach it by a law, which may say that there are fewer."""
    try:
        return nth_square(known.grid, value, k, watcher), []
    except TooLarge as why:
        try:
            nth, warrant = nth_by_law(known, value, k)
        except TooFew:
            raise
        except NotKnown:
            raise why from None
        return nth, [warrant]


def squares_on_plane(
    known: SquareValues, place: int, number: int, query: PositionsQuery
) -> Squares:
    """The squares of a board of three coordinates or more that have a number at a place, by an
    automaton. NotKnown.

    >>> from mexplore.discover.questions.positions import PositionsQuery
    >>> from mexplore.rules.boards import read_board
    >>> nim = SquareValues(read_board("nim(3 heaps; at most 1)"))
    >>> found = squares_on_plane(nim, 0, 10**30, PositionsQuery(0, None, 2))
    >>> found.count is None, found.nth == (10**30, 2**30, 10**30 - 2**30)
    (True, True)
    """
    name = known.grid.coordinate_names[place]

    def chosen(law: BoardLaw) -> Accepted:
        if not isinstance(law, LostByDigits):
            raise NoValue(f"the squares with {name} = {number} do not follow: {law.statement()}")
        return law.squares_with(query.value, place, number)

    others, warrant = by_law(known, query.value, chosen)
    count = others.total
    if query.stop is not None:
        inside = number < query.stop
        count = others.counted([(0, query.stop)] * others.automaton.tracks) if inside else 0
    found = [others.nth(k) for k in range(1, ON_PLANE + 1)]
    first = [(*each[:place], number, *each[place:]) for each in found if each is not None]
    if query.stop is not None:
        first = [square for square in first if max(square) < query.stop]
    nth = None
    if query.nth is not None:
        at = others.nth(query.nth)
        if at is None or (query.stop is not None and max(*at, number) >= query.stop):
            raise TooFew(f"there are fewer such squares with {name} = {number}: {count}")
        nth = (*at[:place], number, *at[place:])
    return Squares(count, count == len(first), [list(at) for at in first], nth, (warrant,))


def squares_on_line(
    grid: Grid, kind: Kind, number: int, query: PositionsQuery, means: Means, watcher: Watcher
) -> Squares:
    """The same of one row, column or diagonal; of a board of more coordinates those with the first
    or the second one given."""
    known = SquareValues(grid, None, means, watcher)
    if grid.dimensions > 2 and kind != "diagonal":
        return squares_on_plane(known, 0 if kind == "row" else 1, number, query)
    line = on_line(known, kind, number, query.value)
    first, all_of_them = line.first(query.stop)
    at = None if query.nth is None else line.places.nth(query.nth)
    if query.nth is not None and at is None:
        raise NotKnown(f"{kind} {number} has fewer than {query.nth} such squares")
    count = len(first) if all_of_them else None
    if query.stop is not None:
        count = line.places.below(query.stop)
    complete = all_of_them and (count is None or count == len(first))
    nth = None if at is None else line.square(at)
    return Squares(count, complete, [list(square) for square in first], nth, (line.warrant,))

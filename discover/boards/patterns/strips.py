"""Values that repeat along one vector: the whole plane from two strips along its edges."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from mexplore.discover.boards.patterns.regions import Region, copies, copies_along
from mexplore.discover.study.pattern import EventualSteps
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Square
    from mexplore.rules.boards.kernel import BoardValues

Numbers = npt.NDArray[np.int64]
LONGEST_PERIOD = 1 << 14  # of all lines of a strip together
MOST_COPIED = 1 << 20  # squares of the strips that are counted one by one


class Repeating(NamedTuple):
    """A sequence that repeats its last ``period`` entries forever."""

    values: tuple[int, ...]
    period: int

    @property
    def preperiod(self) -> int:
        """From where on it repeats."""
        return len(self.values) - self.period

    def at(self, n: int) -> int:
        """The entry at n >= 0."""
        stop = len(self.values)
        return self.values[n if n < stop else self.preperiod + (n - self.preperiod) % self.period]

    def times(self, value: int, stop: int) -> int:
        """How many n < stop have this entry.

        >>> Repeating((5, 0, 1), 2).times(1, 10)  # 5 0 1 0 1 0 1 0 1 0
        4
        """
        found = self.values[:stop].count(value)
        if stop <= len(self.values):
            return found
        cycle = self.values[self.preperiod :]
        whole, rest = divmod(stop - len(self.values), self.period)
        return found + whole * cycle.count(value) + cycle[:rest].count(value)


def line_of(values: Sequence[int], times: int = 3) -> Repeating | None:
    """The shortest repeating line (least period, then least preperiod) with these values, which
    repeats on at least half of them, and at least ``times`` times; None if there is none.

    >>> line_of([5, 0, 1, 0, 1, 0, 1, 0])
    Repeating(values=(5, 0, 1), period=2)
    """
    known = np.asarray(values)
    for period in range(1, len(known) // times + 1):
        if known[-1] != known[-1 - period]:
            continue
        wrong = np.flatnonzero(known[period:] != known[:-period])
        start = int(wrong[-1]) + 1 if len(wrong) else 0
        if len(known) - start >= max(times * period, len(known) // 2):
            return Repeating(tuple(known[: start + period].tolist()), period)
    return None


@dataclass(frozen=True)
class Strips:
    """F(x, y): rows y < d + b and columns x < c + a, equal where they meet; and F(X) = F(X - l*v)
    for x >= c, y >= d, where v = (a, b) and l = min(floor((x - c)/a), floor((y - d)/b)).

    ``corner`` is (c, d), ``vector`` v.

    >>> F = Strips((0, 0), (1, 1), (Repeating((0, 0, 1, 1), 4),), (Repeating((0, 0, 1, 1), 4),))
    >>> F.at((10**20 + 2, 10**20)), F.array(2, 3, (0, 1)).tolist()
    (1, [[0, 1, 1], [0, 0, 1]])
    """

    corner: Square
    vector: Square
    rows: tuple[Repeating, ...]
    columns: tuple[Repeating, ...]

    @property
    def ends(self) -> Square:
        """(c + a, d + b): how many columns and rows there are."""
        (c, d), (a, b) = self.corner, self.vector
        return c + a, d + b

    @cached_property
    def consistent(self) -> bool:
        """Whether there are (c + a, d + b) columns and rows, and they agree where they meet."""
        width, height = self.ends
        return (len(self.columns), len(self.rows)) == (width, height) and all(
            self.rows[y].at(x) == self.columns[x].at(y) for x in range(width) for y in range(height)
        )

    @cached_property
    def along_rows(self) -> tuple[int, int]:
        """(m, p): every row repeats from m on with the period p."""
        return _common(self.rows)

    @cached_property
    def along_columns(self) -> tuple[int, int]:
        """(m', q): every column repeats from m' on with the period q."""
        return _common(self.columns)

    def row_repeats_from(self, y: int) -> int:
        """Where F(x + p, y) = F(x, y) holds from, for this row and all below."""
        (c, d), (a, b), (m, _) = self.corner, self.vector, self.along_rows
        return max(m, c) + a * (max(y - d, 0) // b)

    def column_repeats_from(self, x: int) -> int:
        """Where F(x, y + q) = F(x, y) holds from, for this column and all to the left."""
        (c, d), (a, b), (m, _) = self.corner, self.vector, self.along_columns
        return max(m, d) + b * (max(x - c, 0) // a)

    def line_steps(self, kind: str, number: int) -> EventualSteps:
        """Period, preperiod and saltus of F along a line.

        A row repeats with p, a column with q. A diagonal n -> (n + u, n + w) with a < b comes down
        to row n + w - b*l, l = floor((n + w - d)/b), at the place n + u - a*l >= m, as soon as
        l <= floor((n + u - c)/a), too; after p*b squares the row is the same, and the place
        p*(b - a) further on. The same holds for a > b, and for a = b with the period a.
        """
        if kind == "row":
            return EventualSteps(self.column_repeats_from(number), self.along_columns[1], 0)
        if kind == "column":
            return EventualSteps(self.row_repeats_from(number), self.along_rows[1], 0)
        (c, d), (a, b), (u, w) = self.corner, self.vector, (max(-number, 0), max(number, 0))
        if a == b:
            return EventualSteps(max(c, d), a, 0)
        if a > b:
            (c, d), (a, b), (u, w) = (d, c), (b, a), (w, u)
        m, p = self.along_rows if self.vector[0] < self.vector[1] else self.along_columns
        # l <= (n + w - d)/b and floor((n + u - c)/a) > (n + u - c)/a - 1, all exact from here on.
        level = a * b * (1 + Fraction(c, a) + Fraction(w, b)) / (b - a)
        far = (max(m, c) + Fraction(a * w, b)) * b / (b - a)
        return EventualSteps(max(ceil(level), ceil(far), d), b * p, 0)

    def at(self, square: Square) -> int:
        """F(x, y), for x, y of any size."""
        (x, y), (c, d), (a, b) = square, self.corner, self.vector
        if x >= c and y >= d:
            times = min((x - c) // a, (y - d) // b)
            x, y = x - times * a, y - times * b
        return self.rows[y].at(x) if y < d + b else self.columns[x].at(y)

    def squares_of_value(self, value: int, region: Region) -> int | None:
        """How many squares of the region have this value; None where the periods are too long.

        Each square beyond the corner is X + l*v for one X in the strips y < d + b and x < c + a, so
        that each X counts as often as X + l*v is in the region.
        """
        (c, d), (a, b) = self.corner, self.vector
        if max(self.along_rows[1], self.along_columns[1]) * a * b * (a + b) > MOST_COPIED:
            return None
        mirrored = region.mirrored
        total = sum(self.rows[y].times(value, region.along_row(y)) for y in range(d))
        for x in range(c):
            stop = mirrored.along_row(x)
            line = self.columns[x]
            total += line.times(value, stop) - line.times(value, min(d, stop))
        for y in range(d, d + b):
            total += _copied(self.rows[y], value, region, (c, y), (a, b))
        for x in range(c, c + a):
            total += _copied(self.columns[x], value, mirrored, (d + b, x), (b, a))
        return total

    def array(self, width: int, height: int, start: Square = (0, 0)) -> BoardValues:
        """F at ``start`` + (x, y) for x < width, y < height."""
        (c, d), (a, b) = self.corner, self.vector
        x, y = np.indices((width, height))
        x, y = x + start[0], y + start[1]
        times = np.maximum(np.minimum((x - c) // a, (y - d) // b), 0)
        x, y = x - times * a, y - times * b
        found = np.empty((width, height), dtype=np.int32)
        low = y < d + b
        for lines, inside, line, place in ((self.rows, low, y, x), (self.columns, ~low, x, y)):
            table, first, period = _padded(lines)
            where = place[inside]
            where = np.where(where < first, where, first + (where - first) % period)
            found[inside] = table[line[inside], where]
        return found


def _copied(line: Repeating, value: int, region: Region, start: Square, vector: Square) -> int:
    """How many X + l*vector are in the region, l >= 0, for the X of this value on the line to the
    right of a square."""
    (first, y), (a, b) = start, vector
    step = lcm(line.period, a, a + b)
    regular = max(first, line.preperiod)
    alone = (n for n in range(first, min(regular, region.width)) if line.at(n) == value)
    series = (n for n in range(regular, min(regular + step, region.width)) if line.at(n) == value)
    found = [copies(region, (n, y), (a, b)) for n in alone]
    found += [copies_along(region, (n, y), (a, b), step) for n in series]
    return sum(found)


def _common(lines: Sequence[Repeating]) -> tuple[int, int]:
    return max(line.preperiod for line in lines), lcm(*(line.period for line in lines))


def _padded(lines: Sequence[Repeating]) -> tuple[Numbers, int, int]:
    """The lines one below the other, all of which repeat with (first, period)."""
    first, period = _common(lines)
    table = [[line.at(n) for n in range(first + period)] for line in lines]
    return np.array(table, dtype=np.int64), first, period


def strips_of(table: BoardValues, corner: Square, vector: Square) -> Strips | None:
    """The strips of a table, if each line of them is seen to repeat. Whether they are right, and
    whether the table repeats along the vector, is not checked here."""
    width, height = corner[0] + vector[0], corner[1] + vector[1]
    if width > table.shape[0] or height > table.shape[1]:
        return None
    rows: list[Repeating] = []
    columns: list[Repeating] = []
    for lines, count, cut in ((rows, height, table.T), (columns, width, table)):
        for n in range(count):
            line = line_of(cut[n])
            if line is None:
                return None
            lines.append(line)
    known = Strips(corner, vector, tuple(rows), tuple(columns))
    if max(known.along_rows[1], known.along_columns[1]) > LONGEST_PERIOD:
        return None
    return known if known.consistent else None

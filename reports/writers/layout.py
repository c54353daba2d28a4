"""The layout of a table in a terminal of a given width: no number is cut, and none is left out.

Where a table is too wide, its long texts are wrapped; where that is not enough, its columns are
shown in several parts, each after the first column; and where not even two columns stand side by
side, each row becomes a few lines, one a column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import le

from mexplore.reports.writers.document import Cell, Numbers, Table, ValueTable, plain
from mexplore.rules.dataclass import dataclass

GAP = 2  # blanks between two columns
LONGEST_WORD = 24  # longer ones may be cut into lines
_FEWEST = 4  # values in a row whose length is a divisor of the period


@dataclass(frozen=True)
class Fitted:
    """A table with the width of each column; their sum, with gaps, is no more than the room."""

    table: Table
    widths: tuple[int, ...]

    @property
    def one_line_a_row(self) -> bool:
        """Whether each cell is as wide as its column at most."""
        return all(map(le, _natural(self.table), self.widths))


@dataclass(frozen=True)
class AsLines:
    """The rows of a table, each as lines ``column: cell``."""

    table: Table


def in_rows(block: ValueTable, room: int) -> Table:
    """The values in as many columns as there is room for.

    >>> in_rows(ValueTable(["0", "1", "2"] * 8, width=12), 30).columns
    ['n', '+0', '+1', '+2', '+3', '+4', '+5']
    """
    return block.in_rows(columns_in(block, room))


def columns_in(block: ValueTable, room: int) -> int:
    """How many values stand in a row; where there is room for few less than wanted, a divisor of
    the wanted number, so that periods stay visible.

    >>> columns_in(ValueTable(["0", "1", "2"], width=12), 80)
    3
    """
    first = _width_of_n(block)
    widest = _longest(block.cells)
    most = block.most_columns
    while most > 1 and total([first, *(max(widest, len(f"+{r}")) for r in range(most))]) > room:
        most -= 1
    if most == block.most_columns:
        return most
    steps = [d for d in range(1, most + 1) if block.width % d == 0]
    return max(steps) if 2 * max(steps) > most and max(steps) >= _FEWEST else most


def value_widths(block: ValueTable, columns: int) -> list[int]:
    """The width of each column of a table of values: of n, and of ``columns`` values.

    >>> value_widths(ValueTable(["0", "1", "2", "345"]), 2)
    [1, 2, 3]
    """
    values = [max(len(f"+{r}"), _longest(block.cells[r::columns])) for r in range(columns)]
    return [_width_of_n(block), *values]


def _width_of_n(block: ValueTable) -> int:
    return len(str(block.first + max(len(block.cells) - 1, 0)))


def _longest(cells: Sequence[Cell]) -> int:
    if isinstance(cells, Numbers):
        return cells.longest
    return max(map(len, map(plain, cells)), default=0)


def fitted(table: Table, room: int) -> Iterator[Fitted | AsLines]:
    """The table in parts that fit, in order."""
    natural = _natural(table)
    if total(natural) <= room:
        yield Fitted(table, tuple(natural))
        return
    least = _least(table, natural)
    if total(least) <= room:
        yield Fitted(table, _spread(least, natural, room))
    elif table.numeric and total(least[:2]) <= room and max(least[1:]) <= room - least[0] - GAP:
        yield from _in_parts(table, least, room)
    else:
        yield AsLines(table)


def _in_parts(table: Table, least: Sequence[int], room: int) -> Iterator[Fitted]:
    """Some columns at a time, each time after the first one."""
    left = list(range(1, len(least)))
    caption = table.caption
    while left:
        taken = [0]
        while left and total([least[i] for i in (*taken, left[0])]) <= room:
            taken.append(left.pop(0))
        columns = [table.columns[i] for i in taken]
        rows = [[row[i] for i in taken] for row in table.rows]
        part = replace(table, columns=columns, rows=rows, caption=caption)
        yield Fitted(part, _spread([least[i] for i in taken], _natural(part), room))
        caption = ""


def natural_width(table: Table) -> int:
    """How many characters the table takes across where no cell is wrapped."""
    return total(_natural(table))


def total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


def _natural(table: Table) -> list[int]:
    """The longest cell of each column, its head included."""
    return [max(map(len, column)) for column in _texts(table)]


def _least(table: Table, natural: Sequence[int]) -> list[int]:
    """The longest word of each column: below that, numbers and words would be cut."""
    words = [max((len(w) for text in column for w in text.split()), default=0)
             for column in _texts(table)]  # fmt: skip
    whole = natural if table.numeric else words
    return [max(min(width, LONGEST_WORD), 1) for width in whole]


def _texts(table: Table) -> Iterator[list[str]]:
    for i, head in enumerate(table.columns):
        yield [head, *(plain(row[i]) for row in table.rows)]


def _spread(least: Sequence[int], natural: Sequence[int], room: int) -> tuple[int, ...]:
    """The least widths, with what room is left given to the columns that want it, evenly.

    >>> _spread([3, 4, 4], [3, 40, 10], 31)
    (3, 14, 10)
    """
    widths, left = list(least), room - total(least)
    while left > 0:
        wanting = [i for i, width in enumerate(widths) if width < natural[i]]
        if not wanting:
            break
        for i in wanting[:left]:
            widths[i] += 1
            left -= 1
    return tuple(widths)

r"""A report as a document of blocks, built once and rendered to terminal, Markdown and HTML.

Text in blocks is plain; mathematics that must be set in LaTeX stands in `Formula` and `Math`.
Displayed formulas use ``cases``, ``aligned``, ``\text`` and what every LaTeX has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, overload

from mexplore.rules.dataclass import dataclass
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    import numpy.typing as npt


@dataclass(frozen=True)
class Heading:
    """A section's title; level 1 is the document's own."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """Text, with mathematics or emphasis in its lines where it is of several pieces."""

    text: Words


@dataclass(frozen=True)
class Formula:
    """One displayed formula: LaTeX without dollars, and the same as plain text, of several lines
    where it is of several cases."""

    latex: str
    plain: str


@dataclass(frozen=True)
class Code:
    """Lines to be shown as they are."""

    text: str
    language: str = ""


@dataclass(frozen=True)
class Mark:
    """Text with an emphasis: ``exception``, ``good``, ``bad``, or just ``strong``."""

    text: str
    kind: str


@dataclass(frozen=True)
class Math:
    """A cell that is mathematics: LaTeX without dollars, and the same as plain text."""

    latex: str
    plain: str


@dataclass(frozen=True)
class Link:
    """Text that leads to an address; a line of its own, or a piece of a sentence."""

    text: str
    url: str


Cell = str | Mark | Math | Link
"""A piece of text: plain, with an emphasis, mathematics, or a link."""

Words = Cell | tuple[Cell, ...]
"""A sentence, or what stands in a table: one piece, or pieces without a blank between them."""


@dataclass(frozen=True)
class Items:
    """A list, one entry a line."""

    entries: Sequence[Words]


@dataclass(frozen=True)
class Table:
    """Rows of cells under column heads; ``numeric`` columns stand to the right."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Words]]
    numeric: bool = False
    caption: str = ""

    def without_empty(self) -> Table:
        """The table without columns in which no row says anything.

        >>> Table(("game", "name"), [["4.4", ""], ["0.07", ""]]).without_empty().columns
        ('game',)
        """
        kept = [i for i in range(len(self.columns)) if any(plain(row[i]) for row in self.rows)]
        if not kept or len(kept) == len(self.columns):
            return self
        rows = [[row[i] for i in kept] for row in self.rows]
        return replace(self, columns=tuple(self.columns[i] for i in kept), rows=rows)


@dataclass(frozen=True)
class ValueTable:
    """The terms at n = ``first``, first + 1, ... in rows of ``width``: of fewer, where a writer has
    less room.

    >>> ValueTable(["0", "1", "0", "1"]).in_rows(3).rows
    [['0', '0', '1', '0'], ['3', '1', '', '']]
    """

    cells: Sequence[Cell]
    width: int = 20
    caption: str = ""
    first: int = 0

    @property
    def most_columns(self) -> int:
        """How many values stand in a row at most: no column is empty."""
        return min(self.width, max(len(self.cells), 1))

    def in_rows(self, width: int) -> Table:
        """As a table: the row that begins with n has G(n + r) in the column +r."""
        return Table(self.heads(width), list(self.rows(width)), True, self.caption)

    def heads(self, width: int) -> list[str]:
        """The heads of the columns of that table."""
        return ["n", *(f"+{r}" for r in range(width))]

    def rows(self, width: int) -> Iterator[list[Cell]]:
        """The rows of that table, one at a time: a long table is never held as a whole."""
        for part in range(0, len(self.cells), _ROWS_AT_ONCE * width):
            cells = list(self.cells[part : part + _ROWS_AT_ONCE * width])
            for low in range(0, len(cells), width):
                row = cells[low : low + width]
                yield [str(self.first + part + low), *row, *[""] * (width - len(row))]


@dataclass(frozen=True, eq=False)
class Numbers(Sequence[str]):
    """Numbers as cells of a table, written when they are read.

    >>> import numpy as np
    >>> numbers = Numbers(np.array([0, 1, 10]))
    >>> len(numbers), numbers[1], numbers.longest, list(numbers)
    (3, '1', 2, ['0', '1', '10'])
    """

    values: npt.NDArray[Any]

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Numbers: ...

    def __getitem__(self, index: int | slice) -> str | Numbers:
        chosen = self.values[index]
        return Numbers(chosen) if isinstance(index, slice) else str(chosen)

    def __iter__(self) -> Iterator[str]:
        starts = range(0, len(self), _ROWS_AT_ONCE)
        parts = (self.values[low : low + _ROWS_AT_ONCE].tolist() for low in starts)
        return map(str, chain.from_iterable(parts))

    @property
    def longest(self) -> int:
        """The characters of the longest, for numbers that are not negative; 0 without any."""
        return len(str(self.values.max())) if len(self) else 0


_ROWS_AT_ONCE = 1 << 12


@dataclass(frozen=True, eq=False)
class ValueGrid:
    """The values of a board, row x and column y; as many of them as there is room for.

    >>> import numpy as np
    >>> corner = ValueGrid(np.zeros((100, 100), dtype=int)).in_room(60)
    >>> len(corner.columns) - 1, len(corner.rows), corner.caption
    (14, 16, 'x <= 15 of 99 and y <= 13 of 99 are shown; --format csv has all values.')
    """

    table: npt.NDArray[Any]
    most: int = 100  # columns
    elsewhere: str = "--format csv has all values"
    names: tuple[str, str] = ("x", "y")
    """Of the coordinates."""

    def in_room(self, room: int) -> Table:
        """The corner that fits into the width, at least 40 characters, and what is cut off."""
        height, width = self.table.shape
        columns = min(width, self.most)
        x, y = self.names
        first = max(len(f"{x}, {y}"), len(str(height - 1)))
        while columns > 1 and first + self._width(columns) > max(room, _NARROWEST):
            columns -= 1
        rows = min(height, max(columns, _FEWEST_ROWS))
        cells = self.table[:rows, :columns].tolist()
        shown = [[str(n), *(str(v) if v >= 0 else "" for v in row)] for n, row in enumerate(cells)]
        cut = [f"{x} <= {rows - 1} of {height - 1}"] * (rows < height)
        cut += [f"{y} <= {columns - 1} of {width - 1}"] * (columns < width)
        are = "are" if len(cut) > 1 else "is"
        caption = f"{' and '.join(cut)} {are} shown; {self.elsewhere}." if cut else ""
        return Table([f"{x}, {y}", *map(str, range(columns))], shown, numeric=True, caption=caption)

    def _width(self, columns: int) -> int:
        """How many characters the columns take, with two blanks before each."""
        corner = self.table[: max(columns, _FEWEST_ROWS), :columns]
        widest = max(len(str(int(corner.max(initial=0)))), len(str(columns - 1)))
        return columns * (2 + widest)


_NARROWEST, _WIDEST, _FEWEST_ROWS = 40, 160, 16


@dataclass(frozen=True)
class Figure:
    """An image beside the report; ``svg`` is the same as an element that stands within a page."""

    path: str
    caption: str
    svg: str = ""


@dataclass(frozen=True)
class Details:
    """Blocks that few readers want to see, folded away under a summary where the medium allows."""

    summary: str
    blocks: Sequence[Block]


Tabular = Table | ValueTable | ValueGrid
Text = Heading | Paragraph | Items | Formula | Code | Figure | Link
Block = Text | Tabular | Details


@dataclass
class Document:
    """The blocks, in order."""

    blocks: list[Block] = field(default_factory=list)

    def add(self, *blocks: Block) -> None:
        """Append blocks; of tables those columns that say something."""
        self.blocks.extend(b.without_empty() if isinstance(b, Table) else b for b in blocks)


def add_figures(document: Document, figures: Sequence[Figure]) -> None:
    """A section of pictures, if there are any."""
    if figures:
        document.add(Heading("Pictures"), *figures)


def whole_table(block: Tabular) -> Table:
    """The block as a table, however wide."""
    if isinstance(block, ValueTable):
        return block.in_rows(block.most_columns)
    return block.in_room(_WIDEST) if isinstance(block, ValueGrid) else block


def pieces(words: Words) -> tuple[Cell, ...]:
    """The pieces of a sentence."""
    return words if isinstance(words, tuple) else (words,)


def plain(words: Words) -> str:
    """A sentence, or a cell, as plain text.

    >>> plain(("for all ", Math(r"n \\ge 71", "n >= 71"), "."))
    'for all n >= 71.'
    """
    return "".join(
        piece if isinstance(piece, str) else piece.plain if isinstance(piece, Math) else piece.text
        for piece in pieces(words)
    )


@dataclass(frozen=True)
class Detail:
    """How much is shown; the terminal shows less without --all."""

    values: int = 240
    runs: int = 60
    case_rows: int = 512
    everything: bool = True
    effort: bool = True
    """Whether it says how far values were computed."""
    written: bool = False
    """Whether a file has all that is left out."""
    seconds: bool = True
    """Whether it says how long that took, where it says how far: a file is the same every time."""


BRIEF = Detail(values=120, runs=24, case_rows=14, everything=False)


LONGEST = 40  # digits


def short(number: int) -> str:
    """The number, or its size where it is long.

    >>> short(10**6), short(10**60), short(31415 * 10**60)
    ('1000000', '10^60', 'about 3.141*10^64')
    """
    text = to_decimal(number)
    if len(text) <= LONGEST:
        return text
    power = len(text) - 1
    return f"10^{power}" if number == 10**power else f"about {text[0]}.{text[1:4]}*10^{power}"

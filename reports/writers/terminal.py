"""A document on the terminal, by rich; plain text without colour where the output is a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from mexplore.reports.writers.document import (
    Block,
    Code,
    Details,
    Document,
    Formula,
    Heading,
    Items,
    Link,
    Mark,
    Numbers,
    Paragraph,
    Tabular,
    ValueGrid,
    ValueTable,
    Words,
    pieces,
    plain,
)
from mexplore.reports.writers.document import Table as TableBlock
from mexplore.reports.writers.layout import GAP, Fitted, columns_in, fitted, total, value_widths

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod
    from rich.table import Table
    from rich.text import Text

FILE_WIDTH = 100  # columns where the output is not a terminal
_STYLES = {"strong": "bold", "exception": "bold magenta", "good": "green", "bad": "bold red"}


def console(stream: TextIO | None = None) -> Console:
    """A console that never guesses at markup or highlights in our texts."""
    from rich.console import Console

    stream = stream or sys.stdout
    width = None if stream.isatty() else FILE_WIDTH
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False)


def show(document: Document) -> None:
    """Print the document to standard output."""
    if document.blocks:  # else rich need not be imported
        _show_all(console(), document.blocks)


def _show_all(out: Console, blocks: Sequence[Block]) -> None:
    before: Block | None = None
    for block in blocks:
        if isinstance(before, Tabular) and isinstance(block, Paragraph | Items):
            out.print()
        _show(out, block)
        before = block


def _show(out: Console, block: Block) -> None:
    if isinstance(block, Heading):
        out.print()
        style = "bold" if block.level > 1 else "bold underline"
        out.print(block.text, style=style, soft_wrap=not out.is_terminal)
    elif isinstance(block, Paragraph):
        _sentence(out, block.text)
    elif isinstance(block, Items):
        for words in block.entries:
            _sentence(out, words, "- ")
    elif isinstance(block, Formula):
        _lines(out, block.plain, "    ", "bold")
    elif isinstance(block, Link):
        out.print(f"{block.text}: {block.url}", soft_wrap=True)  # in one piece, to be copied
    elif isinstance(block, Code):
        _lines(out, block.text.rstrip(), "    ", "dim")
    elif isinstance(block, Tabular):
        _show_table(out, block)
    elif isinstance(block, Details):
        _show_all(out, [Heading(block.summary), *block.blocks])


def _show_table(out: Console, block: Tabular) -> None:
    table = block.in_room(out.width) if isinstance(block, ValueGrid) else block
    if table.caption:
        out.print(table.caption)
    room = out.width - (_stars(out) and _has_exceptions(table))
    if isinstance(table, ValueTable):
        columns = columns_in(table, room)
        widths = value_widths(table, columns)
        if total(widths) <= room:
            _numbers(out, table.heads(columns), table.rows(columns), widths)
            return
        table = table.in_rows(columns)
    for number, part in enumerate(fitted(table, room)):
        if number:
            out.print()
        if isinstance(part, Fitted) and table.numeric and part.one_line_a_row:
            _numbers(out, part.table.columns, part.table.rows, part.widths)
        elif isinstance(part, Fitted):
            out.print(_table(part))
        else:
            _rows_as_lines(out, part.table)


def _numbers(
    out: Console, heads: Sequence[str], rows: Iterable[Sequence[Words]], widths: Sequence[int]
) -> None:
    """Numbers under their heads, a line a row and each as soon as it is known: rich would need a
    minute for a million of them."""
    from rich.text import Text

    gap = " " * GAP
    out.print(Text(gap.join(map(str.rjust, heads, widths)), style="bold"), soft_wrap=True)
    out.print("─" * total(widths), soft_wrap=True)
    form = gap.join(f"%{width}s" for width in widths)
    for row in rows:
        if set(map(type, row)) == {str}:
            out.file.write((form % tuple(row)).rstrip() + "\n")
        else:
            line = Text()
            for cell, width in zip(row, widths, strict=True):
                text = _cell(cell)
                line.append(" " * (width - len(text))).append(text).append(_mark(out, cell) + " ")
            line.rstrip()
            out.print(line, soft_wrap=True)


def _stars(out: Console) -> bool:
    """Whether exceptions are marked by a star: where there is no colour."""
    return out.color_system is None


def _has_exceptions(table: TableBlock | ValueTable) -> bool:
    """Whether a cell is marked as an exception."""
    if isinstance(table, ValueTable):
        listed = () if isinstance(table.cells, Numbers) else table.cells
        return any(_is_exception(cell) for cell in listed)
    return any(_is_exception(cell) for row in table.rows for cell in row)


def _is_exception(cell: Words) -> bool:
    return isinstance(cell, Mark) and cell.kind == "exception"


def _mark(out: Console, cell: Words) -> str:
    """What follows a cell in the gap between columns."""
    return "*" if _stars(out) and _is_exception(cell) else " "


def _rows_as_lines(out: Console, table: TableBlock) -> None:
    """A line a cell, and an empty line between rows."""
    for number, row in enumerate(table.rows):
        if number:
            out.print()
        for head, cell in zip(table.columns, row, strict=True):
            if plain(cell):
                out.print(f"{head}: " if head else "", _cell(cell), sep="")


def _lines(out: Console, text: str, indent: str, style: str) -> None:
    """Lines of text; wrapped on a terminal only, so that a file can be searched."""
    from rich.padding import Padding
    from rich.text import Text

    for line in text.splitlines():
        if out.is_terminal and line.strip():
            first = len(line) - len(line.lstrip())
            room = (0, 0, 0, min(len(indent) + first, out.width // 2))
            out.print(Padding(Text(line.strip(), style), room, expand=False))
        else:
            out.print(f"{indent}{line}", style=style, soft_wrap=True)


def _sentence(out: Console, words: Words, before: str = "") -> None:
    """Pieces of text in a line, those with an emphasis in its colour; links with their address."""
    from rich.text import Text

    text = Text(before)
    for piece in pieces(words):
        text.append(_cell(piece))
        if isinstance(piece, Link):
            text.append(f" ({piece.url})")
    out.print(text, soft_wrap=not out.is_terminal)


def _table(part: Fitted) -> Table:
    from rich import box
    from rich.table import Table

    block = part.table
    table = Table(box=box.SIMPLE_HEAD, padding=(0, GAP - 1, 0, 0), pad_edge=False, show_edge=False,
                  show_header=any(block.columns))  # fmt: skip
    for column, width in zip(block.columns, part.widths, strict=True):
        justify: JustifyMethod = "right" if block.numeric else "left"
        table.add_column(column, justify=justify, overflow="fold", width=width)
    for row in block.rows:
        table.add_row(*(_cell(cell) for cell in row))
    return table


def _cell(cell: Words) -> Text:
    from rich.text import Text

    return Text(plain(cell), style=_STYLES[cell.kind] if isinstance(cell, Mark) else "")

"""A document on the terminal, by rich; plain text without colour where the output is a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.consoles import PlainConsole, console_of
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

    Out = Console | PlainConsole

_STYLES = {"strong": "bold", "exception": "bold magenta", "good": "green", "bad": "bold red"}


def show(document: Document) -> None:
    """Print the document to standard output."""
    if document.blocks:  # else rich need not be imported
        _show_all(console_of(sys.stdout), document.blocks)
        sys.stdout.flush()


def _show_all(out: Out, blocks: Sequence[Block]) -> None:
    before: Block | None = None
    for block in blocks:
        if isinstance(before, Tabular) and isinstance(block, Paragraph | Items):
            out.print()
        _show(out, block)
        before = block


def _show(out: Out, block: Block) -> None:
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


def _show_table(out: Out, block: Tabular) -> None:
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
    out: Out,
    heads: Sequence[str],
    rows: Iterable[Sequence[Words]],
    widths: Sequence[int],
) -> None:
    """Numbers under their heads, a line a row and each as soon as it is known: rich would need a
    minute for a million of them."""
    gap = " " * GAP
    out.print(gap.join(map(str.rjust, heads, widths)), style="bold", soft_wrap=True)
    out.print("─" * total(widths), soft_wrap=True)
    form = gap.join(f"%{width}s" for width in widths)
    for row in rows:
        if set(map(type, row)) == {str}:
            out.file.write((form % tuple(row)).rstrip() + "\n")
        else:
            line = list[Words]()
            for cell, width in zip(row, widths, strict=True):
                line += [" " * (width - len(plain(cell))), cell, _mark(out, cell) + " "]
            out.print(_joined(out, line, strip=True), soft_wrap=True)


def _stars(out: Out) -> bool:
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


def _mark(out: Out, cell: Words) -> str:
    """What follows a cell in the gap between columns."""
    return "*" if _stars(out) and _is_exception(cell) else " "


def _rows_as_lines(out: Out, table: TableBlock) -> None:
    """A line a cell, and an empty line between rows."""
    for number, row in enumerate(table.rows):
        if number:
            out.print()
        for head, cell in zip(table.columns, row, strict=True):
            if plain(cell):
                out.print(_joined(out, [f"{head}: " if head else "", cell]))


def _lines(out: Out, text: str, indent: str, style: str) -> None:
    """Lines of text; wrapped on a terminal only, so that a file can be searched."""
    for line in text.splitlines():
        if out.is_terminal and line.strip():
            from rich.padding import Padding
            from rich.text import Text

            first = len(line) - len(line.lstrip())
            room = (0, 0, 0, min(len(indent) + first, out.width // 2))
            out.print(Padding(Text(line.strip(), style), room, expand=False))
        else:
            out.print(f"{indent}{line}", style=style, soft_wrap=True)


def _sentence(out: Out, words: Words, before: str = "") -> None:
    """Pieces of text in a line, those with an emphasis in its colour; links with their address."""
    line: list[Words] = [before]
    for piece in pieces(words):
        line += [piece, f" ({piece.url})"] if isinstance(piece, Link) else [piece]
    out.print(_joined(out, line), soft_wrap=not out.is_terminal)


def _joined(out: Out, words: Sequence[Words], *, strip: bool = False) -> Any:
    """Words that follow each other in a line, each in its colour where there are colours."""
    if isinstance(out, PlainConsole):
        text = "".join(map(plain, words))
        return text.rstrip() if strip else text
    from rich.text import Text

    line = Text()
    for each in words:
        line.append(_cell(each))
    if strip:
        line.rstrip()
    return line


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

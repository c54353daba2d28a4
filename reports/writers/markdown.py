"""A document as Markdown that GitHub renders: pipe tables, ``$$`` mathematics, fenced code."""

from __future__ import annotations

import re
from urllib.parse import quote

from reports.documents.document import (
    Block,
    Cell,
    Code,
    Document,
    Figure,
    Formula,
    Heading,
    Link,
    Mark,
    Math,
    Paragraph,
    Table,
    whole_table,
)

_IN_ADDRESSES = ":/?=&,-"
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def to_markdown(document: Document) -> str:
    """The document as Markdown.

    >>> print(to_markdown(Document([Heading("Values"), Table(["n"], [["0"]], numeric=True)])))
    ## Values
    <BLANKLINE>
    | n |
    | ---: |
    | 0 |
    <BLANKLINE>
    """
    return "\n\n".join(_block(block) for block in document.blocks) + "\n"


def escaped(text: str) -> str:
    """Plain text in which Markdown's own signs stand for themselves.

    >>> escaped("a_1 < b|c")
    'a\\\\_1 \\\\< b\\\\|c'
    """
    return _SPECIAL.sub(r"\\\1", text)


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {escaped(block.text)}"
    if isinstance(block, Paragraph):
        return escaped(block.text)
    if isinstance(block, Formula):
        return f"$$\n{block.latex}\n$$"
    if isinstance(block, Code):
        return f"```{block.language}\n{block.text.rstrip()}\n```"
    if isinstance(block, Figure | Link):
        return _reference(block)
    return _table(whole_table(block))


def _reference(block: Figure | Link) -> str:
    if isinstance(block, Figure):
        return f"![{escaped(block.caption)}]({quote(block.path)})"
    return f"[{escaped(block.text)}]({quote(block.url, safe=_IN_ADDRESSES)})"


def _table(table: Table) -> str:
    head = "| " + " | ".join(escaped(column) or " " for column in table.columns) + " |"
    rule = "| " + " | ".join("---:" if table.numeric else "---" for _ in table.columns) + " |"
    rows = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in table.rows]
    caption = [escaped(table.caption), ""] if table.caption else []
    return "\n".join([*caption, head, rule, *rows])


def _cell(cell: Cell) -> str:
    if isinstance(cell, Math):
        # A backslash-pipe would end the cell's mathematics on GitHub; none of ours has one.
        return f"$`{cell.latex}`$"
    if isinstance(cell, Mark):
        return f"**{escaped(cell.text)}**" if cell.text else ""
    return escaped(cell)

"""A document as Markdown that GitHub renders: pipe tables, ``$$`` mathematics, fenced code."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote

from mexplore.reports.writers.document import (
    Block,
    Cell,
    Code,
    Details,
    Document,
    Figure,
    Formula,
    Heading,
    Items,
    Link,
    Mark,
    Math,
    Paragraph,
    Table,
    Text,
    Words,
    pieces,
    whole_table,
)

_IN_ADDRESSES = ":/?=&,-"
_SPECIAL = re.compile(r"([\\`*_{}\[\]#|~$]|<(?=[A-Za-z/!?]))")
_AT_START = re.compile(r"^(?=[-+>=])|^(\d{1,9})(?=[.)](?:\s|$))")  # of a quotation or a list


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

    >>> escaped("a_1 < b|c <d>")
    'a\\\\_1 < b\\\\|c \\\\<d>'
    """
    return _SPECIAL.sub(r"\\\1", text)


def _block(block: Block) -> str:
    if isinstance(block, Text):
        return _text(block)
    if isinstance(block, Details):
        inside = "\n\n".join(map(_block, block.blocks))
        return f"<details>\n<summary>{escape(block.summary)}</summary>\n\n{inside}\n\n</details>"
    return _table(whole_table(block))


def _text(block: Text) -> str:
    if isinstance(block, Heading):
        return f"{'#' * block.level} {escaped(block.text)}"
    if isinstance(block, Paragraph):
        return _line(block.text)
    if isinstance(block, Items):
        return "\n".join(f"- {_line(entry)}" for entry in block.entries)
    if isinstance(block, Formula):
        return f"$$\n{block.latex}\n$$"
    if isinstance(block, Code):
        return fenced(block)
    return _reference(block)


def fenced(block: Code) -> str:
    """The lines between fences that none of them can close.

    >>> print(fenced(Code("a = 1", "python")))
    ```python
    a = 1
    ```
    """
    longest = max((len(ticks) for ticks in re.findall("`+", block.text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}{block.language}\n{block.text.rstrip()}\n{fence}"


def _line(words: Words) -> str:
    """A sentence that begins a line: its first sign begins no list and no quotation."""
    return _AT_START.sub(r"\1\\", _words(words).strip())


def _words(words: Words) -> str:
    return "".join(map(_piece, pieces(words)))


def _reference(block: Figure | Link) -> str:
    if isinstance(block, Figure):
        return f"![{escaped(block.caption)}]({quote(block.path)})"
    return f"[{escaped(block.text)}]({quote(block.url, safe=_IN_ADDRESSES)})"


def _table(table: Table) -> str:
    head = "| " + " | ".join(escaped(column) or " " for column in table.columns) + " |"
    rule = "| " + " | ".join("---:" if table.numeric else "---" for _ in table.columns) + " |"
    rows = ["| " + " | ".join(map(_words, row)) + " |" for row in table.rows]
    caption = [escaped(table.caption), ""] if table.caption else []
    return "\n".join([*caption, head, rule, *rows])


def _piece(cell: Cell) -> str:
    if isinstance(cell, Math):
        return inline(cell.latex)
    if isinstance(cell, Mark):
        return f"**{escaped(cell.text)}**" if cell.text else ""
    if isinstance(cell, Link):
        return _reference(cell)
    return escaped(cell)


def inline(latex: str) -> str:
    """Mathematics in a line: what Markdown would take for its own is written in words.

    >>> inline(r"\\{0, 1\\} \\cup |Q|<n")
    '$\\\\lbrace 0, 1\\\\rbrace  \\\\cup \\\\vert Q\\\\vert < n$'
    """
    for sign, word in _IN_WORDS.items():
        latex = latex.replace(sign, word)
    return f"${_TAG.sub('< ', latex)}$"


_IN_WORDS = {r"\{": r"\lbrace ", r"\}": r"\rbrace ", "|": r"\vert ", "*": r"\ast "}
_TAG = re.compile(r"<(?=[A-Za-z/!?])")

"""The blocks of a document as HTML: mathematics as MathML, figures inside the page."""

from __future__ import annotations

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
    plain,
    whole_table,
)
from mexplore.reports.writers.html.breaking import parts
from mexplore.reports.writers.html.mathml import mathml

_KEPT = tuple(",.;:)")
FEWEST_SORTED = 3  # rows of a table that is worth sorting


def fragment(document: Document) -> str:
    """The document as HTML for another page.

    >>> fragment(Document([Heading("0.77", 3), Paragraph("0 < 1")]))
    '<h3>0.77</h3>\\n<p>0 &lt; 1</p>'
    """
    return "\n".join(block_html(block) for block in document.blocks)


def block_html(block: Block, anchor: str = "") -> str:
    """One block; a heading may have an anchor, to which a table of contents leads."""
    if isinstance(block, Heading) and anchor:
        return f'<h{block.level} id="{anchor}">{escape(block.text)}</h{block.level}>'
    if isinstance(block, Text):
        return _text(block)
    if isinstance(block, Details):
        inside = "\n".join(map(block_html, block.blocks))
        return f"<details><summary>{escape(block.summary)}</summary>\n{inside}\n</details>"
    return _table(whole_table(block), sortable=isinstance(block, Table) and block.numeric)


def _text(block: Text) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, Paragraph):
        return f"<p>{_words(block.text)}</p>"
    if isinstance(block, Items):
        entries = "\n".join(f"<li>{_words(entry)}</li>" for entry in block.entries)
        return f"<ul>\n{entries}\n</ul>"
    if isinstance(block, Formula):
        return f'<div class="formula wide">{_displayed(block)}</div>'
    if isinstance(block, Code):
        kind = f' class="language-{block.language}"' if block.language else ""
        return f'<pre tabindex="0"><code{kind}>{escape(block.text)}</code></pre>'
    return _reference(block)


def _reference(block: Figure | Link) -> str:
    if isinstance(block, Link):
        return f"<p>{_piece(block)}</p>"
    caption = escape(block.caption)
    picture = block.svg or f'<img src="{escape(quote(block.path))}" alt="{caption}">'
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _words(words: Words) -> str:
    """The sentence; a formula and the sign after it stay in one line."""
    written = ""
    for piece in pieces(words):
        following = _piece(piece)
        if written.endswith("</math>") and following.startswith(_KEPT):
            at = written.rindex("<math")
            written, following = (
                written[:at],
                f'<span class="kept">{written[at:]}{following[0]}</span>{following[1:]}',
            )
        written += following
    return written


def _piece(piece: Cell) -> str:
    if isinstance(piece, Math):
        return _inline(piece)
    if isinstance(piece, Mark):
        return f'<span class="{piece.kind}">{escape(piece.text)}</span>'
    if isinstance(piece, Link):
        return f'<a href="{escape(piece.url)}">{escape(piece.text)}</a>'
    return escape(piece)


def _displayed(block: Formula) -> str:
    """As MathML, in parts that a narrow page sets one below the other; as text, where the LaTeX
    has what cannot be written so."""
    written = [mathml(part, display=True) for part in parts(block.latex)]
    if None in written:
        return f"<span>{escape(block.plain)}</span>"
    return " ".join(filter(None, written))


def _inline(block: Math) -> str:
    """The same in a line of text."""
    written = [mathml(part) for part in parts(block.latex)]
    if None in written:
        return f"<span>{escape(block.plain)}</span>"
    return "".join(filter(None, written))


def _table(table: Table, *, sortable: bool = False) -> str:
    """A table in a box that scrolls if it is wider than the page."""
    kinds = ["numeric"] * table.numeric
    kinds += ["sortable"] * (sortable and len(table.rows) >= FEWEST_SORTED)
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    heads = f"<thead><tr>{head}</tr></thead>\n" if any(table.columns) else ""
    rows = "\n".join(f"<tr>{''.join(_cell(cell) for cell in row)}</tr>" for row in table.rows)
    return (
        f'<div class="wide" tabindex="0"><table{kind}>{caption}{heads}'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(cell: Words) -> str:
    """A cell; one with formulas has its plain text too, by which tables are sorted."""
    if isinstance(cell, Mark):
        return f'<td class="{cell.kind}">{escape(cell.text)}</td>'
    text = plain(cell)
    formula = any(isinstance(piece, Math) for piece in pieces(cell))
    said = f' data-text="{escape(text)}"' if formula else ""
    return f"<td{said}>{_words(cell)}</td>"

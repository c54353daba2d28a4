"""A document as one HTML file that needs nothing else: mathematics as text, tables, no scripts."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from reports.documents.document import (
    Block,
    Code,
    Details,
    Document,
    Figure,
    Formula,
    Heading,
    Items,
    Link,
    Mark,
    Paragraph,
    Table,
    Text,
    Words,
    pieces,
    plain,
    whole_table,
)

_STYLE = """
body { font-family: system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; } td, th { padding: .15em .7em; }
th { border-bottom: 1px solid; } .numeric td, .numeric th { text-align: right; }
.exception { font-weight: bold; background: #fe9; } .good { color: #171; } .bad { color: #b00; }
.formula { margin: 1em 2em; font-family: serif; font-size: 110%; white-space: pre-wrap; }
pre { background: #8881; padding: .7em; overflow-x: auto; } img { max-width: 100%; }
"""


def to_html(document: Document) -> str:
    """The document as a page of HTML."""
    title = next((b.text for b in document.blocks if isinstance(b, Heading)), "mexplore")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{fragment(document)}\n</body>\n</html>\n"
    )


def fragment(document: Document) -> str:
    """The document as HTML to stand in a page of somebody else's.

    >>> fragment(Document([Heading("0.77", 3), Paragraph("0 < 1")]))
    '<h3>0.77</h3>\\n<p>0 &lt; 1</p>'
    """
    return "\n".join(_block(block) for block in document.blocks)


def _block(block: Block) -> str:
    if isinstance(block, Text):
        return _text(block)
    if isinstance(block, Details):
        inside = "\n".join(map(_block, block.blocks))
        return f"<details><summary>{escape(block.summary)}</summary>\n{inside}\n</details>"
    return _table(whole_table(block))


def _text(block: Text) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
    if isinstance(block, Paragraph):
        return f"<p>{_words(block.text)}</p>"
    if isinstance(block, Items):
        entries = "\n".join(f"<li>{_words(entry)}</li>" for entry in block.entries)
        return f"<ul>\n{entries}\n</ul>"
    if isinstance(block, Formula):
        return f'<p class="formula" title="{escape(block.latex)}">{escape(block.plain)}</p>'
    if isinstance(block, Code):
        return f"<pre>{escape(block.text)}</pre>"
    return _reference(block)


def _words(words: Words) -> str:
    return "".join(
        f'<span class="{piece.kind}">{escape(piece.text)}</span>'
        if isinstance(piece, Mark)
        else escape(plain(piece))
        for piece in pieces(words)
    )


def _reference(block: Figure | Link) -> str:
    if isinstance(block, Figure):
        path, caption = escape(quote(block.path)), escape(block.caption)
        return (
            f'<figure><img src="{path}" alt="{caption}"><figcaption>{caption}</figcaption></figure>'
        )
    return f'<p><a href="{escape(block.url)}">{escape(block.text)}</a></p>'


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = "\n".join(f"<tr>{''.join(_cell(cell) for cell in row)}</tr>" for row in table.rows)
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    kind = ' class="numeric"' if table.numeric else ""
    return f"<table{kind}>{caption}<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>"


def _cell(cell: Words) -> str:
    kind = f' class="{cell.kind}"' if isinstance(cell, Mark) else ""
    return f"<td{kind}>{escape(plain(cell))}</td>"

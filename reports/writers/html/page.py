"""A document as one HTML file that needs nothing else: no address, no font, no other file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from unicodedata import category
from urllib.parse import quote
from xml.etree import ElementTree

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

_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)
_OPENING = {"{", "(", "[", r"\left", r"\begin", r"\lfloor", r"\lceil", r"\langle"}
_CLOSING = {"}", ")", "]", r"\right", r"\end", r"\rfloor", r"\rceil", r"\rangle"}
_RELATIONS = {"=", r"\iff", r"\Longleftrightarrow", r"\Leftrightarrow", r"\to", r"\implies"}
_AFTER = {",", ":", r"\quad", r"\qquad"}
_TAILS = {"", r"\dots", r"\ldots", r"\cdots", r"\quad", r"\qquad"}
_SHORTEST = 8  # characters of LaTeX before a relation at which it is worth to break


def parts(latex: str) -> list[str]:
    r"""The formula in parts, each of which may begin a line: after a comma or a wide gap, and
    before a relation, none of them within brackets; a set is broken after its colon alone.

    >>> parts(r"G(x, y) = 0 \iff x = y \qquad (x \ge 7)")
    ['G(x, y) = 0 ', '\\iff x = y \\qquad', ' (x \\ge 7)']
    >>> parts(r"2, 3, \dots"), parts(r"\begin{cases} 1, & n = 2 \end{cases}")
    (['2,', ' 3, \\dots'], ['\\begin{cases} 1, & n = 2 \\end{cases}'])
    """
    found, depth, braces = [""], 0, 0
    delimiter = False  # the sign after \left or \right opens or closes nothing itself
    for token in _TOKEN.findall(latex):
        sign, delimiter = (" " if delimiter else token), token in (r"\left", r"\right")
        depth += (sign in _OPENING) - (sign in _CLOSING)
        braces += (sign == r"\{") - (sign == r"\}")
        breaks = not depth and not (braces and sign == ",")
        if breaks and sign in _RELATIONS and len(found[-1].strip()) >= _SHORTEST:
            found.append("")
        found[-1] += token
        if breaks and sign in _AFTER:
            found.append("")
    return _without_tails(found)


def _without_tails(found: list[str]) -> list[str]:
    """No part is empty, dots or a gap alone: these come after what they follow."""
    kept: list[str] = []
    for part in found:
        if kept and part.strip(" ,") in _TAILS:
            kept[-1] += part
        else:
            kept.append(part)
    return [part for part in kept if part.strip()]


_NAMESPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
_TEXT = re.compile(r"\\(text|texttt)\{((?:[^{}]|\\[{}])*)\}")
_ESCAPED = re.compile(r"\\([_%#&$ ])")
_BLACKBOARD = {"N": "ℕ", "Z": "ℤ", "Q": "ℚ", "R": "ℝ"}
_ALIGNED = re.compile(r"\\begin\{aligned\}(.*?)\\end\{aligned\}", re.DOTALL)


@cache
def mathml(latex: str, *, display: bool = False) -> str | None:
    r"""The formula as a ``math`` element; None where it has a command that is not known.

    >>> print(mathml("n < 2"))
    <math display="inline"><mrow><mi>n</mi><mo>&lt;</mo><mn>2</mn></mrow></math>
    >>> mathml(r"\unheard{n}") is None
    True
    """
    from latex2mathml.converter import convert

    try:
        written = convert(_prepared(latex), display="block" if display else "inline")
        math = ElementTree.fromstring(written.replace(_NAMESPACE, ""))
    except Exception:  # the library raises errors of every kind for what it cannot read
        return None
    if any("\\" in text for text in math.itertext()):
        return None
    for cell in math.iter("mtd"):  # browsers know the style, not the attribute
        cell.set("style", f"text-align: {cell.attrib.pop('columnalign', 'center')}")
    for text in math.iterfind(".//*[@mathvariant='monospace']"):
        text.attrib.pop("mathvariant")
        text.set("style", "font-family: monospace")
    for sign in math.iter("mi"):  # a relation has room at both sides, a letter has none
        if sign.text == ":" or (sign.text and category(sign.text[0]) == "Sm"):
            sign.tag = "mo"
    for row in math.iter("mrow"):
        _draw_brace(row)
    return ElementTree.tostring(math, encoding="unicode")


def _draw_brace(row: ElementTree.Element) -> None:
    """Where a brace stands before a table, make it a cell beside all rows, which the style draws
    as tall as they are: a browser without a font for mathematics does not stretch the sign."""
    for sign, table in pairwise(list(row)):
        if sign.tag == "mo" and sign.text == "{" and table.tag == "mtable":
            row.remove(sign)
            cell = ElementTree.Element("mtd", {"class": "brace", "rowspan": str(len(table))})
            ElementTree.SubElement(cell, "mo", {"stretchy": "false"}).text = "{"
            table[0].insert(0, cell)


def _prepared(latex: str) -> str:
    """The same formula without what the library, or the browsers, do not know."""
    for letter, sign in _BLACKBOARD.items():
        latex = re.sub(rf"\\mathbb\s*(\{{{letter}\}}|{letter}\b)", sign, latex)
    latex = _ALIGNED.sub(lambda found: _array(found[1]), latex)
    return _TEXT.sub(_texts, latex.replace(r"\!", ""))


def _array(lines: str) -> str:
    """The lines of ``aligned`` as an array: its columns stand to the right and left by turns."""
    columns = max(line.count("&") for line in lines.split(r"\\")) + 1
    return rf"\begin{{array}}{{{('rl' * columns)[:columns]}}}{lines}\end{{array}}"


def _texts(found: re.Match[str]) -> str:
    r"""A text without escapes, cut where it has mathematics.

    >>> _TEXT.sub(_texts, r"\text{row $3$: a\_b}")
    '\\text{row }3\\text{: a_b}'
    """
    command, inner = found.groups()
    written = []
    for i, part in enumerate(re.split(r"(?<!\\)\$", inner)):
        text = _ESCAPED.sub(r"\1", part)
        written.append(part if i % 2 else f"\\{command}{{{text}}}" if text else "")
    return "".join(written)


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
    written = _in_line(block.latex)
    return f"<span>{escape(block.plain)}</span>" if written is None else written


@cache
def _in_line(latex: str) -> str | None:
    """The formula as MathML; None where that cannot be."""
    written = [mathml(part) for part in parts(latex)]
    return None if None in written else "".join(filter(None, written))


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


FEWEST_CONTENTS = 3  # sections of a document that has a table of contents


def to_html(document: Document) -> str:
    """The document as a page, with a table of contents after its title."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title_of(document))}</title>\n"
        f"<style>\n{part('page.css')}</style>\n</head>\n<body>\n<main>\n"
        f"{body_of(document)}\n</main>\n<script>\n{part('sorting.js')}</script>\n</body>\n</html>\n"
    )


def title_of(document: Document) -> str:
    """The document's own heading."""
    headings = (block.text for block in document.blocks if isinstance(block, Heading))
    return next(headings, "mexplore")


def body_of(document: Document) -> str:
    """The content of the page: the blocks, and a table of contents after the title of a long
    document."""
    contents, body = contents_and_body(document)
    if contents:
        body.insert(1, contents)
    return "\n".join(body)


def contents_and_body(document: Document) -> tuple[str, list[str]]:
    """The table of contents, empty for a short document, and the blocks to which it leads."""
    sections = [b for b in document.blocks if isinstance(b, Heading) and b.level == 2]
    anchors = dict(zip(map(id, sections), _anchors(sections), strict=True))
    body = [block_html(block, anchors.get(id(block), "")) for block in document.blocks]
    if len(sections) < FEWEST_CONTENTS:
        return "", body
    return _contents(sections, list(anchors.values())), body


def part(name: str) -> str:
    """The style or the program of a page."""
    return (files("mexplore.reports.writers.html") / name).read_text(encoding="utf-8")


def _anchors(headings: Sequence[Heading]) -> list[str]:
    """A name for each heading, of its own words.

    >>> _anchors([Heading("Run table"), Heading("Values: x"), Heading("Run table")])
    ['run-table', 'values-x', 'run-table-2']
    """
    taken: dict[str, int] = {}
    names = []
    for heading in headings:
        name = re.sub(r"[^a-z0-9]+", "-", heading.text.lower()).strip("-") or "section"
        taken[name] = taken.get(name, 0) + 1
        names.append(name if taken[name] == 1 else f"{name}-{taken[name]}")
    return names


def _contents(sections: Sequence[Heading], names: Sequence[str]) -> str:
    rows = "\n".join(
        f'<li><a href="#{name}">{escape(section.text)}</a></li>'
        for section, name in zip(sections, names, strict=True)
    )
    return f'<nav aria-label="Contents">\n<ul>\n{rows}\n</ul>\n</nav>'

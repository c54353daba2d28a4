r"""A document as an article in LaTeX that compiles: amsmath, booktabs, longtable, hyperref.

Text is escaped, signs that the usual fonts do not have are written out, long words may be broken,
and tables and formulas that are wider than a page are set otherwise: nothing runs into the margin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath
from textwrap import wrap

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
    Tabular,
    Text,
    ValueGrid,
    ValueTable,
    Words,
    pieces,
    plain,
)
from mexplore.reports.writers.layout import AsLines, Fitted, fitted, in_rows, natural_width
from mexplore.reports.writers.prose import with_formulas

ROOM = 84  # characters of a table across a page
CHARACTER = 5.2  # points that one of them takes, at most
CODE_WIDTH = 92  # characters of a line of code
WIDEST_FORMULA = 90  # signs that stand across a page
SHORT = 24  # lines of a table that stands on one page
LONGEST_MATH = 40  # signs of a formula in a heading
GUTTER = 6  # characters between the halves of a table that stand side by side
LIST = r", \allowbreak "  # a list in a line of mathematics may be broken after each comma
PICTURES = (".png", ".jpg", ".jpeg", ".pdf")

_PREAMBLE = r"""\documentclass[11pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
\usepackage{booktabs,longtable,array}
\usepackage{graphicx}
\usepackage[margin=2.4cm]{geometry}
\usepackage[hidelinks]{hyperref}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt plus 2pt}
\setlength{\tabcolsep}{5pt}
\setcounter{secnumdepth}{0}
\sloppy
\emergencystretch=7em
"""


def to_latex(document: Document) -> str:
    """The document as a whole article; what is folded away elsewhere stands in an appendix."""
    folded = [block for block in document.blocks if isinstance(block, Details)]
    shown = [block for block in document.blocks if not isinstance(block, Details)]
    appendix: list[Block] = [Heading("Appendix")] if folded else []
    body = "\n\n".join(map(_block, [*shown, *appendix, *folded]))
    return f"{_PREAMBLE}\\begin{{document}}\n{body}\n\\end{{document}}\n"


def escaped(text: str) -> str:
    r"""Plain text in which the signs of LaTeX stand for themselves; long words may be broken.

    >>> escaped("a_1 < b & --all: 50%")
    'a\\_1 $<$ b \\& -{}-all: 50\\%'
    >>> escaped("n >= 2 -> x^2")
    'n $\\ge$ 2 $\\to$ x\\^{}2'
    """
    return " ".join(_word(word) for word in text.split(" "))


def _word(word: str) -> str:
    """A word; a long one may be broken after its commas, strokes and brackets, or anywhere."""
    if len(word) <= _LONGEST_WORD:
        return _SIGNS.sub(lambda found: _written(found[0]), word)
    parts = [
        part[i : i + _BREAK_AFTER]
        for part in _PARTS.findall(word)
        for i in range(0, len(part), _BREAK_AFTER)
    ]
    return r"\allowbreak ".join(f"{{{_word(part)}}}" for part in parts)


def _written(sign: str) -> str:
    """A sign, or a pair of signs, as LaTeX writes it."""
    if sign in _AS:
        return _AS[sign]
    return sign if sign in _LETTERS else rf"\texttt{{U+{ord(sign):04X}}}"


_LONGEST_WORD, _BREAK_AFTER = 20, 5
_PARTS = re.compile(r"[^,/_(\[;+]*[,/_(\[;+]|[^,/_(\[;+]+")
_LETTERS = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿÆæØøßŁłŠšŽžČčĚěŘřŐőŰű"
_AS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "^": r"\^{}",
    "~": r"\textasciitilde{}",
    "<=": r"$\le$",
    ">=": r"$\ge$",
    "!=": r"$\ne$",
    "->": r"$\to$",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': r"\char34{}",
    "--": "-{}-",
    "≡": r"$\equiv$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "→": r"$\to$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "’": "'",
    "‘": "`",
    "“": "``",
    "”": "''",
}
_SIGNS = re.compile(r"<=|>=|!=|->|--|[^\w \-.,:;()\[\]/+*='!?@`]|_|[^\x00-\x7f]")


def _block(block: Block) -> str:
    if isinstance(block, Text):
        return _text(block)
    if isinstance(block, Details):
        inside = "\n\n".join(map(_block, block.blocks))
        return f"\\subsection{{{escaped(block.summary)}}}\n\n{inside}"
    return _tables(block)


def _text(block: Text) -> str:
    if isinstance(block, Heading):
        return _heading(block)
    if isinstance(block, Items):
        entries = "\n".join(f"\\item {_words(entry)}" for entry in block.entries)
        return f"\\begin{{itemize}}\n{entries}\n\\end{{itemize}}"
    if isinstance(block, Formula):
        return _formula(block)
    if isinstance(block, Code):
        return _code(block)
    if isinstance(block, Paragraph):
        return _words(block.text)
    return _reference(block)


def _reference(block: Figure | Link) -> str:
    if isinstance(block, Figure):
        return _figure(block)
    return f"{escaped(block.text)}: \\url{{{_address(block.url)}}}"


def _heading(block: Heading) -> str:
    if block.level == 1:
        return f"{{\\Large\\bfseries\\raggedright {escaped(block.text)}\\par}}"
    depth = "section" if block.level == 2 else "subsection"
    words = "".join(map(_in_heading, _read(block.text)))
    return f"\\{depth}{{{words}}}"


def _read(text: str) -> tuple[Cell, ...]:
    """The words and formulas of a heading; as it is where a part of it would fill a line."""
    found = pieces(with_formulas(text))
    formulas = [piece.plain for piece in found if isinstance(piece, Math)]
    longest = max(map(len, [*formulas, *text.split()]), default=0)
    return found if longest <= LONGEST_MATH else (text,)


def _in_heading(piece: Cell) -> str:
    """Mathematics in a heading has its plain text for the bookmarks of the file."""
    if isinstance(piece, Math):
        return rf"\texorpdfstring{{{_piece(piece)}}}{{{escaped(piece.plain)}}}"
    return _piece(piece)


def _words(words: Words) -> str:
    return "".join(map(_piece, pieces(words)))


def _piece(piece: Cell) -> str:
    if isinstance(piece, Math):
        return f"${piece.latex.replace(', ', LIST)}$"
    if isinstance(piece, Mark):
        return rf"\textbf{{{escaped(piece.text)}}}" if piece.text else ""
    if isinstance(piece, Link):
        return _reference(piece)
    return escaped(piece)


def _formula(block: Formula) -> str:
    """Displayed; as text where it is wider than a page."""
    if max(_visible(line) for line in block.latex.split(r"\\")) <= WIDEST_FORMULA:
        return f"\\[\n{block.latex}\n\\]"
    lines = "\\\\\n".join(escaped(line.strip()) for line in block.plain.splitlines())
    return f"\\begin{{quote}}\\raggedright\n{lines}\n\\end{{quote}}"


def _visible(latex: str) -> int:
    """About how many signs stand in a line of a formula.

    >>> _visible(r"\\text{for all } n \\ge 71")
    10
    """
    return len(_shape(latex).replace(" ", ""))


def _shape(latex: str) -> str:
    """The signs that are seen, about; a blank after each comma."""
    bare = re.sub(r"\\(text|operatorname|left|right|mathrm|[tp]?frac|q?quad)\b", "", latex)
    signs = re.sub(r"\\(begin|end)\{\w+\}|\\[A-Za-z]+", "x", bare)
    return re.sub(r"[{}&\\^_\s]", "", signs).replace(",", ", ")


def _code(block: Code) -> str:
    text = block.text.encode("ascii", "backslashreplace").decode().replace("\\end{", "\\end {")
    lines = (part for line in text.splitlines() for part in _broken(line))
    begin, end = "\\begin{footnotesize}\n\\begin{verbatim}", "\\end{verbatim}\n\\end{footnotesize}"
    return "\n".join([begin, *lines, end])


def _broken(line: str) -> list[str]:
    """A line of code in parts that fit; those after the first stand a little to the right."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return wrap(
        line, CODE_WIDTH, subsequent_indent=indent, drop_whitespace=False, tabsize=4
    ) or [""]  # fmt: skip


def _figure(block: Figure) -> str:
    if PurePath(block.path).suffix.lower() not in PICTURES:
        return escaped(f"{block.caption}: {block.path}")
    name = "".join(f"\\string{sign}" if sign in "_#%&~^$" else sign for sign in block.path)
    return (
        "\\begin{center}\n\\includegraphics[width=.85\\linewidth]"
        f"{{{name}}}\\\\\n{escaped(block.caption)}\n\\end{{center}}"
    )


def _address(url: str) -> str:
    return url.replace("\\", r"\\").replace("%", r"\%").replace("#", r"\#")


def _tables(block: Tabular) -> str:
    """The table, in as many parts as the width of a page requires."""
    table = block.in_room(ROOM) if isinstance(block, ValueGrid) else block
    whole = in_rows(table, ROOM) if isinstance(table, ValueTable) else table
    rows = [[_as_wide(cell) for cell in row] for row in whole.rows]
    parts = [
        _table(part) if isinstance(part, Fitted) else _as_lines(part)
        for part in fitted(_side_by_side(replace(whole, rows=rows)), ROOM)
    ]
    return "\n\n".join([*([escaped(whole.caption)] if whole.caption else []), *parts])


def _as_wide(cell: Words) -> Words:
    """A cell whose mathematics takes as much room as it does on paper."""
    found = tuple(
        Math(piece.latex, re.sub(r"[^, ]", "m", _shape(piece.latex)))
        if isinstance(piece, Math)
        else piece
        for piece in pieces(cell)
    )
    return found[0] if len(found) == 1 else found


def _table(part: Fitted) -> str:
    table = part.table
    words = " & ".join(_cell(_read(column)) for column in table.columns)
    rows = "\n".join(" & ".join(map(_cell, row)) + r" \\" for row in table.rows)
    kind, place, repeated = (
        ("tabular", "", []) if _lines_of(part) <= SHORT else ("longtable", "[l]", [r"\endhead"])
    )
    lines = (
        r"\begin{small}",
        rf"\begin{{{kind}}}{place}{{@{{}}{' '.join(_columns(part))}@{{}}}}",
        r"\toprule",
        *([rf"{words} \\", r"\midrule", *repeated] if any(table.columns) else []),
        rows,
        r"\bottomrule",
        rf"\end{{{kind}}}",
        r"\end{small}",
    )
    return "\n".join(lines)


def _lines_of(part: Fitted) -> int:
    """About how many lines the rows take."""
    return sum(
        max(
            -(-len(plain(cell)) // max(width, 1))
            for cell, width in zip(row, part.widths, strict=True)
        )
        for row in part.table.rows
    )


def _side_by_side(table: Table) -> Table:
    """A long and narrow table in two columns: its second half stands beside the first.

    >>> found = _side_by_side(Table(("n", "G(n)"), [[str(n), "0"] for n in range(41)]))
    >>> found.columns, len(found.rows), found.rows[0], found.rows[-1]
    (['n', 'G(n)', '', 'n', 'G(n)'], 21, ['0', '0', '', '21', '0'], ['20', '0', '', '', ''])
    """
    half = -(-len(table.rows) // 2)
    if half <= SHORT // 2 or 2 * natural_width(table) + GUTTER > ROOM:
        return table
    empty = [""] * len(table.columns)
    others = [*table.rows[half:], empty][:half]
    rows = [[*left, "", *right] for left, right in zip(table.rows[:half], others, strict=True)]
    return replace(table, columns=[*table.columns, "", *table.columns], rows=rows)


def _cell(words: Words) -> str:
    """A cell, written so that LaTeX does not read it as an option of the row before."""
    written = _words(words)
    return f"{{}}{written}" if written.startswith(("[", "*")) else written


def _columns(part: Fitted) -> Iterator[str]:
    """The alignment of each column; one that was made narrower is set in lines."""
    for i, width in enumerate(part.widths):
        cells = [part.table.columns[i], *(plain(row[i]) for row in part.table.rows)]
        if max(map(len, cells)) > width:
            yield rf">{{\raggedright\arraybackslash}}p{{{width * CHARACTER:.0f}pt}}"
        else:
            yield "r" if part.table.numeric else "l"


def _as_lines(part: AsLines) -> str:
    """The rows of a table that is too wide for columns, a line a cell."""
    rows = [
        "\\\\\n".join(
            f"{escaped(head)}: {_words(cell)}" if head else _words(cell)
            for head, cell in zip(part.table.columns, row, strict=True)
            if plain(cell)
        )
        for row in part.table.rows
    ]
    return "\n\n".join(rows)

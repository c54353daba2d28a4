"""LaTeX as MathML, the mathematics that browsers show without any program."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from unicodedata import category
from xml.etree import ElementTree

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

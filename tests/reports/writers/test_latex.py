"""Articles in LaTeX compile, and nothing runs far into the margin."""

from __future__ import annotations

import re
import string
import subprocess
from pathlib import Path
from shutil import which

import pytest
from reported import NAMES, report_of

from mexplore.reports.writers.document import (
    Code,
    Document,
    Formula,
    Heading,
    Items,
    Mark,
    Math,
    Paragraph,
    Table,
    ValueTable,
)
from mexplore.reports.writers.latex import escaped, to_latex

WORST = 5.0  # points that a line may be too wide
needs_tex = pytest.mark.skipif(which("pdflatex") is None, reason="there is no pdflatex here")


def set_by_tex(article: str, folder: Path) -> list[str]:
    """Compile, assert that it went well; the complaints about lines that are too wide."""
    (folder / "article.tex").write_text(article)
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "article.tex"],
        cwd=folder, capture_output=True, timeout=100, check=False,
    )  # fmt: skip
    log = (folder / "article.log").read_text(errors="replace")
    assert run.returncode == 0, "\n".join(line for line in log.splitlines() if line[:1] == "!")
    assert (folder / "article.pdf").stat().st_size > 0
    widths = re.findall(r"Overfull \\hbox \(([0-9.]+)pt too wide\)[^\n]*", log)
    assert "Missing character" not in log
    return [width for width in widths if float(width) > WORST]


SLOW = ("kayles", "long-period", "grundys-game")  # or longer than the others


@needs_tex
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in NAMES]
)
def test_articles_of_games_compile(name: str, tmp_path: Path) -> None:
    assert set_by_tex(to_latex(report_of(name)), tmp_path) == []


@needs_tex
def test_any_text_compiles(tmp_path: Path) -> None:
    hostile = string.printable.replace("\n", " ").replace("\r", " ") + "é≡→∎漢😀\\end{document}"
    hostile = hostile.replace("\x0b", " ").replace("\x0c", " ")
    long = "[x*y//2," * 40 + "9" * 300
    document = Document([Heading(hostile, 1)])
    for text in (hostile, long, "[a]", "*", "-- --- ?` !`", "a\tb"):
        document.add(Heading(text, 2), Paragraph(text), Items([text, (text, Mark(text, "good"))]))
        document.add(Code(text + "\n\\end{verbatim}\n" + text))
        document.add(Table((text, "b"), [[text, "[1]"], [Mark(text, "bad"), Math("x_1", "x1")]]))
        document.add(Table(("n", text[:40]), [[text[:40], "*"]], numeric=True, caption=text))
        document.add(Formula(" + ".join(f"x_{{{i}}}" for i in range(90)), text))
    document.add(ValueTable([str(10**9 + i) for i in range(100)], 40))
    assert set_by_tex(to_latex(document), tmp_path) == []


def test_signs_are_escaped() -> None:
    assert escaped("50% of {a_b} & #1 ~ $x$ ^ \\") == (
        r"50\% of \{a\_b\} \& \#1 \textasciitilde{} \$x\$ \^{} \textbackslash{}"
    )
    assert escaped("漢") == r"\texttt{U+6F22}"


def test_heads_and_headings_are_mathematics() -> None:
    table = Table(("n mod 12", "G(n)", "heap"), [["0", "1", "2"]])
    article = to_latex(Document([Heading("Values: row x", 2), table]))
    assert r"$n \bmod 12$ & $G(n)$ & heap \\" in article
    assert r"\section{Values: row \texorpdfstring{$x$}{x}}" in article


def test_long_and_narrow_tables_stand_in_two_columns() -> None:
    rows = [[str(n), str(n % 7)] for n in range(101)]
    article = to_latex(Document([Table(("n", "G(n)"), rows)]))
    (body,) = re.findall(r"\\endhead\n(.*?)\n\\bottomrule", article, re.S)
    lines = [[cell.strip() for cell in row.split("&")] for row in body.split("\\\\")[:-1]]
    assert len(lines) == 51
    read = [(left, right) for left, right, *_ in lines]
    read += [(left, right) for *_, left, right in lines if left]
    assert read == [tuple(row) for row in rows]
    wide = [[str(n), "word " * 12] for n in range(101)]
    assert to_latex(Document([Table(("n", "words"), wide)])).count("n$ &") == 1


@needs_tex
def test_short_tables_stand_in_a_paper_of_two_columns(tmp_path: Path) -> None:
    """LaTeX refuses `longtable` there."""
    table = Table(("n mod 12", "G(n)"), [[str(n), "1"] for n in range(20)])
    article = to_latex(Document([Heading("Values", 2), table]))
    assert set_by_tex(article.replace("[11pt,a4paper]", "[twocolumn]"), tmp_path) == []

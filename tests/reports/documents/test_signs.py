"""Formulas are written without factors of 1, summands of 0 and signs in a row."""

from __future__ import annotations

import re

import pytest

from mexplore.discover.boards.study import study_board
from mexplore.discover.heaps.study import study
from mexplore.discover.study.limits import Limits
from mexplore.reports.documents.one_picture import BoardReport
from mexplore.reports.documents.report import Report, StudyReport
from mexplore.reports.writers.document import BRIEF, Detail
from mexplore.reports.writers.html.page import body_of
from mexplore.reports.writers.latex import to_latex
from mexplore.reports.writers.markdown import to_markdown
from mexplore.rules.boards import read_board
from mexplore.rules.boards.board import Board
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule

SIGNS = {
    "a factor of 1": r"(?<![\w.)^}])1 ?(\*(?!\*)|\\lfloor|\\cdot)|\\cdot 1(?!\d)",
    "a divisor of 1": r"(?<=[nxy)])/ ?1(?![\d.])|\\frac\{[^}]*\}\{1\}",
    "a summand of 0": r"(?<=[\w)}]) [+-] 0(?![\w.*/^])",
    "two signs": r"[+-] -",
    "an exponent of 1": r"(?<=[nxyk)}])(\^|\*\*)(1(?!\d)|\{1\})",
    "a modulus of 1": r"\bmod(ulo)? 1(?!\d)|\\pmod\{1\}|Mod\(\w+, 1\)",
}
"""What is not written, with what finds it. (In tables that say 12^k the power 12^1 is one.)"""

FEW = (
    "subtract(multiples(1))",
    "n -> [n - k for k in range(1, n + 1) if n != 7]",
    "n -> [n - k for k in range(1, n + 1) if n > 3]",
    "leave((n - 1)**2 % 7 .. n - 1)",
    "subtract(all but 2)",
    "subtract(1)",
    "subtract(1, 2)",
    "4.[3]",
    "0.7",
    "0.[7]",
    "remove(1 .. n // 2)",
    "(x, y) -> [(x - 1, y), (x, y - 1)]",
    "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]",
)


def report_of(text: str) -> Report:
    board = read_board(text)
    if board is not None:
        return BoardReport(study_board(board, upto=40, budget=5))
    return StudyReport(study(parse_rule(text), Limits(5, 3000)), {})


def look(text: str) -> None:
    found = report_of(text)
    written = [
        "\n".join(
            f"{f['statement']}\n{f['formula']}\n{f['latex']}" for f in found.json()["findings"]
        )
    ]
    for detail in (BRIEF, Detail()):
        document = found.document("mexplore", detail)
        page = re.sub(r"<(style|svg|script).*?</\1>", "", body_of(document), flags=re.DOTALL)
        written += [to_markdown(document), to_latex(document), re.sub(r"<[^>]+>", " ", page)]
    rule = str(Board.parse(text) or parse_rule(text))
    for output in written:
        plain = output.replace(text, "").replace(rule, "")
        for line in plain.splitlines():
            if "label=" in line:
                continue  # states of an automaton, each with its output
            for what, signs in SIGNS.items():
                seen = re.search(signs, line)
                assert seen is None, (
                    f"{text}: {what} in {line[max(seen.start() - 60, 0) :][:140]!r}"
                )


@pytest.mark.parametrize("text", FEW)
def test_signs(text: str) -> None:
    look(text)


@pytest.mark.slow
@pytest.mark.parametrize("text", sorted({game.rule for game in shipped().values()} - set(FEW)))
def test_signs_of_the_library(text: str) -> None:
    board = read_board(text)
    if board is None or board.dimensions == 2:
        look(text)


def test_the_saltus_of_period_1() -> None:
    """It was written 'G(n) - 1*floor(n/1)' and '-1 for n = 0 modulo 1'."""
    text = to_markdown(
        report_of("n -> [n - k for k in range(1, n + 1) if n > 3]").document("", BRIEF)
    )
    assert "floor(n/1)" not in text and "1*" not in text and "G(n)" in text

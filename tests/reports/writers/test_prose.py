"""Formulas found in the sentences of theorems: none is missed, no word is taken for one."""

from __future__ import annotations

import importlib
import pkgutil
import re
from inspect import isclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mexplore.discover.heaps.theorems
from mexplore.discover.study.theorem import TheoremOf
from mexplore.reports.documents.proof import theorem_stated
from mexplore.reports.writers.document import Document, Math, pieces, plain
from mexplore.reports.writers.html.page import fragment, mathml
from mexplore.reports.writers.latex import to_latex
from mexplore.reports.writers.prose import with_formulas

STATEMENTS = {
    member.name: member.statement
    for found in pkgutil.walk_packages(
        mexplore.discover.heaps.theorems.__path__, "mexplore.discover.heaps.theorems."
    )
    for member in vars(importlib.import_module(found.name)).values()
    if isclass(member) and issubclass(member, TheoremOf) and hasattr(member, "statement")
}


def formulas(text: str) -> list[str]:
    return [piece.plain for piece in pieces(with_formulas(text)) if isinstance(piece, Math)]


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_statements_of_theorems_are_mathematics(name: str) -> None:
    statement = STATEMENTS[name]
    found = with_formulas(statement)
    assert plain(found) == statement
    for piece in pieces(found):
        assert isinstance(piece, str | Math)
        if isinstance(piece, Math):
            assert mathml(piece.latex) is not None, piece.latex
            assert not re.search(r"[a-z]{3,}", re.sub(r"\\[a-zA-Z]+(\{[a-z]+\})?", "", piece.latex))
        else:
            words = re.sub(r"subtract\([A-Z]\)", "", piece)  # the notation of a rule
            assert not re.search(r"[<>=*^|]|floor\(|sqrt\(|\bn[0-9]", words), piece
            assert not re.search(r"(?<!['-])\b[B-Zb-z]\b(?!-)", words), piece


def test_a_statement_in_html_and_latex() -> None:
    document = Document([theorem_stated("test", "Where t*n0 >= 2, G(n) = floor(n/2).")])
    assert "&gt;=" not in fragment(document) and fragment(document).count("<math") == 2
    assert r"$G(n) = \lfloor n/2 \rfloor$" in to_latex(document)


def test_words_are_no_formulas() -> None:
    assert formulas("A move takes a heap; let A be a set: a is a number, leave a to h(n).") == [
        "A", "a", "a", "h(n)",
    ]  # fmt: skip
    assert formulas("P-positions of subtract(1, 2), by Bouton's theorem in base 2 (or 3).") == []
    assert formulas("the code 0.77, n0 = 71, p = 12: 71 <= n < 156") == [
        "n0 = 71", "p = 12", "71 <= n < 156",
    ]  # fmt: skip
    assert formulas("(x, y) and f(n - 1), ..., f(n - k), if (n is even)") == [
        "(x, y)", "f(n - 1), ..., f(n - k)", "n",
    ]  # fmt: skip


@given(st.text("anN0( )|,.<=-+*/^_'[é$\\floormax", max_size=40))
def test_no_text_is_lost(text: str) -> None:
    found = with_formulas(text)
    assert plain(found) == text
    for piece in pieces(found):
        if isinstance(piece, Math):
            assert piece.plain.count("(") == piece.plain.count(")")

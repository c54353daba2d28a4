"""Schwenk's theorem in Coq: laws that are accepted, false ones that are not, and the moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from coq_evaluation import asked, evaluated

from mexplore.discover.boards.patterns.take_away import TakeAwayOutcomes
from mexplore.discover.coq.compiler import are_closed
from mexplore.discover.coq.export import CoqProof, coq_proof
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board
from mexplore.rules.library import shipped

THEOREM = "Schwenk's take-away games"
GAMES = {
    "fibonacci-nim": "2*k",
    "dynamic-nim": "k",
    "(n, m) -> [(n - k, 3*k + 1) for k in range(1, min(n, m) + 1)]": "3*k + 1",
}


def board(text: str) -> Board:
    found = Board.parse(shipped()[text].rule if text in shipped() else text)
    assert found is not None
    return found


def law(text: str) -> str:
    proof = coq_proof(board(text), claim(text), THEOREM)
    assert isinstance(proof, CoqProof), proof
    return proof.files["Law.v"]


def claim(text: str) -> TakeAwayOutcomes:
    from mexplore.discover.boards.theorems.take_away import Schwenk

    found = Schwenk().hypotheses(board(text))
    assert isinstance(found, TakeAwayOutcomes)
    assert found.f(7) == TakeAwayOutcomes(GAMES[text]).f(7)
    return found


@pytest.mark.parametrize(
    "text", [t if t == "fibonacci-nim" else pytest.param(t, marks=pytest.mark.slow) for t in GAMES]
)
def test_coq_accepts_the_law_without_an_axiom(text: str, compiled: Path, tmp_path: Path) -> None:
    failed, said = asked(law(text), compiled, tmp_path)
    assert not failed and are_closed(law(text), said), said[-400:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("most y < s", "most y <= s"),
        ("x = 0 \\/", "x = 1 \\/"),
        ("smallest_part H x s", "smallest_part H (x + 1) s"),
        ("H, are_parts (fun k => most (next k)) H ->", "H, are_parts (fun k => next k + 1) H ->"),
        ("take_away next most.", "take_away next (fun m => m + 1)."),
    ],
)
def test_coq_refuses_false_laws(old: str, new: str, compiled: Path, tmp_path: Path) -> None:
    text = law("fibonacci-nim")
    assert text.count(old) >= 1
    failed, _ = asked(text.replace(old, new, 1), compiled, tmp_path)
    assert failed


@pytest.mark.slow
def test_the_moves_are_those_of_the_board(compiled: Path, tmp_path: Path) -> None:
    squares = [(x, y) for x in range(9) for y in range(9)]
    for text, following in GAMES.items():
        then = following.replace("*", " * ")
        game = f"take_away (fun k => {then}) (fun m => m)"
        assert game.replace(f"(fun k => {then}) (fun m => m)", "next most") in law(text)
        terms = [f"{game} ({x}, {y})" for x, y in squares]
        found = evaluated(terms, r"list (?:Boards\.)?square", ("Grundy", "Boards", "TakeAway"),
                          tmp_path, compiled)  # fmt: skip
        for square, options in zip(squares, found, strict=True):
            expected = {tuple(to) for option in board(text).options(square) for to in option}
            assert {tuple(each) for each in options} == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(n, m) -> [(n - k, 3) for k in range(1, min(n, m) + 1)]", "at least as much"),
        ("(n, m) -> [(n - k, k*k) for k in range(1, min(n, m) + 1)]", "a*k + b alone"),
        ("(m, n) -> [(2*k, n - k) for k in range(1, min(n, m) + 1)]", "with the heap first"),
    ],
)
def test_what_the_library_lacks_is_refused_with_the_reason(text: str, reason: str) -> None:
    from mexplore.discover.boards.theorems.take_away import Schwenk

    found = Schwenk().hypotheses(board(text))
    assert isinstance(found, TakeAwayOutcomes)
    refused = coq_proof(board(text), found, THEOREM)
    assert isinstance(refused, Inapplicable) and reason in refused.reason

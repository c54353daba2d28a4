"""Boards for Coq: laws are accepted without an axiom, false variants refused, terms the rules."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from coq_evaluation import asked, evaluated

from mexplore.discover.boards.line_study import study_line
from mexplore.discover.boards.study import study_board
from mexplore.discover.coq.compiler import CLOSED
from mexplore.discover.coq.export import CoqProof, needed, proof_of
from mexplore.discover.coq.terms import BoardTerm, term_of
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.lines import BoardSequence, Kind
from mexplore.rules.library import shipped

slow = pytest.mark.slow

ROOK = "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
NAMED = {
    "rook": ROOK,
    "difference": "(x, y) -> [(a, y) for a in range(y, x)] + [(x, b) for b in range(x, y)]",
    "rook and more": f"{ROOK} + [(x - 1, y - 2), (x + 1, y - 4)]",
    "two heaps": "(x, y) -> [(x - 1, y), (x - 2, y)] + [(x, b) for b in range(y)]",
    "steps down": "(x, y) -> [(x - 1, y - 2), (x, y - 3), (x - 2, y + 1)]",
    "smaller squares": (
        "(x, y) -> [(a, b) for a in range(x + 1) for b in range(y + 1) if a + b < x + y]"
    ),
    "a step, or halves": "(x, y) -> [(x - 1, y)] + ([(x // 2, y // 2)] if x + y else [])",
    "euclid to zero, both": (
        "(x, y) -> ([(x - k * y, y) for k in range(1, x // y + 1)] + "
        "[(x, y - k * x) for k in range(1, y // x + 1)]) if x * y else []"
    ),
    "thirds": "(x, y) -> ([(x // 3, y // 3)] if x or y else [])",
    "cyclic Nimhoff 4": f"{ROOK} + [(x - i, y - j) for i in range(1, 3) for j in range(1, 4 - i)]",
}

MORE = (
    "(x, y) -> [(a, b) for a in range(x) for b in range(y)]",
    "(x, y) -> [(x - 2*k, y - k) for k in range(1, x + 1)]",
    "(x, y) -> [(x - k, y - 2*k) for k in range(1, x + 1)] + [(x + 1, y - 2)]",
)


def board(text: str) -> Board:
    """A board of the library, of the list above, or in notation."""
    named = shipped().get(text)
    found = Board.parse(NAMED.get(text, text) if named is None else named.rule)
    assert found is not None
    return found


@cache
def law(text: str) -> str:
    """``Law.v`` of a board, or of a line: ``board, row 3``."""
    line = re.fullmatch(r"(.+), (row|column) (\d+)", text)
    if line:
        kind: Kind = "row" if line[2] == "row" else "column"
        sequence = BoardSequence(board(line[1]), None, kind, int(line[3]))
        written = proof_of(board(line[1]), study_line(sequence, Limits()).known)
    else:
        written = proof_of(board(text), study_board(board(text)).proved)
    assert isinstance(written, CoqProof), written
    return written.files["Law.v"]


def run(text: str, compiled: Path, folder: Path) -> str | None:
    """What Coq prints where it accepts the text; None where it refuses it."""
    failed, said = asked(text, compiled, folder)
    return None if failed else said


EXPORTED = [
    "rook",
    "cyclic Nimhoff 4",
    "knight",
    "king",
    "wythoff",
    "wythoff, row 3",
    "euclid",
    "bishop",
    "steps down, row 2",
    "two heaps",
    "a step, or halves",
    pytest.param("thirds", marks=slow),
    pytest.param("euclid to zero, both", marks=slow),
    pytest.param("king, column 3", marks=slow),
    pytest.param("rook and more", marks=slow),
    pytest.param("euclid-to-zero", marks=slow),
    pytest.param("chomp-2", marks=slow),
    pytest.param("difference", marks=slow),
    pytest.param("smaller squares", marks=slow),
    pytest.param("wythoff, column 4", marks=slow),
    pytest.param("wythoff, row 10", marks=slow),
    pytest.param("wythoff-2", marks=slow),
    pytest.param("wythoff-3, row 2", marks=slow),
    pytest.param("(x, y) -> [(x - 1, y - 3), (x - 2, y + 1), (x, y - 2)]", marks=slow),
]


@pytest.mark.parametrize("text", EXPORTED)
def test_coq_accepts_the_law_without_an_axiom(text: str, compiled: Path, tmp_path: Path) -> None:
    said = run(law(text), compiled, tmp_path)
    assert said is not None and said.count(CLOSED) == 2


FALSE = [  # what is replaced, by what: a value, a period, a bound, a move
    ("rook", ["N.lxor x y", "N.lxor x y + 1"]),
    ("rook", ["Ray 0 1 0 1]", "Ray 0 2 0 1]"]),
    ("cyclic Nimhoff 4", ["mod 4.", "mod 3."]),
    ("cyclic Nimhoff 4", ["; Step 2 1]", "]"]),
    ("knight", ["(x + 4, y + 4)", "(x + 2, y + 2)", "0 0 4 4", "0 0 2 2"]),
    ("knight", ["of_rows := [[0; 0; 1", "of_rows := [[0; 0; 2"]),
    ("king", ["(x + 2, y + 2)", "(x + 1, y + 1)", "0 0 2 2", "0 0 1 1"]),
    ("king", ["[1; 2; 3]]", "[1; 2; 1]]"]),
    ("wythoff", ["(lower 1 n, upper 1 n)", "(lower 2 n, upper 2 n)"]),
    ("wythoff", ["Ray 1 1 1 1]", "Ray 1 1 2 2]"]),
    ("wythoff, row 3", ["8 <= n", "7 <= n", "1 3 8 6 8", "1 3 7 6 8"]),
    ("wythoff, row 3", ["n + 6", "n + 3", "n) + 6", "n) + 3", "1 3 8 6 8", "1 3 8 3 8"]),
    ("wythoff, row 3", ["n + 6", "n + 3", "n) + 6", "n) + 3", "1 3 8 6 8 6", "1 3 8 3 8 3"]),
    ("two heaps", ["f (n + 3) = f n", "f (n + 2) = f n"]),
    ("two heaps", ["N.lxor (f x) (g y)", "f x + g y"]),
    ("rook and more", ["Step 1 2", "Step 1 3", "(1, 2)", "(1, 3)"]),
    ("rook and more", ["N.lxor x y.", "N.lxor x (y + 0) + 1."]),
    ("steps down, row 2", ["rows : list (list N) :=\n  [[0", "rows : list (list N) :=\n  [[1"]),
    ("euclid", ["N.min x y)", "N.min x y + 1)"]),
    ("euclid", ["  euclid.", "  euclid_to_zero."]),
    ("euclid-to-zero", ["x * y + x * x", "x * y + x * x + 1"]),
    ("euclid to zero, both", ["x * y + x * x", "x * y + x * x + 1"]),
    ("chomp-2", ["y <= 1", "y <= 2"]),
    ("bishop", ["Ray 1 1 1 1", "Ray 1 1 2 2"]),
    ("bishop", ["y / 1", "y / 2", " 1 1 1)", " 1 2 1)"]),
    ("smaller squares", ["Quadrant 0 1; ", ""]),
    ("difference", ["N.min x y.", "N.min x y + 1."]),
    ("a step, or halves", ["[0; 1; 1; 2; 0; 0; 2; 1].", "[0; 1; 1; 2; 0; 0; 2; 2]."]),
    ("a step, or halves", ["[[0; 1; 2; 3];", "[[0; 1; 3; 3];"]),
    ("a step, or halves", ["[Step 1 0] 2", "[Step 1 0] 3"]),
    ("a step, or halves", ["[Step 1 0] 2", "[Step 1 1] 2", "[(1, 0)]%Z", "[(1, 1)]%Z"]),
    ("thirds", ["automaton 3", "automaton 2", "law 3", "law 2"]),
]
SAMPLE = {0, 5, 6, 8, 10, 26, 27}


@pytest.mark.parametrize(
    ("text", "changes"),
    [case if n in SAMPLE else pytest.param(*case, marks=slow) for n, case in enumerate(FALSE)],
)
def test_coq_refuses_false_variants(
    text: str, changes: list[str], compiled: Path, tmp_path: Path
) -> None:
    changed = law(text)
    for true, false in zip(changes[::2], changes[1::2], strict=True):
        assert true in changed
        changed = changed.replace(true, false)
    assert run(changed, compiled, tmp_path) is None


def boards() -> list[Board]:
    """The boards of the library, and more."""
    found = [Board.parse(game.rule) for game in shipped().values()]
    listed = [one for one in found if one is not None and one.dimensions == 2]
    return [*listed, *map(board, (*NAMED, *MORE))]


def options_by_coq(
    terms: list[str], modules: tuple[str, ...], small: int, compiled: Path, folder: Path
) -> list[list[list[tuple[int, int]]]]:
    """The options that Coq computes from each term, at x, y < ``small``."""
    squares = f"list_prod (upto {small} 0) (upto {small} 0)"
    asked = [f"let game : board := {term} in map game ({squares})" for term in terms]
    kind = r"list \(list (?:Boards\.)?square\)"
    return evaluated(asked, kind, needed(("Boards", *modules)), folder, compiled)


def check_options(each: Board, listed: list[list[tuple[int, int]]], small: int) -> None:
    squares = [(x, y) for x in range(small) for y in range(small)]
    for square, options in zip(squares, listed, strict=True):
        assert {(option,) for option in options} == set(each.options(square)), (each, square)


@pytest.mark.parametrize("small", [5, pytest.param(12, marks=slow)])
def test_the_options_are_those_of_the_board(small: int, compiled: Path, tmp_path: Path) -> None:
    terms = [(each, term_of(each)) for each in boards()]
    known = [(each, term.text) for each, term in terms if isinstance(term, BoardTerm)]
    assert len(known) >= 15
    listed = options_by_coq(
        [t for _, t in known], ("Chain", "Euclid", "DigitWindows"), small, compiled, tmp_path
    )
    for (each, _), options in zip(known, listed, strict=True):
        check_options(each, options, small)


def test_two_heaps_have_the_options_of_the_board(compiled: Path, tmp_path: Path) -> None:
    """The term of a sum of heaps is that of two rules, not of steps."""
    term = re.search(r"Definition game : board :=\s+(.*)\.", law("two heaps"))
    assert term is not None
    listed = options_by_coq(
        [term[1]], ("AllBut", "Subtraction", "HeapsBeside"), 6, compiled, tmp_path
    )
    check_options(board("two heaps"), listed[0], 6)


def test_windows_that_are_too_many_are_refused_with_their_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mexplore.discover.coq.laws.tables.MOST_COMPARED", 10)
    rule = board("a step, or halves")
    found = proof_of(rule, study_board(rule).proved)
    assert isinstance(found, Inapplicable) and "windows of states" in found.reason


def test_what_has_no_term_is_refused_with_the_reason() -> None:
    for each in boards():
        term = term_of(each)
        assert not isinstance(term, Inapplicable) or "no term" in term.reason

"""P-positions told by automata, for Coq: accepted without an axiom, false variants refused. Other
laws that automata tell are in `test_told`."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest
from altered_automata import altered
from coq_evaluation import asked, evaluated

from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.theorems.lost_by_digits import Linear, LostByDigitsTheorem
from mexplore.discover.coq.compiler import CLOSED
from mexplore.discover.coq.export import translated
from mexplore.discover.coq.law import CoqLaw, law_file
from mexplore.discover.coq.laws.outcomes import automaton_term
from mexplore.discover.outcomes.deciding import Moves
from mexplore.discover.outcomes.words import Checker
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.notation import parse_board

slow = pytest.mark.slow
ROOK = "[(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
QUEEN = f"{ROOK} + [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
GAMES = {
    "Dynamic Nim": "(x, y) -> [(x - j, j) for j in range(1, min(x, y) + 1)]",
    "Mem": "(x, y) -> [(x - j, j) for j in range(max(1, y), x + 1)]",
    "halves": f"(x, y) -> {ROOK} if x < 3 else [(x // 2, y)]",
    "thirds": "(x, y) -> [(x // 3, y + 1), (x, y - 1)] if x else [(x, y - 1)]",
    "Nim": "nim(3 heaps; at most 1)",
    "Moore 2 of 3": "nim(3 heaps; at most 2)",
    "Moore 2 of 4": "nim(4 heaps; at most 2)",
    "Moore 3 of 4": "nim(4 heaps; at most 3)",
    "Fibonacci Nim": "(x, y) -> [(x - j, 2*j) for j in range(1, min(x, y) + 1)]",
    "Wythoff": f"(x, y) -> {QUEEN}",
    "Wythoff to x + y <= 1": f"(x, y) -> {QUEEN} if x + y > 1 else []",
    "Wythoff to x + y <= 3": f"(x, y) -> {QUEEN} if x + y > 3 else []",
    "2-Wythoff": f"(x, y) -> {ROOK} + "
    "[(x - i, y - j) for i in range(1, x + 1) for j in range(max(1, i - 1), i + 2)]",
}
THEOREM = LostByDigitsTheorem()


def board_of(text: str) -> Board:
    board = parse_board(text)
    assert isinstance(board, Board)
    return board


@cache
def found(name: str) -> tuple[Linear, LostByDigits]:
    shape = THEOREM.hypotheses(board_of(GAMES[name]))
    assert isinstance(shape, Linear)
    tables = Tables(shape.board)
    proved = THEOREM.sought(shape, lambda *sides: tables.table(sides))
    assert isinstance(proved, Proved)
    assert isinstance(proved.claim, LostByDigits)
    return shape, proved.claim


def term_of(claim: LostByDigits) -> str:
    """The automaton for Coq."""
    words = Checker(claim.written_in.name).reversed(claim.names, claim.transitions, claim.lost)
    return automaton_term(words, claim.written_in.digits)


def law(shape: Linear, claim: LostByDigits) -> str:
    translation = translated(THEOREM, shape.board, shape, claim)
    assert isinstance(translation, CoqLaw), translation
    return law_file(translation, str(shape.board), claim.statement(), THEOREM.name)


STEPS = 4000  # more than these laws need; sets of states of false ones are many
FEW = ("Dynamic Nim", "Fibonacci Nim")


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=slow) for name in GAMES]
)
def test_coq_accepts_the_law_without_an_axiom(name: str, compiled: Path, tmp_path: Path) -> None:
    failed, said = asked(law(*found(name)), compiled, tmp_path)
    assert not failed and said.count(CLOSED) == 2


FALSE = [  # what is replaced, by what: a move, the automaton, the rank
    ("Dynamic Nim", "x' + y' = x)", "x' + y' + 1 = x)"),
    ("Dynamic Nim", "sums : list (list Z) := [[1; 0]]", "sums : list (list Z) := [[0; 1]]"),
    ("Dynamic Nim", "[0; 1; 1]%N", "[0; 1; 0]%N"),
    ("Fibonacci Nim", "Numeration [1] 1", "Numeration [2] 0"),
    ("Wythoff", "y' = y", "y' <= y"),
    ("Wythoff", "Numeration [1] 1", "Numeration [2] 1"),
]


@pytest.mark.parametrize(
    ("name", "true", "false"),
    [case if n in {0, 2, 3} else pytest.param(*case, marks=slow) for n, case in enumerate(FALSE)],
)
def test_coq_refuses_false_variants(
    name: str, true: str, false: str, compiled: Path, tmp_path: Path
) -> None:
    text = law(*found(name))
    assert true in text
    failed, said = asked(text.replace(true, false, 1), compiled, tmp_path)
    assert failed and "Error" in said


def mutants(claim: LostByDigits, count: int) -> list[LostByDigits]:
    """One transition or one output is another."""
    pick = Random(claim.order)
    return [LostByDigits.of(altered(claim.automaton, pick)) for _ in range(count)]


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("Dynamic Nim", 6),
        *(pytest.param(name, 60, marks=slow) for name in ("Dynamic Nim", "Mem", "Nim")),
        *(pytest.param(name, 30, marks=slow) for name in ("Fibonacci Nim", "Wythoff")),
    ],
)
def test_coq_decides_mutants_as_we_do(
    name: str, count: int, compiled: Path, tmp_path: Path
) -> None:
    shape, claim = found(name)
    moves = Moves(shape.moves, shape.board.names, claim.written_in)
    changed = [each for each in mutants(claim, count) if each != claim]
    ours = [moves.wrong(each.automaton) is None for each in changed]
    assert not all(ours)
    text = law(shape, claim)
    check = re.search(r"checked : check (.*) \(N.to_nat \d+\) moves sums (\d+) \(", text)
    assert check is not None
    listed = "; ".join(map(term_of, changed))
    term = f"fun a => check {check[1]} fuel moves sums {check[2]} (normal_play a)"
    text = text[: text.index("Definition game")] + f"Definition fuel := N.to_nat {STEPS}.\n"
    text += f"Eval vm_compute in map ({term}) [{listed}]."
    failed, said = asked(text, compiled, tmp_path)
    assert not failed, said[-300:]
    assert re.findall(r"true|false", said) == [str(each).lower() for each in ours]


@pytest.mark.parametrize("name", [n for n in GAMES if "4" not in n and "2-" not in n])
def test_the_formula_of_the_moves_is_the_rule(name: str) -> None:
    """Read once more by Python, at small positions."""
    shape, claim = found(name)
    formula = re.search(r"\] =>\n(.*?)\n  \| _", law(shape, claim), re.DOTALL)
    assert formula is not None
    said = formula[1].replace("/\\", "and").replace("\\/", "or").replace(" = ", " == ")
    said = re.sub(r"exists (k\d?), ", r"any(", said).replace("'", "_")
    assert "any(" not in said  # these games need no names besides coordinates
    side, n = (7, 2) if claim.coordinates == 2 else (4, 3)
    names = "xyz"[:n]
    code = compile(" ".join(said.split()), name, "eval")
    for square in product(range(side), repeat=n):
        given = dict(zip(names, square, strict=True))
        options = {to for option in shape.board.options(square) for to in option}
        for to in product(range(2 * side), repeat=n):
            after = {f"{x}_": number for x, number in zip(names, to, strict=True)}
            assert eval(code, {}, given | after) == (to in options), (square, to)


def test_what_coq_accepts_is_lost(compiled: Path, tmp_path: Path) -> None:
    """The automaton of the law, run by Coq, against the definition."""
    side = 24
    for name in ("Dynamic Nim", "Fibonacci Nim"):
        shape, claim = found(name)
        weights = re.search(r"Numeration \[\d+\] \d+", law(shape, claim))
        assert weights is not None
        term = (
            f"map (fun v => N.b2n (accepts ({weights[0]})%Z ({term_of(claim)}) v)) "
            f"(flat_map (fun x => map (fun y => [Z.of_N x; Z.of_N y]) (upto {side} 0)) "
            f"(upto {side} 0))"
        )
        modules = ("Grundy", "Numerations", "Readings")
        (told,) = evaluated([term], r"list N", modules, tmp_path, compiled)
        lost = Tables(shape.board).table((side, side)) == 0
        assert told == [int(each) for each in lost.flatten()]


def test_what_the_library_lacks_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, claim = found("Wythoff")
    monkeypatch.setattr("mexplore.discover.coq.laws.outcomes.MOST_STATES", 3)
    refused = translated(THEOREM, shape.board, shape, claim)
    assert isinstance(refused, Inapplicable) and "7 states" in refused.reason

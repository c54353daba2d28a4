"""Claims about the squares of a board: altered ones are noticed, and so are foreign variables."""

from __future__ import annotations

import ast
import re
import zlib
from fractions import Fraction
from random import Random

import pytest
from altered_texts import alterations
from written_boards import board

from mexplore.discover.automata.numeration import Base
from mexplore.discover.boards.check import check_squares, read_square_formula, read_vectors
from mexplore.discover.boards.kind import Boards
from mexplore.discover.boards.patterns.beatty_pairs import BeattyPairs
from mexplore.discover.boards.patterns.digit_automaton import DigitAutomaton
from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.line import LineLaw
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.patterns.one_heap import OneHeap
from mexplore.discover.boards.patterns.outcomes import Outcomes
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.product_of_heaps import ProductOfHeaps
from mexplore.discover.boards.patterns.state_laws import StateLaws
from mexplore.discover.boards.patterns.take_away import TakeAwayOutcomes
from mexplore.discover.boards.patterns.values_by_digits import ValuesByDigits
from mexplore.discover.boards.patterns.vector_period import VectorPeriod
from mexplore.discover.boards.patterns.xor_of_heaps import XorOfHeaps
from mexplore.discover.heaps.patterns.beatty.pattern import Beatty
from mexplore.discover.heaps.patterns.periodic import Periodic
from mexplore.discover.study.conclusion import Difference
from mexplore.rules.arithmetic.numbers import Surd
from mexplore.rules.boards.board import Board
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule

PHI, PHI_SQUARED = (Surd(Fraction(k, 2), Fraction(1, 2), 5) for k in (1, 3))
NIM, SMALL = (HeapPart.studied(parse_rule(rule)) for rule in ("remove(1 .. n)", "subtract(1, 2)"))
LAWS: list[BoardLaw] = [
    VectorPeriod(((4, 0), (0, 3), (1, 2))), VectorPeriod(((1, 3),), (0, 3)), FormulaLaw("x ^ y"),
    FormulaLaw("max(x, y) // min(x, y) if min(x, y) else 0"), FormulaLaw("(x // 2) ^ (y // 2)"),
    LineLaw("row", 2, Periodic(0, 3, 3)), DigitAutomaton(2, ((0, 1, 1, 0), (1, 0, 0, 1)), (0, 1)),
    BeattyPairs(Beatty(PHI, 0), Beatty(PHI_SQUARED, 0)), Outcomes("golden section"),
    OneHeap(SMALL, 1, 2), XorOfHeaps(NIM, SMALL), XorOfHeaps(NIM, NIM), TakeAwayOutcomes("k"),
    TakeAwayOutcomes("3 * k"), TakeAwayOutcomes("k", "2 * m", "y"),
    ProductOfHeaps(NIM, SMALL), ProductOfHeaps(NIM, NIM),
    StateLaws("column", ((1, Periodic(1, 2, 2)), (0, Periodic(0, 1, 1)))),
    LostByDigits(Base(2), 2, ((0, 1, 1, 0), (1, 1, 1, 1)), (0,)),
    ValuesByDigits(Base(2), 2, ((0, 1, 1, 0), (1, 1, 1, 1)), 1, (0, 2)),
]  # fmt: skip


PLANE = board("(x, y) -> [(x - 1, y)]")


def without_ending(text: str) -> str:
    """The text without 'for all x, y >= 0'; read apart from the reader."""
    ending = r"(?s)(.*)\bfor\s+((all|every)\s+)?(x\s*,\s*y|y\s*,\s*x)\s*>=\s*0\s*\.?\s*"
    found = re.fullmatch(ending, text)
    return found[1] if found else text


def whole_expression(text: str) -> bool:
    """Whether the text is an expression and nothing else, xor being written as a product."""
    text = re.sub(r"(?s)\s*G\s*\(\s*x\s*,\s*y\s*\)\s*=(?!=)", "", text, count=1)
    product = re.sub(r"(?<=[A-Za-z0-9_)])\s*xor(?=\s*[A-Za-z0-9_(+-])", "*", text)
    try:
        ast.parse(f"({product}\n)", mode="eval")
    except SyntaxError:
        return False
    return "#" not in text


def check_alterations(law: BoardLaw, count: int) -> None:
    statement = law.statement()
    for text in alterations(statement, Random(zlib.crc32(statement.encode())), count):
        try:
            vectors = read_vectors(text, PLANE)
            if vectors is None:
                read_square_formula(text, PLANE)
        except MexploreError as error:
            assert "\n" not in str(error)
            continue
        said = without_ending(text)
        if vectors is None:
            assert whole_expression(said), text
        else:
            written = [f"G(x + {a}, y + {b})".replace(" + 0", "") for a, b in vectors]
            plain = re.sub(r"\+0+(?=[,)])|(?<=\+)0+(?=[0-9])", "", "".join(said.split()))
            assert "=".join([*written, "G(x,y)"]).replace(" ", "") == plain, text


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.statement()[:40])
def test_altered_statements_are_not_taken_for_others(law: BoardLaw) -> None:
    check_alterations(law, 500)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.statement()[:40])
def test_many_altered_statements_are_not_taken_for_others(law: BoardLaw) -> None:
    check_alterations(law, 20_000)


def test_statements_of_every_law_are_altered() -> None:
    assert {law.name for law in LAWS} == {law.name for law in Boards().claims()}


@pytest.mark.parametrize(
    ("text", "column"),
    [("G(x + 4, y) = G(x, y) for q >= 0", 27), ("G(x, y) = x for all q >= 0", 21),
     ("x + y for x >= 0", 11), ("x + y for all x, y, z >= 0", 15), ("x + y for x, x >= 0", 11),
     ("xor(x, y) # for small x", 11), ("G(x, y) = xor(x, y) # for small x", 11)],
)  # fmt: skip
def test_what_is_not_said_of_all_squares_is_refused(text: str, column: int) -> None:
    with pytest.raises(MexploreError, match=rf"\(column {column}\)"):
        check_squares(PLANE, None, text, (0, 9))


@pytest.mark.parametrize(
    "ending", ["", " for all x, y >= 0", " for every y,x>=0.", " for x, y >= 0"]
)
def test_all_squares_are_named_in_some_ways(ending: str) -> None:
    assert read_vectors(f"G(x + 4, y) = G(x, y){ending}", PLANE) == ((4, 0),)
    assert read_square_formula(f"G(x, y) = x{ending}", PLANE) == read_square_formula("x", PLANE)


def test_texts_and_numbers_that_are_too_long_are_refused() -> None:
    for text in ("x + y" + " " * 100_000, "G(x + 4, y) = G(x, y)" + " " * 100_000 + "for n"):
        with pytest.raises(MexploreError, match="at most 100000"):
            check_squares(PLANE, None, text, (0, 9))


def test_a_law_from_a_corner_on_proves_nothing_of_all_squares() -> None:
    """G(x + 1, y + 3) = G(x, y) is proved for y >= 3, and false at (2, 0). A table of 2x2 squares
    shows neither."""
    steps = board("(x, y) -> [(x - 1, y - 1), (x - 3, y + 1), (x, y - 2)]")
    claim = "G(x + 1, y + 3) = G(x, y)"
    assert check_squares(steps, None, claim, (0, 9)).first_failure == (2, 0)
    # The moves of 3 are not in so small a table.
    assert check_squares(steps, None, claim, (0, 1)).status == "nothing found"


def test_a_formula_with_roots_is_compared_square_by_square() -> None:
    """Roots are no operation on arrays: the formula is evaluated exactly, at each square itself."""
    rook = board("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")
    assert check_squares(rook, None, "xor(x, y) + 0*ceiling(sqrt(y))", (0, 9)).failure is None
    wrong = check_squares(rook, None, "xor(x, y) + ceiling(sqrt(y)) - Min(y, 2)", (0, 9))
    assert wrong.failure == Difference((0, 5), 5, "6")  # where 3 is not 2


CHOCOLATE = "(y, z) -> [(a, z) for a in range(y)] + [(min(y, b//2), b) for b in range(z)]"


@pytest.mark.parametrize(
    ("claim", "failure"),
    [
        # Chocolate bars with y <= z/2: the value is the nim-sum there, and not everywhere.
        ("xor(y, z) for 2*y <= z", None),
        ("G(y, z) = xor(y, z) for all 2*y <= z", None),
        ("y xor z for 2*y <= z and z > 3", None),
        ("xor(y, z)", (1, 1)),
        ("xor(y, z) for 2*y <= z + 3", (1, 1)),
        ("z for y == 0", None),
        ("xor(y, z) for y >= 1, max(z, 2*y) == z", None),
        ("xor(y, z) for y > 0 and z == 1", (1, 1)),
    ],
)
def test_a_claim_on_a_part_of_a_board(claim: str, failure: tuple[int, int] | None) -> None:
    board = Board.parse(CHOCOLATE)
    assert board is not None
    found = check_squares(board, None, claim, (0, 40))
    assert found.first_failure == failure
    assert found.status == ("holds so far" if failure is None else "refuted")


def test_a_part_of_a_proved_law_is_proved() -> None:
    rook = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")
    assert rook is not None
    assert check_squares(rook, None, "x xor y for x, y >= 1", (0, 20)).theorem


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("y for w > 1", "'w' is unknown"),
        ("y for z + 1", "this is no condition"),
        ("y for z > 1,", r"\(column 13\)"),
        ("y for ,", r"\(column 7\)"),
        ("y for z > 1, y >=", r"\(column 1\d\)"),
        ("y for y > 10**6", "for no square that was compared"),
    ],
)
def test_parts_that_cannot_be_read(claim: str, said: str) -> None:
    board = Board.parse(CHOCOLATE)
    assert board is not None
    with pytest.raises(MexploreError, match=said):
        check_squares(board, None, claim, (0, 20))

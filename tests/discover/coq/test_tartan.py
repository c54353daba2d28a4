"""The Tartan theorem for Coq: laws are accepted without an axiom, false ones refused, options are
those of the board, and the nim-product is the one of the field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, reduce
from operator import xor
from pathlib import Path

import pytest
from coq_evaluation import asked, evaluated
from coq_reader import product_in, values_of

from mexplore.discover.boards.theorems.tartan import Tartan
from mexplore.discover.coq.compiler import CLOSED
from mexplore.discover.coq.export import CoqProof, coq_proof
from mexplore.discover.coq.terms import game_of
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.nim_field import nim_product
from mexplore.rules.boards.board import Board
from mexplore.rules.notation import parse_board, parse_rule
from mexplore.rules.rule import grundy_by_definition

slow = pytest.mark.slow

COINS = "(x, y) -> [((a, y), (x, b), (a, b)) for a in range(x) for b in range(y)]"
TWO = "0.07 x subtract(1, 3)"
PRODUCTS = [
    TWO,
    pytest.param(COINS, marks=slow),
    pytest.param("kayles x divide(2)", marks=slow),
    pytest.param("4.4 x subtract(all but 2)", marks=slow),
]
Squares = frozenset[tuple[int, ...]]


def board_of(text: str) -> Board:
    board = parse_board(text)
    assert board is not None
    return board


@cache
def law(text: str) -> str:
    board = board_of(text)
    (claim,) = Tartan().claims(board)
    proof = coq_proof(board, claim, Tartan.name)
    assert isinstance(proof, CoqProof), proof
    return proof.files["Law.v"]


@pytest.mark.parametrize("text", PRODUCTS)
def test_coq_accepts_products(text: str, compiled: Path, tmp_path: Path) -> None:
    failed, said = asked(law(text), compiled, tmp_path)
    assert not failed and said.count(CLOSED) == 2


CHANGES = [  # the product, a law, a rule of a heap, the game
    ("nim_product (f x) (g y)", "N.lxor (f x) (g y)"),
    ("nim_product (f x) (g y)", "nim_product (f y) (g x)"),
    ("g (n + 2) = g n", "g (n + 1) = g n"),
    ("product_of (octal [0; 0; 7])", "product_of (octal [0; 0; 3])"),
    ("is_grundy (subtract [1; 3]) g", "is_grundy (subtract [1; 2]) g"),
    ("[1; 3]", "[1; 4]"),
]


@pytest.mark.parametrize(
    ("old", "new"),
    [c if i in {0, 2} else pytest.param(*c, marks=slow) for i, c in enumerate(CHANGES)],
)
def test_coq_refuses_changed_products(old: str, new: str, compiled: Path, tmp_path: Path) -> None:
    assert old in law(TWO)
    failed, _ = asked(law(TWO).replace(old, new), compiled, tmp_path)
    assert failed


def heads(squares: Iterable[tuple[int, ...]]) -> Squares:
    """The coins that are turned, each twice is not; there are none on lines 0."""
    return frozenset(s for s, many in Counter(squares).items() if many % 2 and all(s))


def test_options_and_products_are_right(compiled: Path, tmp_path: Path) -> None:
    rules = [
        (parse_rule(x), parse_rule(y)) for x, y in (("0.07", "subtract(1, 3)"), ("0.6", "4.4"))
    ]
    corner = [(x, y) for x in range(5) for y in range(5)]
    pairs = "; ".join(map(str, corner))
    terms = [f"map (product_of ({game_of(r)}) ({game_of(s)})) [{pairs}]" for r, s in rules]
    modules = ("Grundy", "TakeAndBreak", "Subtraction", "Kinds", "NimProduct", "Tartan")
    kind = r"list \(list \(list (?:Kinds\.)?heap\)\)"
    for (r, s), listed in zip(
        rules, evaluated(terms, kind, modules, tmp_path, compiled), strict=True
    ):
        board = board_of(f"{r} x {s}")
        for square, options in zip(corner, listed, strict=True):
            if all(square):
                assert set(map(heads, options)) == set(map(heads, board.options(square)))
    ((*found,),) = evaluated(
        ["map (fun X => nim_product (fst X) (snd X)) (list_prod (upto 4 0) (upto 4 0))"],
        r"list N", modules, tmp_path, compiled,
    )  # fmt: skip
    assert found == [nim_product(x, y) for x in range(4) for y in range(4)]


@pytest.mark.kernel  # both heaps are studied first
def test_the_product_is_what_was_asked() -> None:
    """A reader of its own: both rules, and values by the definition of the product."""
    first, second = product_in(law(TWO))
    assert values_of(first, 5) == [0, 0, 1, 1, 2]
    values: dict[tuple[int, int], int] = {}
    for x, y in sorted(((x, y) for x in range(5) for y in range(5)), key=sum):
        had = {
            reduce(xor, (values[a, b] for a in (x, *A) for b in (y, *B) if (a, b) != (x, y)), 0)
            for A in first(x)
            for B in second(y)
        }
        values[x, y] = next(v for v in range(len(had) + 1) if v not in had)
    f, g = (grundy_by_definition(parse_rule(text), 5) for text in ("0.07", "subtract(1, 3)"))
    assert all(values[x, y] == nim_product(f[x], g[y]) for x, y in values)


def test_products_without_a_term_are_refused() -> None:
    board = board_of("turn(1, 2) x turn(any in a row)")
    (claim,) = Tartan().claims(board)
    refused = coq_proof(board, claim, Tartan.name)
    assert isinstance(refused, Inapplicable) and "turn(any in a row)" in refused.reason

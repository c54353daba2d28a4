"""The Tartan theorem: products of two rows of coins, by notation and as lists of options."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from mexplore.discover.boards.kind import Boards
from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.product_of_heaps import ProductOfHeaps
from mexplore.discover.boards.study import study_board
from mexplore.discover.boards.theorems.moves.factors import factors_of
from mexplore.discover.boards.theorems.moves.one_coordinate import TwoHeaps
from mexplore.discover.boards.theorems.tartan import Tartan
from mexplore.discover.questions.boards import Region
from mexplore.discover.questions.first_moves import winning_first_moves
from mexplore.discover.study.certificate import certificate_of
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.discover.verifying import verify
from mexplore.rules.arithmetic.nim_field import nim_product
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.products import Product
from mexplore.rules.boards.table import Tables, table_by_definition
from mexplore.rules.notation import parse_board, parse_rule
from mexplore.rules.rule import grundy_by_definition

# No move raises a coordinate, so that tables with edges have the values of the quarter plane.
SIDE = 9  # beyond the corner in which the theorem compares values

ROWS = (
    "turn(1, 2)", "turn(1..3)", "turn(2)", "turn(any in a row)", "turn(squares in a row)",
    "turn(triangular in a row)", "turn(2, 3 at gaps 1, 3)", "turn(1..3 evenly spaced)",
    "turn(3)", "turn(2 at gaps 1, 4)", "turn(1, 2 at gaps squares)", "turn(1, 3 in a row)",
    "turn(odd in a row)", "kayles", "0.07", "subtract(1, 3)", "divide(2)", "0.37", "4.4",
    "turn(2, 3 evenly spaced)", "turn(1..2 at gaps 2)", "turn(1..4 in a row)", "0.6", "nim",
)  # fmt: skip

LISTS = (
    # The list of other coins, loops and condition, with n for the coordinate.
    ("a", "for a in range(n)", ""),
    ("a", "for a in range(1, n)", ""),
    ("n - 1", "", ""),
    ("n - 1, n - 2", "", ""),
    ("n - 1", "", "n % 3"),
    ("n - a", "for a in range(1, n + 1) if a % 2", ""),
    ("a, b", "for a in range(1, n) for b in range(a + 1, n)", ""),
    ("a, n - a", "for a in range(1, n)", ""),
    ("n - d", "for d in [1, 2, 4]", ""),
    ("n // 2", "", "n > 0"),
    ("n - 2*a, n - a", "for a in range(1, n)", ""),
    ("", "", "n"),
)

RUNS = ("range(n - k, n + 1)", "range(n - k + 1, n + 1)", "range(n - k*k + 1, n + 1)",
        "range(n - k*(k + 1)//2 + 1, n + 1)", "range(n - 2*k, n + 1)")  # fmt: skip
LOOPS = {True: "for k in range(n)", False: "for k in range(1, n + 1)"}


def product(one: str, other: str) -> Product:
    found = parse_board(f"{one} x {other}")
    assert isinstance(found, Product)
    return found


def expected(rules: TwoHeaps, side: int) -> np.ndarray:
    f, g = (list(grundy_by_definition(rule, side)) for rule in (rules.x, rules.y))
    return np.array([[nim_product(a, b) for b in g] for a in f])


def renamed(text: str, n: str, suffix: str) -> str:
    """The names of a list for one coordinate."""
    for name in "abdk":
        text = re.sub(rf"\b{name}\b", f"{name}{suffix}", text)
    return re.sub(r"\bn\b", n, text)


def written(one: tuple[str, str, str], other: tuple[str, str, str]) -> str:
    """The product of two lists as a list of options."""
    heaps = []
    for n, (others, _, _) in zip("xy", (one, other), strict=True):
        listed = [renamed(part, n, n) for part in others.split(", ") if part]
        heaps.append([n, *listed])
    squares = [f"({a}, {b})" for a in heaps[0] for b in heaps[1] if (a, b) != ("x", "y")]
    item = squares[0] if len(squares) == 1 else f"({', '.join(squares)})"
    loops = " ".join(renamed(each[1], n, n) for n, each in zip("xy", (one, other), strict=True))
    found = f"[{item} {loops}]"
    tests = [renamed(e[2], n, n) for n, e in zip("xy", (one, other), strict=True) if e[2]]
    return f"(x, y) -> {found} if {' and '.join(tests)} else []" if tests else f"(x, y) -> {found}"


def written_runs(one: int, other: int, excluded: str) -> str:
    ranges = [renamed(RUNS[i], n, n) for n, i in zip("xy", (one, other), strict=True)]
    loops = [renamed(LOOPS[i in (0, 4)], n, n) for n, i in zip("xy", (one, other), strict=True)]
    inner = f"(i, j) for i in {ranges[0]} for j in {ranges[1]} if {excluded}"
    return f"(x, y) -> [tuple({inner}) {' '.join(loops)}]"


def test_random_products_are_nim_products() -> None:
    chance = Random(14)
    for _ in range(60):
        board = product(chance.choice(ROWS), chance.choice(ROWS))
        side = SIDE - 1 if "turn(3)" in str(board) or "1..3" in str(board) else SIDE
        table = table_by_definition(board, (side, side), edges=True)
        rules = factors_of(board)
        assert isinstance(rules, TwoHeaps)
        assert (table == expected(rules, side)).all(), board
        known = board.known_table((side, side))
        assert known is not None
        assert (known == table).all(), board


@pytest.mark.slow
def test_all_lists_further() -> None:
    for one in LISTS:
        for other in LISTS:
            check_written(written(one, other), 12)
    for i in range(len(RUNS)):
        for j in range(len(RUNS)):
            check_written(written_runs(i, j, "i < x or j < y"), 8)


@pytest.mark.slow
def test_every_pair_of_rows_further() -> None:
    for one in ROWS:
        for other in ROWS:
            board = product(one, other)
            table = table_by_definition(board, (10, 10), edges=True)
            rules = factors_of(board)
            assert isinstance(rules, TwoHeaps)
            assert (table == expected(rules, 10)).all(), board


def check_written(text: str, side: int) -> None:
    board = Board.parse(text)
    assert board is not None
    rules = factors_of(board)
    assert isinstance(rules, TwoHeaps), (text, rules)
    table = table_by_definition(board, (side, side), edges=True)
    assert (table == expected(rules, side)).all(), text


def test_products_written_as_lists() -> None:
    chance = Random(1)
    for one in LISTS:
        for other in LISTS:
            if one[1] == other[1] == "" or chance.random() < 0.4:
                check_written(written(one, other), 8)


def test_runs_written_as_lists() -> None:
    excluded = ("i < x or j < y", "i != x or j != y", "not (i == x and j == y)", "y > j or x > i")
    chance = Random(459)
    for one in range(len(RUNS)):
        for other in range(len(RUNS)):
            side = 6 if chance.random() < 0.1 else 3
            check_written(written_runs(one, other, chance.choice(excluded)), side)


def test_all_moves_in_x_with_all_moves_in_y() -> None:
    pairs = [("x - 1", "y - 1"), ("x - 1", "y - 2"), ("x - 3", "y - 1"), ("x - 3", "y - 2")]
    lists = [f"(({a}, y), (x, {b}), ({a}, {b}))" for a, b in pairs]
    check_written(f"(x, y) -> {' + '.join(f'[{each}]' for each in lists)}", 12)
    missing = Board.parse(f"(x, y) -> {' + '.join(f'[{each}]' for each in lists[:3])}")
    assert missing is not None
    assert isinstance(factors_of(missing), Inapplicable)


CORNERS = "((a, y), (x, b), (a, b))"
REFUSED = (
    # No products of two sets, or products that are not those of two rules.
    "[((a, y), (x, b)) for a in range(x) for b in range(y)]",
    "[((a, y), (x, b), (a, b), (a, b)) for a in range(x) for b in range(y)]",
    "[((b, y), (x, a), (b, a)) for a in range(y) for b in range(min(x, a))]",
    f"[{CORNERS} for a in range(x) for b in range(y) if a + b > 2]",
    f"[{CORNERS} for a in range(x) for b in range(y) if a != b]",
    f"[{CORNERS} for a in range(x) for b in range(y)] + [(a, y) for a in range(x)]",
    f"[{CORNERS} for a in range(x) for b in range(y)] if x > y else []",
    f"[{CORNERS} for a in range(x) for b in range(y)] except (0, 0)",
    "[(a, y) for a in range(x)]",  # a single coin in y: the coins with y = 0 would have moves
    "[tuple((i, j) for i in range(x - k, x + 1) for j in range(y - m, y + 1) if i < x and j < y) "
    "for k in range(x) for m in range(y)]",
    "[tuple((i, j) for i in range(x - k, x) for j in range(y - m, y)) "
    "for k in range(x) for m in range(y)]",
    "[tuple((i, j) for i in range(x - k, x + 1) for j in range(y - k, y + 1) if i < x or j < y) "
    "for k in range(min(x, y))]",
    "[tuple((i, j) for i in range(x - k + 2, x + 1) for j in range(y - m, y + 1) "
    "if i < x or j < y) for k in range(1, x) for m in range(y)]",
)


@pytest.mark.parametrize("options", REFUSED)
def test_other_boards_are_refused(options: str) -> None:
    board = Board.parse(f"(x, y) -> {options}")
    assert board is not None
    assert isinstance(factors_of(board), Inapplicable)


def test_without_a_square_of_the_product_the_conclusion_fails() -> None:
    board = Board.parse(f"(x, y) -> {REFUSED[0]}")
    assert board is not None
    table = table_by_definition(board, (8, 8), edges=True)
    assert any(table[a, b] != nim_product(a, b) for a in range(8) for b in range(8))


def test_false_claims_are_rejected() -> None:
    board = product("turn(1..3)", "turn(any in a row)")
    tables = Tables(board)
    (claim,) = Tartan().claims(board)
    assert isinstance(claim, ProductOfHeaps)

    def proved(law: ProductOfHeaps) -> Proved | Inapplicable:
        return Tartan().proved(board, law, lambda w, h: tables.table((w, h)))

    assert isinstance(proved(claim), Proved)
    others = [HeapPart.studied(parse_rule(text)) for text in ("nim", "kayles", "turn(2)")]
    for other in others:
        assert isinstance(proved(replace(claim, x=other)), Inapplicable)
        assert isinstance(proved(replace(claim, y=other)), Inapplicable)
    assert isinstance(proved(ProductOfHeaps(claim.y, claim.x)), Inapplicable)
    stolen = replace(claim.x, warrant=others[0].warrant, claim=others[0].claim, form=others[0].form)
    assert isinstance(proved(replace(claim, x=stolen)), Inapplicable)


def test_a_study_ends_with_a_certificate() -> None:
    board = product("turn(1..3)", "turn(1, 2)")
    study = study_board(board)
    best = study.findings[0]
    assert best.theorem == "Tartan theorem"
    assert best.claim.value((10**30, 2**40)) == nim_product(
        2 * (10**30 - 1) + ((10**30 - 1).bit_count() + 1) % 2, 2**40
    )
    certificate = certificate_of(board, best)
    assert certificate is not None
    assert certificate["bound"] == Tartan.compared
    assert verify(certificate).valid
    assert verify(certificate, by_definition=True).valid
    changed = {**certificate, "rule": "turn(1..3) x turn(1..3)"}
    assert not verify(changed).valid


def test_laws_count_and_find_places() -> None:
    board = product("turn(1..4 in a row)", "kayles")
    (claim,) = Tartan().claims(board)
    table = Tables(board).table((90, 90))
    for value in range(12):
        assert claim.count_below(value, 90) == int((table == value).sum())
    for number in (3, 8, 20):
        line = claim.line_steps("row", number)
        assert line is not None
        row = [claim.value((number, n)) for n in range(line.preperiod + 2 * line.period)]
        assert row[line.preperiod : -line.period] == row[line.preperiod + line.period :]
        assert row[:90] == table[number, : len(row)].tolist()
        wanted = int(table[number, 17])
        places = claim.places("row", number, wanted)
        assert [places.nth(k) for k in (1, 2)] == np.flatnonzero(table[number] == wanted)[
            :2
        ].tolist()


def test_rule_and_board_are_what_they_say() -> None:
    kind = Boards()
    board = kind.parse("turn(1..3)  x  kayles")
    assert board is not None
    assert str(board) == "turn(1..3) x 0.77"
    assert kind.parse(str(board)) == board
    assert "turn over" in board.words()


def test_the_flipping_game() -> None:
    """Project Euler, problem 459: the first player's winning moves on N by N white disks."""
    flipping = product("turn(squares in a row)", "turn(triangular in a row)")
    found = [winning_first_moves(Region(flipping, None, n))[0] for n in (1, 2, 5, 100)]
    assert found == [1, 0, 8, 31395]


def test_winning_first_moves_one_by_one() -> None:
    for one, other in (("turn(1, 2)", "turn(any in a row)"), ("kayles", "turn(1..3)")):
        board = product(one, other)
        for n in range(1, 6):
            table = table_by_definition(board, (n + 1, n + 1), edges=True)
            total = int(np.bitwise_xor.reduce(table, axis=None))
            wins = 0
            for square in np.ndindex(n + 1, n + 1):
                distinct = {tuple(sorted(option)) for option in board.options(square)}
                for option in distinct:
                    left = total ^ int(table[square])
                    for part in option:
                        left ^= int(table[part])
                    wins += left == 0
            assert winning_first_moves(Region(board, None, n))[0] == wins

"""Options that are sums of squares, poisoned squares, more coordinates: loops and definition."""

from __future__ import annotations

import re
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Order, Tables, order_of, table_by_definition
from mexplore.rules.engine.compiling import plainly
from mexplore.rules.engine.expressions.loops import plain_loop
from mexplore.rules.engine.search import Positions
from mexplore.rules.errors import InputError, RuleSyntaxError, TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

CUTTING = (
    "(w, h) -> [((a, h), (w - a, h)) for a in range(1, w // 2 + 1)]"
    " + [((w, a), (w, h - a)) for a in range(1, h // 2 + 1)]"
)
PACKAGE = "mexplore.rules.boards.table.SEARCHED"


def read(text: str) -> Board:
    board = Board.parse(text)
    assert board is not None
    assert Board.parse(str(board)) == board
    return board


def swept(board: Board, size: tuple[int, int], *, edges: bool) -> np.ndarray:
    """The table by a loop; fails where there is none."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PACKAGE, 0)
        patch.setattr("mexplore.rules.boards.table.table_by_definition", None)
        return Tables(board).table(size, edges=edges)


def plain(board: Board, size: tuple[int, ...], *, edges: bool) -> dict[tuple[int, ...], int]:
    """The values once more, by recursion on nothing but the options."""
    known: dict[tuple[int, ...], int] = {}

    def value(square: tuple[int, ...]) -> int:
        if square not in known:
            options = board.options_within(size if edges else None, square)
            known[square] = mex([reduce(xor, map(value, option), 0) for option in options])
        return known[square]

    return {square: value(square) for square in product(*map(range, size))}


PARTS = st.sampled_from(
    [
        "[(a, y) for a in range(x)]",
        "[(x, b) for b in range(y)]",
        "[(x - k, y - k) for k in range(1, min(x, y) + 1)]",
        "[(x - 2 * k, y - k) for k in range(1, x // 2 + 1)]",
        "[(x - k, y - k) for k in range(1, x)]",
        "[((a, y), (x - a, y)) for a in range(1, x // 2 + 1)]",
        "[((x, b),) * b for b in range(y)]",
        "[((x // 2, y),) * y + ((x, 0),) if x > 1 and y else (x - 1, y)]",
        "[tuple([(a, y) for a in range(k)]) for k in range(x)]",
        "[()] if x + y > 3 else []",
        "[(x - 2, y - 1), (x - 1, y - 2)]",
        "[(x - 1, y + 1)] if x < 9 else []",
        "[((x - 1, y), (0, y - 2))]",
        "[((x - 1, y) if x % 2 else (x, y - 1), (x - 2, y))]",
    ]
)
POISON = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=2)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    body = " + ".join(draw(st.lists(PARTS, min_size=1, max_size=3, unique=True)))
    poison = ", ".join(map(str, draw(POISON)))
    return read(f"(x, y) -> {body}" + f" except {poison}" * bool(poison))


def uncompiled(patch: pytest.MonkeyPatch) -> None:
    """Loops run as Python, which takes no time to compile."""
    patch.setattr("mexplore.rules.boards.kernel.compiled_loop", plain_loop)

    def trailing_zeros(word: int) -> int:
        return (int(word) & -int(word)).bit_length() - 1

    patch.setattr("mexplore.rules.engine.expressions.loops.trailing_zeros", trailing_zeros)


@settings(max_examples=40, deadline=None)
@given(boards())
def test_loops_sums_and_rays_equal_the_definition(board: Board) -> None:
    for edges in (False, True):
        wanted = table_by_definition(board, (13, 11), edges=edges)
        again = plain(board, (13, 11), edges=edges)
        assert {s: wanted[s] for s in product(range(13), range(11))} == again
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(PACKAGE, 0)
            uncompiled(patch)
            assert (Tables(board).table((13, 11), edges=edges) == wanted).all()


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(boards())
def test_compiled_loops_equal_the_definition(board: Board) -> None:
    for edges in (False, True):
        wanted = table_by_definition(board, (19, 23), edges=edges)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(PACKAGE, 0)
            assert (Tables(board).table((19, 23), edges=edges) == wanted).all()


@pytest.mark.parametrize(
    "text",
    [
        "(x, y) -> [((x, b),) * b for b in range(y)] + [(a, y) for a in range(x)] except (0, 1)",
        "(x, y) -> [tuple([(a, y) for a in range(k)]) for k in range(x)] + [(x - k, y - k) "
        "for k in range(1, x + 1)] + [((x - 1, y) if x % 2 else (x, y - 1), (x - 2, y))]",
    ],
)
def test_a_compiled_loop_equals_the_definition(text: str) -> None:
    board = read(text)
    wanted = table_by_definition(board, (21, 31), edges=False)
    assert (swept(board, (21, 31), edges=False) == wanted).all()


def test_a_sum_of_squares_is_the_product_of_games() -> None:
    """The cutting game's tokens are sheets of paper: a set of sheets is one position."""
    board = read(CUTTING)

    def cut(sheets: tuple[tuple[int, int], ...]) -> list[tuple[tuple[int, int], ...]]:
        found = []
        for i, (w, h) in enumerate(sheets):
            rest = sheets[:i] + sheets[i + 1 :]
            found += [tuple(sorted((*rest, (a, h), (w - a, h)))) for a in range(1, w)]
            found += [tuple(sorted((*rest, (w, b), (w, h - b)))) for b in range(1, h)]
        return found

    table = swept(board, (6, 5), edges=False)
    whole = Positions(cut)
    for w, h in product(range(1, 5), range(1, 4)):
        assert whole.value(((w, h),)) == table[w, h]
    assert (whole.value(((2, 3), (3, 2))) == 0) == (table[2, 3] == table[3, 2])


def test_a_poisoned_square_is_no_move() -> None:
    """Chomp with two rows: rows x <= y of which a move bites off an end, and with the upper row the
    same of the lower one; who has to eat the corner loses."""
    chomp = read(
        "(x, y) -> [(x, b) for b in range(x, y)] + [(min(a, x), a) for a in range(y)] "
        "+ [(a, y) for a in range(x)] except (0, 0)"
    )
    table = table_by_definition(chomp, (8, 9), edges=False)
    lost = [(x, y) for x in range(8) for y in range(x, 9) if y and table[x, y] == 0]
    assert lost == [(n, n + 1) for n in range(8)]
    assert (swept(chomp, (8, 9), edges=False) == table).all()
    free = read(str(chomp).replace(" except (0, 0)", ""))
    assert table_by_definition(free, (1, 2), edges=False)[0, 1] != 0


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("(x, y) -> [(x - 1, y)] except", 29, "missing"),
        ("(x, y) -> [(x - 1, y)] except 0, 0", 30, "missing"),
        ("(x, y) -> [(x - 1, y)] except (0, 0, 0)", 29, "no square"),
        ("(x, y) -> [(x - 1, y)] except (0, 0) (1, 1)", 37, "unexpected"),
        ("(x, y) -> [((x - 1, y), 3)]", 12, "number"),
        ("(x, y) -> [((x - 1, y), (x, y, y))]", 24, "no square"),
        ("(x, y) -> [(x - 1, y) * 2]", 11, "number"),
        ("(x, y) -> [((x - 1, y),) * (x, y)]", 27, "number"),
        ("(x, y) -> [tuple(range(x))]", 17, "squares"),
        ("(x, y, z) -> [(x - 1, y)]", 14, "no square"),
        ("(a, b, c, d, e, f, g) -> [(a - 1, b, c, d, e, f, g)]", 19, "coordinates"),
        ("(x, y) -> [((x - 1, y), (x, y))]", 10, "circle"),
    ],
)
def test_a_malformed_text_names_the_place(text: str, place: int, problem: str) -> None:
    with pytest.raises(RuleSyntaxError, match=problem) as caught:
        Board.parse(text)
    assert caught.value.position == place


def test_cycles_through_sums_are_shown() -> None:
    board = read("(x, y) -> [((x + 1, y - 1), (0, 0)), (x - 1, y + 1)]")
    for size in ((5, 5), (40, 40), (3000, 3000)):
        with pytest.raises(InputError, match=r"circle: \(.*\) -> \(.*\) -> \("):
            Tables(board).table(size)


NIM = "(x, y, z) -> [(a, y, z) for a in range(x)] + [(x, b, z) for b in range(y)]"


def test_three_coordinates() -> None:
    nim = read(f"{NIM} + [(x, y, c) for c in range(z)]")
    x, y, z = np.indices((5, 6, 7))
    assert (Tables(nim).table((5, 6, 7)) == x ^ y ^ z).all()
    knight = read("(x, y, z) -> [(x - 2, y + 1, z), (x, y - 2, z + 1), ((x, y, z - 2), (z, 0, 0))]")
    wanted = plain(knight, (5, 4, 6), edges=True)
    table = Tables(knight).table((5, 4, 6), edges=True)
    assert {square: table[square] for square in wanted} == wanted
    with pytest.raises(TooLarge, match="ask for fewer"):
        Tables(nim).table((600, 600, 600))
    with pytest.raises(InputError, match="coordinates"):
        Tables(nim).table((5, 5))


@st.composite
def symmetric(draw: st.DrawFn) -> Board:
    moves = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(-2, 3)), min_size=1, max_size=3))
    moves = [(a, b) for a, b in moves if a + b > 0] or [(1, 2)]
    both = dict.fromkeys([*moves, *((b, a) for a, b in moves)])
    return read(f"(x, y) -> [{', '.join(f'(x - {a}, y - {b})' for a, b in both)}]")


@settings(max_examples=25, deadline=None)
@given(symmetric())
def test_symmetric_rules_have_symmetric_tables(board: Board) -> None:
    for edges in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            uncompiled(patch)
            table = Tables(board).table((23, 23), edges=edges)
        assert (table == table.T).all()


def test_orders() -> None:
    row = read("(x, y) -> [(x - 1, y + 2), (x, y - 1)]")
    assert order_of(row, None) == Order(3, 1)
    for order in ("rows", "3*x + y", "4*x + y"):
        table = Tables(row, order=Order.parse(order, ("x", "y"))).table((20, 9), edges=True)
        assert (table == table_by_definition(row, (20, 9), edges=True)).all()
    for order in ("columns", "x + y"):
        with pytest.raises(InputError, match="does not keep to the order"):
            Tables(row, order=Order.parse(order, ("x", "y"))).table((20, 30), edges=True)
    for text in ("x*y", "x - y", "x", "z", "", "0*x + y", "x + y + 1", "2000*x + y"):
        with pytest.raises((InputError, RuleSyntaxError)):
            Order.parse(text, ("x", "y"))
    wanted = table_by_definition(row, (30, 40), edges=False)
    assert (Tables(row).table((30, 40)) == wanted).all()


def test_the_worked_table_of_the_documentation() -> None:
    """The text of docs/rules.md, and the table below it."""
    text = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
    board = re.search(r'mexplore terms "(\(w, h\).*)" --upto 5', text)
    assert board is not None
    shown = text[board.end() :].partition("x, y  0")[2].partition("```")[0].splitlines()[2:8]
    table = table_by_definition(read(board[1]), (6, 6), edges=False).tolist()
    assert [list(map(int, line.split()[1:])) for line in shown] == table


CHOMP = (
    "(x, y) -> [(a, min(a, y)) for a in range(x)] + [(x, b) for b in range(y)] "
    "except (0, 0), (1, 2)"
)
MANY = "(x, y, z) -> [tuple([(a, y, z) for a in range(x)]) + ((0, 0, 0),) * k for k in range(y)]"
PIECES = [
    "(",
    ")",
    "x",
    "k",
    ",",
    "-",
    "*",
    "1",
    " ",
    "except",
    "tuple",
    " for ",
    " if ",
    "\0",
    "é",
    "'",
]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([CUTTING, CHOMP, MANY]),
    st.lists(
        st.tuples(st.integers(0, 110), st.sampled_from(PIECES), st.integers(0, 2)), max_size=4
    ),
)
def test_a_damaged_text_is_a_board_or_one_error(
    text: str, damage: list[tuple[int, str, int]]
) -> None:
    for place, piece, lost in damage:
        text = text[:place] + piece + text[place + lost :]
    try:
        board = Board.parse(text)
    except RuleSyntaxError as error:
        assert "\n" not in str(error)
    else:
        assert board is None or Board.parse(str(board)) == board


def test_work_without_end_is_bounded() -> None:
    for option in ("((x - 1, y),) * 10**12", "tuple([(0, y) for k in range(10**12)])"):
        board = read(f"(x, y) -> [{option}] if x > 1 else []")
        with pytest.raises(TooLarge, match="too many steps"):
            table_by_definition(board, (3, 3), edges=False)
    # Of an even number of equal squares the xor is 0, however many they are.
    board = read("(x, y) -> [((x - 1, y),) * 10**12] if x else []")
    assert swept(board, (21, 20), edges=False)[:3, 5].tolist() == [0, 1, 1]


def test_kayles_on_a_circle() -> None:
    """A circle of n >= 3 pins is lost: no row of pins is, and one is left after the first move."""
    text = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
    circle = re.search(r'mexplore solve "(\(n, c\).*)" 12,1', text)
    assert circle is not None
    table = table_by_definition(read(circle[1]), (60, 2), edges=False)
    assert table[:, 0].tolist() == grundy_by_definition(parse_rule("0.77"), 60)
    assert not table[3:, 1].any()


@pytest.mark.filterwarnings("error")
def test_squares_and_sums_in_one_list_have_machine_code() -> None:
    """Kayles with one pass: the loop of such a rule was refused by the translation."""
    board = read(
        "(n, p) -> ([(n, 0)] if p else []) + [((a, p), (n - 1 - a, 0)) for a in range(n)] + "
        "[((a, p), (n - 2 - a, 0)) for a in range(n - 1)]"
    )
    with plainly(False):
        found = Tables(board).table((250, 2))
    assert np.array_equal(found[:40], table_by_definition(board, (40, 2), edges=False))
    assert np.array_equal(found[71:-12], found[83:])  # the period of Kayles, 12

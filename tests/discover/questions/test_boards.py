"""Squares of a value by laws of boards: listed, counted and numbered as in tables."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.boards.patterns.beatty_pairs import BeattyPairs
from mexplore.discover.boards.patterns.counting import known_places
from mexplore.discover.boards.patterns.digit_automaton import DigitAutomaton
from mexplore.discover.boards.patterns.formula import CANDIDATES, FormulaLaw
from mexplore.discover.boards.patterns.heap_lines import Line, floor_line_sum, shared, xor_lines
from mexplore.discover.boards.patterns.heap_part import HeapPart
from mexplore.discover.boards.patterns.line import square_of
from mexplore.discover.boards.patterns.one_heap import OneHeap
from mexplore.discover.boards.patterns.outcomes import CONDITIONS, Outcomes
from mexplore.discover.boards.patterns.pattern import BoardLaw, NoValue
from mexplore.discover.boards.patterns.regions import Region
from mexplore.discover.boards.patterns.strips import Repeating, Strips
from mexplore.discover.boards.patterns.vector_period import VectorPeriod
from mexplore.discover.boards.patterns.xor_of_heaps import XorOfHeaps
from mexplore.discover.boards.theorems.wythoff_pairs import wythoff_pairs
from mexplore.discover.boards.values import SquareValues
from mexplore.discover.heaps.patterns.beatty.pattern import Beatty
from mexplore.discover.questions.squares_by_law import count_by_law, nth_by_law, on_line
from mexplore.rules.arithmetic.numbers import square_root
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import table_by_definition
from mexplore.rules.library import library_with
from mexplore.rules.notation import parse_rule

SIDE = 40
Squares = set[tuple[int, int]]


def zeros_of_pairs(law: BeattyPairs) -> Squares:
    """From the definition of the law, with more pairs than reach the corner."""
    pairs = [(law.first.at(n), law.second.at(n)) for n in range(SIDE + 9)]
    return {square for x, y in pairs for square in ((x, y), (y, x))}


def check_places(law: BoardLaw, zeros: Squares, value: int, kinds: tuple[str, ...]) -> None:
    """The squares of the corner on each line."""
    for kind, number in product(kinds, range(-SIDE // 2, SIDE)):
        if kind != "diagonal" and number < 0:
            continue
        squares = [square_of(kind, number, n) for n in range(SIDE)]
        wanted = [n for n, square in enumerate(squares) if square in zeros and max(square) < SIDE]
        places = law.places(kind, number, value)
        found = [n for n in places.listed(0, SIDE) if max(squares[n]) < SIDE]
        assert found == wanted, (kind, number)
        for stop in (0, 1, 7, SIDE // 2):  # where the whole line up to there is in the corner
            if max(square_of(kind, number, stop)) < SIDE:
                assert places.below(stop) == sum(n < stop for n in wanted), (kind, number, stop)


def check_counts(law: BoardLaw, zeros: Squares, value: int) -> None:
    for stop in range(SIDE):
        assert law.count_below(value, stop) == sum(max(square) < stop for square in zeros), stop


def check_diagonals(law: BoardLaw, squares: Squares, value: int) -> None:
    """The counts on some of them."""
    for number in (-7, -1, 0, 2, 5):
        line = [square_of("diagonal", number, n) in squares for n in range(SIDE - 7)]
        places = law.places("diagonal", number, value)
        for stop in (0, 1, 4, 13, SIDE - 7):
            assert places.below(stop) == sum(line[:stop]), (number, stop)


def check_regions(law: BoardLaw, squares: Squares, value: int) -> None:
    """Boxes, and corners of them."""
    for width, height in ((0, 4), (1, 1), (3, SIDE), (SIDE, 5), (17, 16), (SIDE, SIDE)):
        for total in (0, 4, 18, width + height):
            region = Region(width, height, total)
            wanted = sum(x < width and y < height and x + y < total for x, y in squares)
            assert law.squares_below(value, region) == wanted, region


def check_numbers(law: BoardLaw, zeros: Squares, value: int) -> None:
    """In the order of x + y, then of x, as far as all are known."""
    ordered = sorted((s for s in zeros if sum(s) < SIDE), key=lambda s: (sum(s), s))
    assert ordered
    for k, square in list(enumerate(ordered, 1))[:: max(len(ordered) // 12, 1)]:
        assert law.nth_square(value, k) == square, k


ROOTS = [square_root(Fraction(d)) for d in (2, 3, 5)]
PAIRS = [
    *(wythoff_pairs(r) for r in (1, 2, 3, 5)),
    BeattyPairs(Beatty(ROOTS[0], 0), Beatty(ROOTS[0] + 1, 1)),  # type: ignore[arg-type]
    BeattyPairs(Beatty(ROOTS[1], 1), Beatty(ROOTS[1] + Fraction(1, 3), 1)),  # type: ignore[arg-type]
    BeattyPairs(Beatty(ROOTS[2], 0), Beatty(2 * ROOTS[2], 3)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("law", PAIRS, ids=lambda law: law.statement())
def test_pairs(law: BeattyPairs) -> None:
    zeros = zeros_of_pairs(law)
    check_places(law, zeros, 0, ("row", "column", "diagonal"))
    check_counts(law, zeros, 0)
    check_numbers(law, zeros, 0)


@pytest.mark.parametrize("condition", sorted(CONDITIONS))
def test_outcomes(condition: str) -> None:
    law = Outcomes(condition)
    test = CONDITIONS[condition].test
    zeros = {(x, y) for x, y in product(range(SIDE), repeat=2) if test(x, y)}
    assert all(law.is_zero(square) == (square in zeros) for square in product(range(9), repeat=2))
    check_places(law, zeros, 0, ("row", "column", "diagonal"))
    check_counts(law, zeros, 0)
    check_numbers(law, zeros, 0)
    with pytest.raises(NoValue):
        law.places("row", 5, 1)


FORMULAS = [
    "x ^ y",
    "abs(x - y)",
    "x + y",
    "max(x, y)",
    "min(x, y)",
    "min(x // 2, y)",
    "min(x // 3, y // 2)",
    "max(x, y) // min(x, y) if min(x, y) else 0",
    "abs(x * x - y * y) // (x * y) if x * y else 0",
    "3 * (x // 3 ^ y // 3) + (x + y) % 3",
    "5 * (x // 5 ^ y // 5) + (x + y) % 5",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas(text: str) -> None:
    law = FormulaLaw(text)
    values = {(x, y): law.value((x, y)) for x, y in product(range(SIDE), repeat=2)}
    for value in (0, 1, 2, 13):
        of_value = {square for square, v in values.items() if v == value}
        check_places(law, of_value, value, ("row", "column", "diagonal"))
        check_regions(law, of_value, value)
    check_numbers(law, {square for square, v in values.items() if v == 0}, 0)
    check_numbers(law, {square for square, v in values.items() if v == 2}, 2)


def test_every_formula_of_a_theorem_is_counted_or_says_that_it_is_not() -> None:
    for text in CANDIDATES:
        if known_places(text) is None:
            with pytest.raises(NoValue):
                FormulaLaw(text).count_below(0, 10)


@st.composite
def strips(draw: st.DrawFn) -> Strips:
    """Strips that agree where they meet: one table, read along its edges."""
    c, d, a, b = (draw(st.integers(low, 3)) for low in (0, 0, 1, 1))
    m, p, n, q = (draw(st.integers(low, high)) for low, high in ((0, 4), (1, 3), (0, 4), (1, 3)))
    m, n = max(m, c + a), max(n, d + b)
    drawn = draw(
        st.lists(st.integers(0, 2), min_size=(m + p) * (n + q), max_size=(m + p) * (n + q))
    )

    def entry(x: int, y: int) -> int:
        return drawn[x * (n + q) + y]

    rows = tuple(Repeating(tuple(entry(x, y) for x in range(m + p)), p) for y in range(d + b))
    columns = tuple(Repeating(tuple(entry(x, y) for y in range(n + q)), q) for x in range(c + a))
    found = Strips((c, d), (a, b), rows, columns)
    assert found.consistent
    return found


@given(strips(), st.integers(0, 2))
@settings(max_examples=40, deadline=None)
def test_vector_periods(known: Strips, value: int) -> None:
    law = VectorPeriod((known.vector,), known.corner, known)
    squares = {(x, y) for x, y in product(range(SIDE), repeat=2) if law.value((x, y)) == value}
    check_places_fast(law, squares, value)
    check_diagonals(law, squares, value)
    for stop in (0, 1, 2, 5, 11, 19, SIDE - 1):
        wanted = sum(max(square) < stop for square in squares)
        assert law.count_below(value, stop) == wanted, stop
    ordered = sorted((s for s in squares if sum(s) < SIDE), key=lambda s: (sum(s), s))
    for k in {1, 2, 5, len(ordered) // 2, len(ordered)}:
        if 1 <= k <= len(ordered):
            assert law.nth_square(value, k) == ordered[k - 1]


def check_places_fast(law: BoardLaw, squares: Squares, value: int) -> None:
    for kind, number in product(("row", "column"), (0, 1, 3, 6, 17)):
        line = [square_of(kind, number, n) in squares for n in range(SIDE)]
        places = law.places(kind, number, value)
        for stop in (0, 1, 4, 13, SIDE):
            assert places.below(stop) == sum(line[:stop]), (kind, number, stop)


@st.composite
def automata(draw: st.DrawFn) -> DigitAutomaton:
    base, count = draw(st.integers(2, 3)), draw(st.integers(1, 4))
    states = st.integers(0, count - 1)
    rows = draw(
        st.lists(
            st.lists(states, min_size=base**2, max_size=base**2), min_size=count, max_size=count
        )
    )
    rows[0][0] = 0
    outputs = draw(st.lists(st.integers(0, 2), min_size=count, max_size=count))
    return DigitAutomaton(base, tuple(map(tuple, rows)), tuple(outputs))


@given(automata(), st.integers(0, 2))
@settings(max_examples=40, deadline=None)
def test_digit_automata(law: DigitAutomaton, value: int) -> None:
    squares = {(x, y) for x, y in product(range(SIDE), repeat=2) if law.value((x, y)) == value}
    check_places_fast(law, squares, value)
    check_counts(law, squares, value)
    check_diagonals(law, squares, value)
    ordered = sorted((s for s in squares if sum(s) < SIDE), key=lambda s: (sum(s), s))
    for k in {1, 2, 5, len(ordered) // 2, len(ordered)}:
        if 1 <= k <= len(ordered):
            assert law.nth_square(value, k) == ordered[k - 1]


HEAPS = ("subtract(1, 2)", "subtract(1, 3, 4)", "nim", "laskers-nim", "0.77")


@pytest.mark.parametrize(("one", "other"), list(combinations_with_replacement(HEAPS, 2)))
def test_sums_of_two_heaps(one: str, other: str) -> None:
    law = XorOfHeaps(heap(one), heap(other))
    values = {(x, y): law.value((x, y)) for x, y in product(range(SIDE), repeat=2)}
    for value in (0, 1, 3, 8):
        squares = {s for s, v in values.items() if v == value}
        check_places_fast(law, squares, value)
        for stop in (0, 1, 7, 20, SIDE):
            assert law.count_below(value, stop) == sum(max(s) < stop for s in squares)
        if (one, other) == ("laskers-nim", "laskers-nim"):
            with pytest.raises(NoValue):  # both have values that grow, of more than one class
                law.squares_below(value, Region(9, 9, 9))
        elif (one, other) != ("nim", "laskers-nim"):
            check_regions(law, squares, value)
    if (one, other) == ("nim", "nim"):
        check_numbers(law, {square for square, v in values.items() if v == 0}, 0)


@cache
def heap(name: str) -> HeapPart:
    part = HeapPart.studied(parse_rule(name))
    assert part.form is not None
    return part


@given(st.tuples(*[st.integers(0, 9)] * 3), st.tuples(*[st.integers(0, 9)] * 3))
@settings(max_examples=300, deadline=None)
def test_shared_numbers_of_two_lines(
    one: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    first, second = ([u + s * i for i in range(m)] for u, s, m in (one, other))
    wanted = sum(a == b for a in first for b in second)
    assert shared(Line(*one), Line(*other)) == wanted
    for value in (1, 2, 6, 11):
        wanted = sum(a ^ b == value for a in first for b in second)
        assert xor_lines(Line(*one), Line(*other), value) == wanted
    a, b, m, count = *one, other[0]
    assert floor_line_sum(a, b, m + 1, count) == sum((a + b * i) // (m + 1) for i in range(count))


@pytest.mark.parametrize(
    ("name", "a", "b"),
    [
        ("subtract(1, 2)", 1, 2),
        ("subtract(1, 2)", 1, 1),
        ("0.77", 3, 2),
        ("nim", 2, 1),
        ("laskers-nim", 1, 2),
    ],
)
def test_one_heap(name: str, a: int, b: int) -> None:
    law = OneHeap(heap(name), a, b)
    for value in (0, 1, 4):
        squares = {(x, y) for x, y in product(range(SIDE), repeat=2) if law.value((x, y)) == value}
        check_places(law, squares, value, ("row", "column", "diagonal"))
        check_regions(law, squares, value)


def board_named(name: str) -> Board:
    rule = library_with(None)[name].rule
    board = Board.parse(str(rule))
    assert board is not None
    return board


@pytest.mark.parametrize("name", ["wythoff"])
def test_pairs_of_a_board_are_proved(name: str) -> None:
    board = board_named(name)
    table = table_by_definition(board, (SIDE, SIDE), edges=False)
    known = SquareValues(board)
    count, warrant = count_by_law(known, 0, SIDE)
    assert (count, warrant.status) == (int((table == 0).sum()), "proved")
    for number in (0, 1, 7, 12):
        found, _ = on_line(known, "row", number, 0).first()
        wanted = [(number, y) for y in range(SIDE) if table[number, y] == 0]
        assert [square for square in found if max(square) < SIDE] == wanted
    x, y = nth_by_law(known, 0, 12)[0]
    assert table[x, y] == 0


def test_wythoff_pairs_as_published() -> None:
    """W. A. Wythoff (1907); OEIS A000201 and A001950."""
    lower = [1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 25, 27, 29, 30, 32]
    upper = [2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31, 34, 36, 39, 41, 44, 47, 49, 52]
    law = wythoff_pairs(1)
    for n, pair in enumerate(zip(lower, upper, strict=True), 1):
        assert law.nth_square(0, 2 * n) == pair
        assert law.nth_square(0, 2 * n + 1) == pair[::-1]
        assert list(law.places("row", pair[0], 0).listed(0, 100)) == [pair[1]]
        assert list(law.places("column", pair[1], 0).listed(0, 100)) == [pair[0]]


def test_mutated_pairs_count_other_squares() -> None:
    """The numbers tell r = 1 from r = 2."""
    assert wythoff_pairs(1).count_below(0, SIDE) != wythoff_pairs(2).count_below(0, SIDE)
    assert wythoff_pairs(1).nth_square(0, 6) != wythoff_pairs(2).nth_square(0, 6)

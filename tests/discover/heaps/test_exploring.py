"""What can be reached is explored: the compiled search and plain Python against the definition."""

from __future__ import annotations

import re
from functools import reduce
from itertools import pairwise, product
from operator import xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_boards import board

from mexplore.discover.heaps.explored import explored
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.reachable import explored_squares, table_by_search
from mexplore.rules.engine.compiling import plainly
from mexplore.rules.engine.exploring import Clock, Deadline, Explored
from mexplore.rules.engine.expressions.reached import reach_source
from mexplore.rules.engine.expressions.searching import Machine
from mexplore.rules.engine.processors import GENERIC, compiled_for
from mexplore.rules.errors import InputError, TooLarge
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.moves.written import as_expression
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule, grundy_by_definition, mex

MOST = 10**6
UP = "(w, b) -> [(w-1, b+w)] + [(w, b-k) for k in range(1, b//2+1)]"
HALVES = "m -> [(m & (2**k-1)) | (m >> k) for k in range(1, bit_length(m))]"

HEAPS = st.sampled_from(
    [
        "[n // 2, n // 3]",
        "[n - 1] if n % 3 else [n // 4]",
        "[(a, n - 1 - a) for a in range(n // 2)]",
        "[(n // 3,) * (n % 4) + (n // 2,)]",
        "[tuple(range(k)) for k in range(n % 7)]",
        "[n ^ (n >> 1)] if n ^ (n >> 1) < n else []",
        "[n - k for k in [2, 5, n]]",
        "[n - k * k for k in range(1, isqrt(n) + 1)]",
        "[n // d for d in divisors(n) if d > 1]",
        "[(n - 2, n - 2, 1) if n % 2 else (n - 1, n // 2)]",
        "[()] if n > 5 else []",
        "[k for k in range(n) if gcd(k, n) == 1]",
    ]
)
SQUARES = st.sampled_from(
    [
        "[(x - 1, y + x)]",
        "[(x, y - k) for k in range(1, y // 2 + 1)]",
        "[(a, y) for a in range(x)]",
        "[((a, y), (x - a, y)) for a in range(1, x // 2 + 1)]",
        "[((x - 1, b),) * b for b in range(y)]",
        "[(x - 1, y + 2), (x, y - 1)]",
        "[tuple([(a, y) for a in range(k)]) for k in range(x)]",
        "[()] if x + y > 3 else []",
        "[((x - 1, y) if x % 2 else (x, y - 1), (x - 2, y + 1))]",
        "[(x - 2, y - 1), (x - 1, y - 2)]",
        "[((x - 1, y - 3), (0, y - 2))]",
    ]
)
POISON = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=2)


@st.composite
def heap_rules(draw: st.DrawFn) -> Rule:
    parts = draw(st.lists(HEAPS, min_size=1, max_size=3, unique=True))
    rule = Expression.parse("n -> " + " + ".join(f"({part})" for part in parts))
    assert rule is not None
    return rule


@st.composite
def boards(draw: st.DrawFn) -> Board:
    body = " + ".join(draw(st.lists(SQUARES, min_size=1, max_size=3, unique=True)))
    poison = ", ".join(map(str, draw(POISON)))
    return board(f"(x, y) -> {body}" + f" except {poison}" * bool(poison))


def machine_of(game: Any, **options: Any) -> Machine:
    """The compiled search; fails where there is none."""
    if isinstance(game, Board):
        source = game.reach_source()
    else:
        body = as_expression(game)
        assert body is not None
        source = reach_source(body, ("n",), heaps=True)
    assert source is not None
    return Machine(source, **options)


def by_definition(game: Any, size: tuple[int, ...] | None, places: list[Any]) -> dict[Any, int]:
    """All positions that are reached, by recursion on nothing but the options."""
    known: dict[Any, int] = {}

    def value(place: Any) -> int:
        if place not in known:
            within = game.options_within(size, place) if isinstance(game, Board) else None
            options = within if within is not None else game.options(place)
            known[place] = mex([reduce(xor, map(value, option), 0) for option in options])
        return known[place]

    for place in places:
        value(place)
    return known


@settings(max_examples=25, deadline=None)
@given(heap_rules(), st.integers(30, 90))
def test_heaps_equal_the_definition(rule: Rule, n: int) -> None:
    wanted = grundy_by_definition(rule, n + 1)
    reached = by_definition(rule, None, [n])
    with plainly():
        search = machine_of(rule)
        assert search.values([n], MOST, Clock()) == [wanted[n]]
        assert search.reached == len(reached)
        assert search.values([n, 7, 0], MOST, Clock()) == [wanted[n], wanted[7], 0]
    known = explored(rule)
    assert [known.value(n), known.value(n - 1)] == [wanted[n], wanted[n - 1]]


def keys_of(search: Machine) -> set[int]:
    return {int(key) for entry, key in search._slots if entry != -1}


@settings(max_examples=25, deadline=None)
@given(heap_rules(), st.integers(30, 90), st.integers(0, 40))
def test_heaps_above_a_table_equal_the_definition(rule: Rule, n: int, low: int) -> None:
    import numpy as np

    wanted = grundy_by_definition(rule, n + 1)
    with plainly():
        search = machine_of(rule, low=np.array(wanted[:low] or [0], dtype=np.uint8))
        assert search.values([n], MOST, Clock()) == [wanted[n]]
    assert all(key == n or key >= low for key in keys_of(search))


@settings(max_examples=25, deadline=None)
@given(boards(), st.tuples(st.integers(0, 7), st.integers(0, 7)))
def test_squares_equal_the_definition(game: Board, square: tuple[int, int]) -> None:
    for size in (None, (9, 11)):
        reached = by_definition(game, size, [square])
        with plainly():
            search = machine_of(game, size=size, edges=size is not None)
            assert search.values([square], MOST, Clock()) == [reached[square]]
        known = explored_squares(game, size)
        assert (known.value(square), known.reached) == (reached[square], len(reached))
        assert search.reached == len(reached)


@settings(max_examples=30, deadline=None)
@given(boards())
def test_tables_equal_the_definition(game: Board) -> None:
    for edges in (True, False):
        size = (7, 6)
        wanted = by_definition(game, size if edges else None, [*product(*map(range, size))])
        with plainly():
            table = table_by_search(game, size, Clock(), edges=edges)
        assert table is not None
        assert {at: table[at] for at in product(*map(range, size))} == {
            at: wanted[at] for at in product(*map(range, size))
        }


GAMES = [
    (UP, (11, 9)),
    ("(x, y) -> [tuple([(a, y) for a in range(k)]) for k in range(x)] + [(x - 1, y + 1)]", (9, 4)),
    ("(x, y, z) -> [(x - 1, y + z, z), (x, y - 2, z + 1), ((x, y, z - 1), (z, 0, 0))]", (5, 4, 6)),
    ("(x, y) -> [((x, b),) * b for b in range(y)] + [(a, y) for a in range(x)] except (0, 1)",
     (13, 12)),
]  # fmt: skip


@pytest.mark.parametrize("processor", [None, GENERIC])
@pytest.mark.parametrize(("text", "square"), GAMES)
def test_machine_code_equals_the_definition(
    text: str, square: tuple[int, ...], processor: Any
) -> None:
    game = board(text)
    reached = by_definition(game, None, [square])
    with compiled_for(processor):
        search = machine_of(game)
        assert search.values([*reached], MOST, Clock()) == [*reached.values()]
        assert search.reached == len(reached)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(boards(), st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_machine_code_of_random_boards_equals_the_definition(
    game: Board, square: tuple[int, int]
) -> None:
    reached = by_definition(game, None, [square])
    search = machine_of(game)
    assert search.values([*reached], MOST, Clock()) == [*reached.values()]
    assert search.reached == len(reached)


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(heap_rules())
def test_machine_code_of_random_heaps_equals_the_definition(rule: Rule) -> None:
    wanted = grundy_by_definition(rule, 200)
    assert machine_of(rule).values(range(200), MOST, Clock()) == wanted


def test_what_does_not_fit_is_left_to_plain_python() -> None:
    """Coordinates beyond 30 bits, and a heap beyond 60."""
    far = (2, 2**31)
    game = board("(x, y) -> [(x - 1, y + 1), (x, y // 3)] if y else [(x - 1, y)]")
    with plainly():
        assert machine_of(game).values([far], MOST, Clock()) is None
        near = (2, 2**30 - 1)  # some squares that it reaches are beyond
        assert machine_of(game).values([near], MOST, Clock()) is None
    for square in (far, near):
        wanted = by_definition(game, None, [square])
        known = explored_squares(game)
        known._left = 10  # the search is tried at once
        with plainly():
            assert (known.value(square), known.reached) == (wanted[square], len(wanted))
    rule = parse_rule(HALVES)
    known_heaps = explored(rule)
    known_heaps._left = 10
    with plainly():
        assert known_heaps.value(2**70 + 5) == by_definition(rule, None, [2**70 + 5])[2**70 + 5]


def test_the_search_takes_over_what_was_asked_before() -> None:
    game = board(UP)
    known = explored_squares(game)
    first = known.value((3, 3))
    known._left = 10
    with plainly():
        value = known.value((9, 8))
        again = known.values([(3, 3), (9, 8)])
    wanted = by_definition(game, None, [(3, 3), (9, 8)])
    assert [first, value] == again == [wanted[3, 3], wanted[9, 8]]
    assert known.reached == len(wanted)


@pytest.mark.parametrize("text", [
    "(x, y) -> [(x + 1, y - 1), (x - 1, y + 1)] if x > 3 and y > 3 else []",
    "(x, y) -> [(y + 9, x)] if x + y < 60 else [(x % 7 + 10, y % 5 + 10)] if x + y > 40 else []",
])  # fmt: skip
def test_circles_are_shown(text: str) -> None:
    game = board(text)
    searches: list[Any] = [
        lambda: machine_of(game).values([(10, 10)], MOST, Clock()),
        lambda: explored_squares(game).value((10, 10)),
    ]
    for search in searches:
        with plainly(), pytest.raises(InputError, match="the moves run in a circle") as caught:
            search()
        squares = [tuple(map(int, at)) for at in re.findall(r"\((\d+), (\d+)\)", str(caught.value))]
        assert squares[0] == squares[-1]
        if "..." not in str(caught.value):
            for one, other in pairwise(squares):
                assert any(other in option for option in game.options(one))


def test_there_is_a_limit_on_positions() -> None:
    game = board("(x, y) -> [(x + 1, y)]")
    with plainly(), pytest.raises(TooLarge, match=r"more than 1000 positions .* \(2, 3\)"):
        machine_of(game).values([(2, 3)], 1000, Clock())
    with pytest.raises(TooLarge, match="more than 50 positions"):
        explored_squares(game, most=50).value((2, 3))
    nim = parse_rule("n -> [k for k in range(n)]")
    assert explored(nim, 60).value(59) == 59
    with pytest.raises(TooLarge, match="more than 60 positions are reached from 61"):
        explored(nim, 60).value(61)


def test_a_search_goes_on_after_its_time_is_over() -> None:
    game = board(UP)
    wanted = by_definition(game, None, [(8, 8)])

    class Hasty(Clock):
        left = 3

        def tell(self, done: int, of: str = "positions") -> None:
            self.left -= 1
            if not self.left:
                raise Deadline

    search, clock = machine_of(game), Hasty()
    with plainly(), pytest.raises(Deadline):
        search.values([(8, 8)], MOST, clock)
    with plainly():
        assert search.values([(8, 8)], MOST, Clock()) == [wanted[8, 8]]
    assert search.reached == len(wanted)


def test_positions_of_any_kind() -> None:
    """Rows of + and -; a move turns ++ into --."""

    def turned(row: str) -> list[tuple[str, ...]]:
        places = (i for i in range(len(row) - 1) if row[i : i + 2] == "++")
        return [(f"{row[:i]}--{row[i + 2 :]}",) for i in places]

    known = Explored(turned)
    assert known.values(["++", "+++", "++++", "+++-++"]) == [1, 1, 2, 0]
    assert known.reached == 2 + 3 + 5 + 6


@pytest.mark.parametrize(
    ("text", "square", "value"),
    [
        (UP, (50, 50), 12),
        ("(c, S) -> [(c+k, S) for k in range(1, c*c+1) if c + k <= S]", (10, 1000), 21),
    ],
)
def test_published_values(text: str, square: tuple[int, ...], value: int) -> None:
    """White and blue balls, boxes that are filled: public questions, and their answers."""
    assert machine_of(board(text)).values([square], MOST, Clock()) == [value]


def test_three_heaps_of_which_one_two_or_three_are_lowered() -> None:
    """A public question: 73 of the positions with at most 10 in each heap are lost."""
    moves = [
        f"[({', '.join(f'{c} - k' if c in lowered else c for c in 'xyz')}) "
        f"for k in range(1, min({', '.join(lowered)}, 99) + 1)]"
        for lowered in ("x", "y", "z", "xy", "xz", "yz", "xyz")
    ]
    game = board(f"(x, y, z) -> {' + '.join(moves)}")
    table = table_by_search(game, (11, 11, 11), Clock(), edges=False)
    assert table is not None
    assert int((table == 0).sum()) == 73

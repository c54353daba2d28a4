"""Games whose winners are published, proved by a study alone; and refusals that say why."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import isqrt

import pytest
from own_clock import Clock
from typer.testing import CliRunner

from mexplore.api import analyse
from mexplore.discover.boards.study import BoardStudy, study_board
from mexplore.discover.outcomes.search import NUMERATIONS
from mexplore.reports.commands import app
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.table import Tables
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_board

SECONDS = 60.0
Lost = Callable[..., bool]


def take_away(f: Callable[[int], int]) -> Lost:
    """A. J. Schwenk (Fibonacci Quarterly 8 (1970) 225-234): n, of which at most t may be taken, is
    lost exactly if t is less than the least part of n as a sum of H(1) = 1, H(j + 1) = H(j) + H(i),
    i least with f(H(i)) >= H(j), taken greedily."""
    parts = [1]
    while parts[-1] < 10**4:
        parts.append(parts[-1] + next(h for h in parts if f(h) >= parts[-1]))

    def lost(n: int, t: int) -> bool:
        least = 0
        for part in reversed(parts):
            if part <= n:
                n, least = n - part, part
        return not least or t < least

    return lost


def moore(most: int) -> Lost:
    """E. H. Moore (Annals of Mathematics 11 (1910) 93-94): lost exactly if at each place the bits
    of all heaps have a sum that ``most`` + 1 divides."""

    def lost(*heaps: int) -> bool:
        return all(sum(h >> i & 1 for h in heaps) % (most + 1) == 0 for i in range(12))

    return lost


def holladay(a: int) -> Lost:
    """J. C. Holladay (1968), A. S. Fraenkel (1982), of Wythoff's game with |k - l| < a: the n-th
    pair is A, A + a*n, A the least number that is in no pair before."""

    @cache
    def pairs() -> set[tuple[int, int]]:
        found, used, low = set[tuple[int, int]](), set[int](), 0
        for n in range(1500):
            while low in used:
                low += 1
            used |= {low, low + a * n}
            found |= {(low, low + a * n), (low + a * n, low)}
        return found

    return lambda x, y: (x, y) in pairs()


def euclid(x: int, y: int) -> bool:
    """A. J. Cole and A. J. T. Davie (Math. Gazette 53 (1969) 354-357): the greater number is less
    than the golden ratio times the smaller one. Squares with a 0 have no moves here."""
    low, high = sorted((x, y))
    return not low or 2 * high - low < isqrt(5 * low * low) + 1


def none(*at: int) -> bool:
    """No formula is published: the table alone is compared."""
    raise NotImplementedError


FIBONACCI_LIKE = "(n, t) -> [(n - k, {}*k) for k in range(1, min(n, t) + 1)]"
QUEEN = (
    "[(a, y) for a in range(x)] + [(x, b) for b in range(y)] + "
    "[(x - k, y - k) for k in range(1, min(x, y) + 1)]"
)
GAMES: dict[str, Lost] = {
    "fibonacci-nim": take_away(lambda k: 2 * k),
    "dynamic-nim": take_away(lambda k: k),
    FIBONACCI_LIKE.format(3): take_away(lambda k: 3 * k),
    FIBONACCI_LIKE.format(4): take_away(lambda k: 4 * k),
    "mem": none,
    "moores-nim": moore(2),
    "moores-nim-4-2": moore(2),
    "moores-nim-4-3": moore(3),
    "wythoff-2": holladay(2),
    "wythoff-3": holladay(3),
    "euclid": euclid,
    # Delete Nim: G(x, y) = v2((x | y) + 1), which is 0 exactly if both are even.
    "delete-nim": lambda x, y: x % 2 == y % 2 == 0,
}
QUICK = {"fibonacci-nim", "mem", "delete-nim"}
ENDS = [f"(x, y) -> {QUEEN} if x + y > {end} else []" for end in range(13)]
SIDES = {2: (100, 1000), 3: (24, 60), 4: (9, 14)}
"""Of the tables that laws are held against, by the number of coordinates; of slow tests."""


def board_of(text: str) -> Board:
    board = parse_board(shipped()[text].rule if text in shipped() else text)
    assert isinstance(board, Board)
    return board


def study_of(text: str) -> BoardStudy:
    return study_board(board_of(text), budget=SECONDS)


def hold_proved(text: str, lost: Lost, *, slow: bool = False) -> None:
    """A law tells who wins, is proved, and is what the definition and the published formula say."""
    found = study_of(text)
    laws = [f.claim for f in found.findings if f.theorem and f.claim.decides_zeros]
    assert laws, (text, found.not_told)
    board = board_of(text)
    side = SIDES[board.dimensions][slow]
    table = Tables(board).table((side,) * board.dimensions)
    assert laws[0].first_failure(table) is None
    if lost is not none:
        for at in product(range(side), repeat=board.dimensions):
            assert lost(*at) == (table[at] == 0), at


@pytest.fixture(autouse=True)
def many_looks(clock: Clock) -> None:
    """A search for a large automaton looks at the clock often."""
    clock.tick = 0.0005


@pytest.mark.parametrize(
    "text", [pytest.param(t, marks=[pytest.mark.slow] * (t not in QUICK)) for t in GAMES]
)
def test_published_games_come_out_proved(text: str) -> None:
    hold_proved(text, GAMES[text])


@pytest.mark.slow
@pytest.mark.parametrize("text", GAMES)
def test_published_games_hold_far_out(text: str) -> None:
    hold_proved(text, GAMES[text], slow=True)


@pytest.mark.slow
@pytest.mark.parametrize("text", ENDS)
def test_wythoffs_game_with_other_ends(text: str) -> None:
    hold_proved(text, none, slow=True)


def test_values_of_delete_nim_are_told_too() -> None:
    """T. Abuku and M. Suetsugu, Delete Nim (2021): the number of 1s at the end of x | y."""
    (best, *_) = study_of("delete-nim").findings
    assert best.theorem
    for x, y in product(range(40), repeat=2):
        ones = (~(x | y) & ((x | y) + 1)).bit_length() - 1
        assert best.claim.value((x, y)) == ones


def test_a_heap_with_a_limit_by_its_size() -> None:
    """L. Levine, Fractal sequences and restricted Nim (2006): at most half is taken; then G(2*n) =
    n and G(2*n + 1) = G(n), so that n is lost exactly if n + 1 is a power of 2."""
    found = analyse("remove(1 .. n // 2)", budget=SECONDS)
    assert found.status == "proved"
    for n in range(1000):
        assert found.at(2 * n) == n
        assert found.at(2 * n + 1) == found.at(n)


QUEEN_3 = " + ".join(
    f"[({x}, {y}, {z}) for k in range(1, min({least}) + 1)]"
    for x, y, z, least in (
        ("x - k", "y", "z", "x, x"),
        ("x", "y - k", "z", "y, y"),
        ("x", "y", "z - k", "z, z"),
        ("x - k", "y - k", "z", "x, y"),
        ("x - k", "y", "z - k", "x, z"),
        ("x", "y - k", "z - k", "y, z"),
        ("x - k", "y - k", "z - k", "x, y, z"),
    )
)
"""Project Euler, problem 260: of three heaps one, two or all give equally many."""


@pytest.mark.slow
def test_project_euler_260_is_refused_with_the_numerations_tried() -> None:
    reason = study_of(f"(x, y, z) -> {QUEEN_3}").not_told
    assert "no automaton of few states was found" in reason
    assert all(of.words() in reason for of in NUMERATIONS)


def test_prime_moves_are_refused_with_the_reason() -> None:
    text = "(x, y) -> [(x - p, y + p) for p in range(2, x + 1) if is_prime(p)]"
    assert "is_prime(p) is no sum of multiples of names" in study_of(text).not_told


@pytest.mark.parametrize(
    ("text", "reason"),
    {
        "(x, y) -> [(x - 1, y + x), (x + y, y - 1)]": "the moves run in a circle",
        "(a,b,c,d,e,f,g,h,i,j) -> [(a-1,b,c,d,e,f,g,h,i,j)]": "at most 6 coordinates",
        "(x, y) -> [(x - p, y) for p in primes]": "'primes' is no name here",
    }.items(),
)
def test_bad_input_is_one_line(text: str, reason: str) -> None:
    done = CliRunner().invoke(app, ["study", text, "--no-store"])
    assert done.exit_code == 2
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize("text", ["(x, y) -> [(x - k*k, y - 1) for k in range(1, x + 1)]"])
def test_moves_that_are_not_linear_are_told(text: str) -> None:
    assert "not seen to be linear relations" in study_of(text).not_told

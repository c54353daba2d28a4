"""Conditions on coordinates as automata, and conjectures about who wins."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mexplore.discover.automata.operations import Budget
from mexplore.discover.boards.check import SquareConclusion, check_squares
from mexplore.discover.boards.check_lost import law_of
from mexplore.discover.outcomes.terms import NotRecognised
from mexplore.rules.arithmetic.formulas import parse_condition
from mexplore.rules.boards import read_board
from mexplore.rules.errors import InputError

ROOK = "(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
QUEEN = f"{ROOK} + [(x - k, y - k) for k in range(1, min(x, y) + 1)]"
TWO_WYTHOFF = (
    f"{ROOK} + [(x - i, y - j) for i in range(1, x + 1) for j in range(max(1, i - 1), i + 2)]"
)
STEPS = "(x, y) -> [(x - a, y) for a in range(1, 4)] + [(x, y - b) for b in range(1, 4)]"


def _condition(random: Random, depth: int = 2) -> str:
    """A random condition that Python reads as well."""
    if depth and random.random() < 0.7:
        one, other = _condition(random, depth - 1), _condition(random, depth - 1)
        return random.choice([f"({one} and {other})", f"({one} or {other})", f"(not {one})"])
    form = f"({random.randint(-3, 3)}*x + {random.randint(-3, 3)}*y + {random.randint(-4, 4)})"
    sign = random.choice(["<", "<=", "==", "!=", ">", ">="])
    if random.random() < 0.5:
        form = f"{form} % {random.randint(1, 5)}"
    right = random.choice([str(random.randint(0, 4)), "y % 3", "x - 2"])
    return f"{form} {sign} {right}"


@pytest.mark.parametrize("seed", range(40))
def test_a_condition_is_what_its_automaton_says(seed: int) -> None:
    text = _condition(Random(seed))
    law = law_of(parse_condition(text, ("x", "y"), text, 0), ("x", "y"), Budget())
    for x, y in product(range(25), repeat=2):
        assert law.is_zero((x, y)) == eval(text, {"x": x, "y": y}), (text, x, y)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x*y == 4", "not linear"),
        ("x % y == 0", "not linear"),
        ("xor(x - y, 1) == 0", "may be negative"),
        ("floor(sqrt(7)*x) == y", "no numeration is known"),
        ("floor(phi*x) == y and xor(x, y) == 1", "no numeration tells both"),
        ("popcount(x) == popcount(y)", "compared with numbers"),
        ("floor(phi*(x - y)) == 1", "either sign"),
    ],
)
def test_others_are_not_recognised(text: str, why: str) -> None:
    condition = parse_condition(text, ("x", "y"), text, 0)
    with pytest.raises(NotRecognised, match=why):
        law_of(condition, ("x", "y"), Budget())


def _checked(rule: str, text: str, last: int = 12) -> SquareConclusion:
    board = read_board(rule)
    assert board is not None
    return check_squares(board, None, text, (0, last))


@pytest.mark.parametrize(
    ("rule", "condition"),
    [
        (ROOK, "x == y"),
        (STEPS, "x % 4 == y % 4"),
        (STEPS, "(x - y) % 4 == 0"),
        (STEPS, "xor(x, y) % 4 == 0"),
        (ROOK, "xor(x, y) == 0"),
        (QUEEN, "min(x, y) == floor(phi*abs(x - y))"),
        (QUEEN, "max(x, y) == floor(phi**2*abs(x - y))"),
        (TWO_WYTHOFF, "(x - y) % 2 == 0 and min(x, y) == floor(sqrt(2)*abs(x - y)/2)"),
        ("(x, y) -> [(x - 1, y), (x, y - 1)]", "(x + y) % 2 == 0"),
        ("(x, y) -> [(x - 1, y), (x, y - 1), (x - 1, y - 1)]", "x % 2 == 0 and y % 2 == 0"),
    ],
)
def test_who_wins_is_proved(rule: str, condition: str) -> None:
    """Two heaps of Nim; two heaps of subtract(1, 2, 3); steps of a king; Wythoff's games (A. S.
    Fraenkel, How to beat your Wythoff games' opponent on three fronts, American Mathematical
    Monthly 89 (1982) 353-361)."""
    found = _checked(rule, f"lost(x, y) iff {condition}")
    assert (found.status, found.theorem) == ("proved", "P-positions by automata")


@pytest.mark.parametrize("odd", ["x + y != 40", "x <= 30 or y <= 30", "x < 50"])
def test_what_is_wrong_beyond_the_table_is_refuted(odd: str) -> None:
    found = _checked(ROOK, f"lost(x, y) iff x == y and ({odd})")
    assert found.status == "refuted"
    assert found.first_failure is None
    first = {"x + y != 40": (20, 20), "x <= 30 or y <= 30": (31, 31), "x < 50": (50, 50)}[odd]
    assert found.refuted_by == f"it fails first at {first}, which is lost"
    assert found.fails_beyond == first


def test_what_is_wrong_on_the_table_fails_first_somewhere() -> None:
    assert _checked(STEPS, "lost(x, y) iff x == y").first_failure == (0, 4)


def test_what_no_automaton_says_holds_so_far() -> None:
    found = _checked(STEPS, "lost(x, y) iff x % 4 == y % 4 and (x + 1)*(y + 1) > 0")
    assert (found.status, found.theorem) == ("holds so far", "")


def test_moves_that_are_not_linear_leave_it_open() -> None:
    halving = "(x, y) -> [(x*x % 2, y - 1), (x, y - 1)]"
    found = _checked(halving, "lost(x, y) iff y % 2 == 0")
    assert (found.status, found.theorem) == ("holds so far", "")
    assert "linear" in found.unproved


def test_other_coordinates_are_refused() -> None:
    with pytest.raises(InputError, match=r"write lost\(x, y\) iff"):
        _checked(ROOK, "lost(x) iff x == 1")


@pytest.mark.parametrize(
    ("condition", "false"),
    [
        ("min(x, y) == floor(phi*abs(x - y)) and x + y != 76", (29, 47)),  # floor(18*phi) = 29
        ("min(x, y) == floor(phi*abs(x - y)) or (x == 40 and y == 40)", (40, 40)),
    ],
)
def test_the_first_square_at_which_it_is_false(condition: str, false: tuple[int, int]) -> None:
    found = _checked(QUEEN, f"lost(x, y) iff {condition}")
    assert (found.status, found.fails_beyond) == ("refuted", false)

"""Conditions as automata, against their values; multiples of quadratic numbers, rounded down."""

from __future__ import annotations

from itertools import product
from math import isqrt
from random import Random

import pytest

from mexplore.discover.automata.multiples import OF_ROOT, floors, numeration_of
from mexplore.discover.automata.operations import Budget
from mexplore.discover.outcomes.conditions import recognised
from mexplore.discover.outcomes.digit_values import digit_value
from mexplore.discover.outcomes.terms import Real, root_of
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.formula_values import truth_at
from mexplore.rules.arithmetic.formulas import parse_condition, parse_formula
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.polynomial import Polynomial

CONDITIONS = (
    "x & y == 0",
    "(x | y) == x",
    "xor(x, 2*y) % 4 == 1",
    "xor(x, y, 3) == x % 2",
    "not v2(x) == v2(y)",
    "v2(x + y) % 2 == 0",
    "x == 0 or v2(x) % 3 == 1",
    "v2(x) >= 2 or not v2(y) > 0",
    "popcount(x + y) % 2 == 1 and popcount(x) <= 2",
    "bit_length(x) == bit_length(y)",
    "bit_length(x + 3) % 2 == 0",
    "x == 0 or v2(x) >= bit_length(y)",
    "bit_length(x) == v2(y + 1)",
    "v2(x) != bit_length(x + y)",
    "bit_length(2*y) > v2(x) or bit_length(x) < v2(y)",
    "vp(x, 3) % 2 == 1 and y >= x",
    "sum(digits(x, 3)) % 2 == 0",
    "max(digits(x + y, 3)) <= 1",
    "y == floor(phi*x)",
    "y == floor(phi**2*x)",
    "floor((1 + sqrt(2))*x) == y + 3",
    "min(x, y) == floor(phi*abs(x - y))",
    "y > phi*x",
    "y <= x*sqrt(5)",
    "x >= y/phi",
    "ceiling(phi*x) % 2 == y % 2",
    "floor((2*x + sqrt(5)*y)/3) == x",
    "floor(-phi*x) == -y",
    "floor(sqrt(13)*x) == y",
    "sqrt(8)*x > y",
    "abs(x - y) % 3 == 1",
    "max(x, 2*y) - min(x, y + 2) < 4",
    "(x - y)//3 == 2 or (x - 2*y) % 5 == 1",
    "(x + y)/2 == 3 or floor((x - y)/2) >= -1",
)


def _holds(condition: tree.Node, x: int, y: int) -> bool:
    try:
        return truth_at(tree.substitute(condition, {"x": tree.Number(x), "y": tree.Number(y)}), 0)
    except Undefined:
        return False


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_is_what_its_automaton_says(text: str) -> None:
    condition, pick = parse_condition(text, ("x", "y"), text, 0), Random(text)
    found = recognised(condition, ("x", "y"), Budget())
    far = [(pick.randrange(10**6), pick.randrange(10**6)) for _ in range(40)]
    for x, y in [*product(range(18), repeat=2), *far]:
        assert found.accepts(x, y) == _holds(condition, x, y), (x, y)


@pytest.mark.parametrize("c", OF_ROOT.values())
def test_multiples_of_quadratic_numbers(c: int) -> None:
    """alpha = (c + sqrt(c^2 + 4))/2: floor(alpha*n) by the whole part of a square root."""
    root = next(root for root, each in OF_ROOT.items() if each == c)
    numeration, pick = numeration_of(root), Random(c)
    assert numeration is not None
    found = floors(numeration)
    for n in [*range(200), *(pick.randrange(10**50) for _ in range(60))]:
        value = (c * n + isqrt((c * c + 4) * n * n)) // 2
        for m in range(max(value - 2, 0), value + 3):
            assert found.accepts(n, m) == (m == value), (n, m)


def test_what_is_read_off_digits() -> None:
    value = digit_value(parse_formula("vp(n, 3) % 4"))
    assert value is not None and (value.base, value.modulus) == (3, 4)
    odd = value.where(lambda j: j == 3, 3)
    assert [n for n in range(100) if odd.accepts(n)] == [27, 54]
    assert digit_value(parse_formula("n % 2")) is None


def test_numbers_with_roots() -> None:
    assert root_of(parse_formula("sqrt(72)")) == 2 and root_of(parse_formula("sqrt(9)")) == 1
    half = Real(Polynomial.number(2), Polynomial.number(4), 6)
    assert half.in_lowest_terms.over == 3

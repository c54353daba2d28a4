"""Lines on residue classes: what is claimed for all n from some n on is so, far out too."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.eventual_lines import lines_of
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.arithmetic.residue_lines import NoLine, eventual

NUMBERS = (
    "({a} + {b})", "({a} - {b})", "({a}*{i})", "floor({a}/{i})", "ceiling({a}/2)", "({a} // -{i})",
    "Mod({a}, {i})", "Mod({a}, -3)", "Max({a}, {b})", "Min({a}, {b})", "Abs({a})", "xor({a}, {i})",
    "xor({a}, {b}, 3)", "({a} & {i})", "(-1)**({a})", "2**Mod({a}, 3)", "isqrt(Mod({a}, 7))",
    "Piecewise(({a}, {c}), ({b}, True))", "{a}/3",
)  # fmt: skip
TESTS = ("{a} < {b}", "Eq(Mod({a}, 4), {i})", "Not({a} <= {i})", "Or({a} < 2, Ne({b}, {i}))")
CONDITIONS = (
    "k % {i} == {j}", "k < {j}", "k in [1, 2, {j}]", "k*k % {i} == k % {j}", "not ({c})",
    "({c} and {d})", "({c} or {d})", "gcd(k, {i}) > 1", "-k*k % {i} <= 2", "(k % 4 + 1)*(k % 3)",
)  # fmt: skip


def formula(chance: Random, depth: int) -> str:
    if depth == 0:
        return chance.choice(["n", "n", "7", "1/2"])
    a, b, x, y = (formula(chance, depth - 1) for _ in range(4))
    test = chance.choice(TESTS).format(a=x, b=y, i=chance.randint(0, 3))
    return chance.choice(NUMBERS).format(a=a, b=b, c=test, i=chance.randint(1, 9))


def condition(chance: Random, depth: int) -> str:
    c, d = (condition(chance, depth - 1) if depth else "k > 5" for _ in range(2))
    i, j = chance.randint(1, 6), chance.randint(1, 6)
    return chance.choice(CONDITIONS).format(c=c, d=d, i=i, j=j)


@pytest.mark.parametrize("seed", range(4))
def test_formulas_are_their_lines(seed: int) -> None:
    chance, found = Random(seed), 0
    for _ in range(150):
        text = formula(chance, chance.randint(1, 3))
        term = parse_formula(text)
        try:
            lines = lines_of(term)
        except NoLine:
            continue
        found += 1
        for n in [*range(lines.threshold, lines.threshold + 40), 10**20 + chance.randint(0, 99)]:
            slope, intercept = lines.lines[n % lines.modulus]
            assert slope * n + intercept == value_at(term, n), (text, n)
    assert found > 50


@pytest.mark.parametrize("seed", range(4))
def test_conditions_repeat_from_their_start(seed: int) -> None:
    chance = Random(seed)
    for _ in range(100):
        text = condition(chance, chance.randint(0, 2))
        test = read_expression(text, ("k",))
        shape = eventual(test)
        assert shape is not None, text
        for k in range(shape.start, shape.start + 60):
            assert bool(evaluate(test, {"k": k})) == bool(evaluate(test, {"k": k + shape.m})), text


def test_what_is_no_line_is_refused() -> None:
    for text in ("n*n", "v2(n)", "1/Mod(n, 2)", "sqrt(2)", "xor(n, -1)", "n/2 & 3", "2**n"):
        with pytest.raises(NoLine):
            lines_of(parse_formula(text))
    for text in ("k * k > 9", "is_prime(k)", "k + n > 3", "k % 20011 == 1"):
        assert eventual(read_expression(text, ("k", "n"))) is None


@pytest.mark.parametrize(
    ("text", "slope", "intercept"),
    [
        ("n*2**(-3)", Fraction(1, 8), Fraction(0)),
        ("n/3 + 10**30/7", Fraction(1, 3), Fraction(10**30, 7)),
        ("(10**30 + 1)*n/2 + 6/3", Fraction(10**30 + 1, 2), Fraction(2)),
        ("n/(2/3)", Fraction(3, 2), Fraction(0)),
    ],
)
def test_whole_numbers_and_fractions_are_exact(
    text: str, slope: Fraction, intercept: Fraction
) -> None:
    """Whole numbers are ints, whose quotients and negative powers must not become floats."""
    (line,) = lines_of(parse_formula(text)).lines
    assert line == (slope, intercept) and {type(number) for number in line} == {Fraction}

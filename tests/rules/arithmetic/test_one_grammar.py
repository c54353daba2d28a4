"""All readers bind signs as Python does: drawn texts, read by each, against Python's evaluator.

A text is drawn in two forms: as people may write it (``2a``, ``^``, ``implies``, ``iff``), and in
Python's own signs, which Python evaluates. Parts are put together without brackets more often than
not, so that what a text means is a matter of binding alone.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mexplore.discover.families.conditions import Undecided, answer_to, condition_text
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.formulas import holds
from mexplore.discover.surveys.statement import Missing, Names, read_statement
from mexplore.rules.arithmetic import tree
from mexplore.rules.arithmetic.conditions import read_conditions
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.arithmetic.syntax import parted_by_implies
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.parameters.constraint import all_hold, equal
from mexplore.rules.parameters.reading import read_constraints, read_linear, read_polynomial
from mexplore.rules.parameters.rule import ParametricRule
from mexplore.rules.parameters.statements import PeriodStatement

NAMES = ("a", "b", "m")
Values = dict[str, int]
SEEDS = st.integers(0, 2**64)
LONGEST = 160  # signs of a text


class Drawn(NamedTuple):
    """The text as people write it, and as Python reads it; ``product``: it begins with a product
    without a star."""

    text: str
    python: str
    product: bool = False

    @property
    def in_brackets(self) -> Drawn:
        return Drawn(f"({self.text})", f"({self.python})")


def values_of(rng: Random) -> Values:
    return {name: rng.randint(-4, 9) for name in NAMES}


def by_python(text: str, values: Values) -> int | None:
    """What Python makes of it; None where it has no value."""
    try:
        return int(eval(text, {"__builtins__": {}, "bool": bool}, values))
    except ZeroDivisionError:
        return None


# Texts.


def number(rng: Random, depth: int, signs: str = "+ - * // %") -> Drawn:
    """An expression for a number."""
    if depth == 0 or rng.random() < 0.15:
        return leaf(rng)
    kind = rng.random()
    if kind < 0.2:
        inner = number(rng, depth - 1, signs)
        return Drawn(f"-{inner.text}", f"-{inner.python}", inner.product)
    if kind < 0.35:
        return number(rng, depth - 1, signs).in_brackets
    left, right = number(rng, depth - 1, signs), number(rng, depth - 1, signs)
    sign = rng.choice(signs.split())
    if sign in ("//", "%") and right.product:
        right = right.in_brackets
    space = rng.choice(["", " "])
    return Drawn(
        f"{left.text}{space}{sign}{space}{right.text}",
        f"{left.python} {sign} {right.python}",
        left.product,
    )


def leaf(rng: Random) -> Drawn:
    name, digit = rng.choice(NAMES), str(rng.randint(0, 5))
    if rng.random() < 0.2:
        return Drawn(f"{digit}{name}", f"{digit}*{name}", product=True)
    plain = rng.choice([name, name, digit])
    return Drawn(plain, plain)


def comparison(rng: Random, depth: int) -> Drawn:
    """A chain of one comparison or two."""
    parts = [number(rng, depth) for _ in range(rng.choice([2, 2, 2, 3]))]
    text, python = parts[0].text, parts[0].python
    for part in parts[1:]:
        sign = rng.choice(["==", "!=", "<", "<=", ">", ">="])
        text, python = f"{text} {sign} {part.text}", f"{python} {sign} {part.python}"
    return Drawn(text, python)


def logic(rng: Random, depth: int, *, words: bool) -> Drawn:
    """Comparisons joined by and, or and not, without brackets or with them."""
    if depth == 0:
        return comparison(rng, 2)
    kind = rng.random()
    if kind < 0.2:
        inner = logic(rng, depth - 1, words=words)
        return Drawn(f"not {inner.text}", f"not {inner.python}")
    if kind < 0.4:
        inner = (condition if words else logic)(rng, depth - 1, words=words)
        return inner.in_brackets
    left, right = (logic(rng, depth - 1, words=words) for _ in range(2))
    word = rng.choice(["and", "or"])
    return Drawn(f"{left.text} {word} {right.text}", f"{left.python} {word} {right.python}")


def condition(rng: Random, depth: int, *, words: bool = True) -> Drawn:
    """Conditions joined by implies, and these by iff: in Python by not, or and ==."""
    if not words:
        return logic(rng, depth, words=False)
    equals = [implication(rng, depth) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    text, python = equals[0].text, equals[0].python
    for each in equals[1:]:
        text = f"{text} iff {each.text}"
        python = f"(bool({python}) == bool({each.python}))"
    return Drawn(text, python)


def short_condition(rng: Random) -> Drawn:
    drawn = condition(rng, 2)
    return drawn if len(drawn.text) <= LONGEST else short_condition(rng)


def implication(rng: Random, depth: int) -> Drawn:
    parts = [logic(rng, depth, words=True) for _ in range(rng.choice([1, 1, 2, 3]))]
    text, python = parts[-1].text, f"({parts[-1].python})"
    for part in reversed(parts[:-1]):
        text = f"{part.text} implies {text}"
        python = f"((not ({part.python})) or {python})"
    return Drawn(text, python)


# Readers.


def of_statements(text: str, values: Values) -> int | None:
    try:
        return int(read_statement(text, Names(frozenset(NAMES))).holds(values))
    except (InputError, Missing):
        return None


def of_conditions(text: str, values: Values) -> int | None:
    (node,) = read_conditions(text, NAMES)
    return tried(lambda: evaluate(node, values))


def of_rules(text: str, values: Values) -> int | None:
    node = read_expression(f"1 if {text} else 0", NAMES)
    return tried(lambda: evaluate(node, values))


def of_formulas(text: str, values: Values) -> int | None:
    node = parse_formula(f"Piecewise((1, {text}), (0, True))", NAMES)
    numbers = {
        n: tree.Number(v) if v >= 0 else tree.Unary("-", tree.Number(-v)) for n, v in values.items()
    }
    return tried(lambda: int(Fraction(str(value_at(tree.substitute(node, numbers), 0)))))


def tried(compute: Callable[[], int]) -> int | None:
    try:
        return compute()
    except (InputError, Undefined):
        return None


def conditions_are_read_alike(rng: Random) -> None:
    drawn, values = short_condition(rng), values_of(rng)
    expected = by_python(drawn.python, values)
    assert of_statements(drawn.text, values) == expected, drawn
    assert of_conditions(drawn.text, values) == expected, drawn
    claim = PeriodStatement.parse(f"period == 1 when {drawn.text}", NAMES)
    assert claim.concerns(values) == bool(expected), drawn
    *given, last = parted_by_implies(drawn.text)
    if given and expected is not None:
        parts = [of_conditions(part, values) for part in (*given, last)]
        if None not in parts:
            assert expected == (not all(parts[:-1]) or bool(parts[-1])), drawn
    python = logic(rng, 2, words=False).python
    expected = by_python(python, values)
    assert of_rules(python, values) == expected, python
    assert of_statements(python, values) == expected, python
    found = of_formulas(python, values)
    assert found == expected or None in (found, expected), python


def polynomials_are_read_alike(rng: Random) -> None:
    drawn, values = number(rng, 4, "+ - *"), values_of(rng)
    squared = f"{drawn.in_brackets.text}^2 - a**3"
    expected = by_python(drawn.python, values)
    assert read_polynomial(drawn.text).at(values) == expected, drawn
    python = f"({drawn.python})**2 - a**3"
    assert read_polynomial(squared).at(values) == by_python(python, values), squared
    try:
        linear = read_linear(drawn.text)
    except RuleSyntaxError as error:
        assert "linear" in str(error)
    else:
        assert linear.at(values) == expected, drawn
        assert read_linear(str(linear)) == linear


def constraints_are_read_alike(rng: Random) -> None:
    """Constraints are read as Python reads them, or refused; what is printed is read again."""
    modulus, values = rng.randint(1, 4), values_of(rng)
    left, right = (number(rng, 2, "+ - + - *") for _ in range(2))
    texts = [
        comparison(rng, 1),
        Drawn(f"{left.text} >= {right.text}", f"{left.python} >= {right.python}"),
        Drawn(
            f"{left.text} % {modulus} == {right.text}",
            f"{left.python} % {modulus} == {right.python}",
        ),
        Drawn(f"({left.text}) % {modulus} == 0", f"({left.python}) % {modulus} == 0"),
        Drawn(f"-a % {modulus} == 0, 2*a % 3 == b", f"-a % {modulus} == 0 and 2*a % 3 == b"),
    ]
    for drawn in texts:
        expected = by_python(drawn.python, values)
        try:
            cell = read_constraints(drawn.text)
        except RuleSyntaxError:
            continue
        assert expected is not None and all_hold(cell, values) == bool(expected), drawn
        assert read_constraints(", ".join(map(str, cell))) == cell


def solvers_are_asked_alike(rng: Random) -> None:
    drawn, values = condition(rng, 1), values_of(rng)
    (node,) = read_conditions(drawn.text, NAMES)
    expected = by_python(drawn.python, values)
    names = {name: f"k{i}" for i, name in enumerate(NAMES)}
    case = Case(NAMES, tuple((name, Polynomial.name(name)) for name in NAMES), ())
    here = [holds(equal(Polynomial.name(name), at), names) for name, at in values.items()]
    try:
        text = condition_text(node, case, names, f"(and {' '.join(here)})")
    except Undecided:
        return
    assert expected is not None, drawn
    verdict = answer_to(names, *here, text).verdict
    assert (verdict == "sat") == bool(expected), drawn


CHECKS = [conditions_are_read_alike, polynomials_are_read_alike, constraints_are_read_alike]


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=200, deadline=None)
@given(SEEDS)
def test_every_reader_binds_as_python(check: Callable[[Random], None], seed: int) -> None:
    check(Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_every_reader_binds_as_python_in_many_texts(check: Callable[[Random], None]) -> None:
    rng = Random(41)
    for _ in range(100_000):
        check(rng)


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_solvers_are_asked_what_python_evaluates(seed: int) -> None:
    pytest.importorskip("z3")
    solvers_are_asked_alike(Random(seed))


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("k + 4 % 4 == k", "k + (4 % 4) == k"),
        ("-k % 3 == 1", "(-k) % 3 == 1"),
        ("k // 2 % 3 == 1", "(k // 2) % 3 == 1"),
        ("2*k % 3 == 1", "(2 * k) % 3 == 1"),
        ("2k % 3 == 1", "(2 * k) % 3 == 1"),
        ("-k^2 < 0", "-(k**2) < 0"),
        ("1 <= k < 5", "1 <= k and k < 5"),
        ("not k > 3 and k > 1", "(not k > 3) and k > 1"),
        ("k > 3 or k > 1 and k < 0", "k > 3 or (k > 1 and k < 0)"),
        ("k > 3 implies k > 1 or k < 0", "(not k > 3) or (k > 1 or k < 0)"),
        ("k > 3 implies k > 1 implies k < 0", "(not k > 3) or ((not k > 1) or k < 0)"),
        ("k > 3 iff k > 1 implies k < 0", "(k > 3) == ((not k > 1) or k < 0)"),
    ],
)
def test_the_table_of_binding(text: str, python: str) -> None:
    """docs/notation.md has this table."""
    (node,) = read_conditions(text, ("k",))
    for k in range(-9, 10):
        assert bool(evaluate(node, {"k": k})) == eval(python, {"k": k})


@pytest.mark.parametrize(
    ("text", "place"),
    [("k % 2k == 1", 5), ("k % -2k == 1", 6), ("k // 3(k + 1) == 0", 6), ("k^2k == 1", 3)],
)
def test_a_product_without_a_star_is_refused_where_it_is_not_clear(text: str, place: int) -> None:
    with pytest.raises(RuleSyntaxError, match="it is not clear how far") as error:
        read_conditions(text, ("k",))
    assert error.value.position == place


def test_remainders_of_sums_are_written_in_brackets() -> None:
    """Constraints of certificates and of the library: what is printed is read as it was meant."""
    (constraint,) = read_constraints("(a + b) % 3 == 1")
    assert str(constraint) == "(a + b) % 3 == 1"
    for text in ("a + b % 3 == 1", "a - b % 3 == 1", "1 == a + b % 3"):
        with pytest.raises(RuleSyntaxError):
            read_constraints(text)
    assert isinstance(read_conditions("a + b % 3 == 1", NAMES)[0], tree.Comparison)


@pytest.mark.parametrize(
    "name", ["period", "preperiod", "size", "n", "gcd", "pattern", "iff", "Mod"]
)
def test_names_that_mean_something_name_no_number(name: str) -> None:
    with pytest.raises(RuleSyntaxError) as error:
        ParametricRule.parse(f"subtract(1, {name}) for {name} >= 2")
    assert error.value.position == len("subtract(1, ")

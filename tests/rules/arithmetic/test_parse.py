"""What signs and names mean in a formula, at the numbers where one sign differs from another."""

from __future__ import annotations

import pytest

from mexplore.rules.arithmetic.eventual_lines import lines_of
from mexplore.rules.arithmetic.formula_values import column_of, value_at
from mexplore.rules.arithmetic.formulas import FormulaSyntaxError, parse_formula

COMPARISONS = {  # at n = 2, 3, 4, compared with 3
    "<": [1, 0, 0],
    "<=": [1, 1, 0],
    ">": [0, 0, 1],
    ">=": [0, 1, 1],
    "==": [0, 1, 0],
    "!=": [1, 0, 1],
}
CALLS = {"Lt": "<", "Le": "<=", "Gt": ">", "Ge": ">=", "Eq": "==", "Ne": "!="}


def values(text: str, start: int, stop: int) -> list[int]:
    """The values of a formula, term by term and all at once."""
    term = parse_formula(text)
    exact = [value_at(term, n) for n in range(start, stop)]
    found: list[int] = column_of(term, start, stop).tolist()
    assert found == exact
    return found


@pytest.mark.parametrize("sign", COMPARISONS)
def test_signs_of_comparison(sign: str) -> None:
    assert values(f"Piecewise((1, n {sign} 3), (0, True))", 2, 5) == COMPARISONS[sign]
    assert values(f"1 if n {sign} 3 else 0", 2, 5) == COMPARISONS[sign]
    # With the sides exchanged: 3 at n = 2, 3, 4 is greater, equal, less.
    assert values(f"Piecewise((1, 3 {sign} n), (0, True))", 2, 5) == COMPARISONS[sign][::-1]
    assert values(f"Piecewise((0, not n {sign} 3), (1, True))", 2, 5) == COMPARISONS[sign]


@pytest.mark.parametrize("name", CALLS)
def test_names_of_comparisons(name: str) -> None:
    assert values(f"Piecewise((1, {name}(n, 3)), (0, True))", 2, 5) == COMPARISONS[CALLS[name]]


@pytest.mark.parametrize("sign", COMPARISONS)
def test_a_comparison_on_residues_is_decided_for_all_n(sign: str) -> None:
    # n mod 5 runs through 0, 1, 2, 3, 4; the comparison is with 3.
    less, equal, greater = COMPARISONS[sign]
    found = lines_of(parse_formula(f"Piecewise((1, Mod(n, 5) {sign} 3), (0, True))"))
    assert [line for _, line in found.lines] == [less, less, less, equal, greater]


def test_chains_and_conditions_that_are_joined() -> None:
    assert values("1 if 2 <= n < 4 else 0", 1, 6) == [0, 1, 1, 0, 0]
    assert values("1 if n < 2 or n > 3 else 0", 1, 6) == [1, 0, 0, 1, 1]
    assert values("1 if n > 1 and n < 4 else 0", 1, 6) == [0, 1, 1, 0, 0]
    assert values("Piecewise((1, And(n > 1, n < 4)), (0, True))", 1, 6) == [0, 1, 1, 0, 0]
    assert values("Piecewise((1, Or(n < 2, n > 3)), (0, True))", 1, 6) == [1, 0, 0, 1, 1]
    assert values("Piecewise((1, Not(n < 2)), (0, True))", 1, 4) == [0, 1, 1]
    assert values("Piecewise((1, (n > 1) & (n < 4)), (0, True))", 1, 6) == [0, 1, 1, 0, 0]
    assert values("Piecewise((1, (n < 2) | (n > 3)), (0, True))", 1, 6) == [1, 0, 0, 1, 1]


def test_signs_of_arithmetic() -> None:
    assert values("+n", 1, 4) == [1, 2, 3]
    assert values("-n + 7", 1, 4) == [6, 5, 4]
    assert values("7 - n", 1, 4) == [6, 5, 4]
    assert values("floor(n/2)", 1, 5) == [0, 1, 1, 2]
    assert values("ceiling(n/2)", 1, 5) == [1, 1, 2, 2]
    assert values("ceil(n/2)", 1, 5) == [1, 1, 2, 2]
    assert values("floor(sqrt(n))", 3, 10) == [1, 2, 2, 2, 2, 2, 3]
    assert [value_at(parse_formula("ceiling(sqrt(n))"), n) for n in (3, 4, 5)] == [2, 2, 3]
    assert values("floor(log(n, 2))", 3, 9) == [1, 2, 2, 2, 2, 3]
    assert values("floor(log(n)/log(2))", 3, 9) == [1, 2, 2, 2, 2, 3]
    assert [value_at(parse_formula("ceiling(log(n, 2))"), n) for n in (3, 4, 5)] == [2, 2, 3]
    assert values("n xor 1", 2, 5) == [3, 2, 5]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("n ^ 1", 3),  # of the sign
        ("n ** 2 ^ 1", 8),
        ("n + m", 5),
        ("n + 1.5", 5),
        ("n < 3", 1),
        ("Lt(n)", 1),
        ("Not(n > 1, n > 2)", 1),
        ("n + And()", 5),
        ("Piecewise()", 1),
        ("Piecewise((1, n))", 15),
        ("n + Piecewise(1)", 15),
        ("floor(n, 2)", 1),
        ("n + log(n)", 5),
        ("floor(log(n))", 7),
        ("1 + (n < 2)", 6),
        ("(n < 2) & n", 1),
        ("n + # 1", 5),
        ("gcd(n)", 1),
        ("gcdd(n, 2)", 1),
        ("gcd(*n)", 1),
        ("floor(x=n)", 1),
        ("   ", 1),
        ("n +", None),
    ],
)
def test_what_is_no_formula_is_refused_at_its_place(text: str, column: int | None) -> None:
    with pytest.raises(FormulaSyntaxError) as refused:
        parse_formula(text)
    assert column is None or f"(column {column})" in str(refused.value)


@pytest.mark.parametrize("name", ["gcd", "floor", "Piecewise", "popcount"])
def test_a_function_without_its_argument_is_told_from_an_unknown_name(name: str) -> None:
    with pytest.raises(FormulaSyntaxError, match=rf"{name} is a function: write {name}\(n\)"):
        parse_formula(name)
    with pytest.raises(FormulaSyntaxError, match="the heap size is n"):
        parse_formula("gcdd")

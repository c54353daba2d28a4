"""Families of rules: read and written, members, and every kind of bad input."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.parameters.constraint import Constraint, at_least, congruent, equal
from mexplore.rules.parameters.reading import read_constraints, read_linear, read_polynomial
from mexplore.rules.parameters.rule import ParametricRule

NAMES = ("a", "b", "k", "true", "let", "q0")


def polynomials(degree: int) -> st.SearchStrategy[Polynomial]:
    monomials = st.lists(st.sampled_from(NAMES), max_size=degree).map(lambda m: tuple(sorted(m)))
    return st.dictionaries(monomials, st.integers(-30, 30), max_size=6).map(Polynomial)


POINTS = st.fixed_dictionaries(dict.fromkeys(NAMES, st.integers(-(10**30), 10**30)))


@given(polynomials(3), polynomials(3), POINTS)
def test_polynomials_are_a_ring(p: Polynomial, q: Polynomial, point: dict[str, int]) -> None:
    assert (p + q).at(point) == p.at(point) + q.at(point)
    assert (p - q).at(point) == p.at(point) - q.at(point)
    assert (p * q).at(point) == p.at(point) * q.at(point)
    assert read_polynomial(str(p)) == p and hash(read_polynomial(str(p))) == hash(p)
    assert p.with_names({"a": q}).at(point) == p.at({**point, "a": q.at(point)})


@given(polynomials(1), st.sampled_from([">=", "==", 1, 2, 7]), POINTS)
def test_constraints_are_read_back(
    form: Polynomial, sign: str | int, point: dict[str, int]
) -> None:
    if isinstance(sign, int):
        constraint, value = congruent(form, 3, sign), (form.at(point) - 3) % sign == 0
    else:
        constraint = Constraint(form, sign)
        value = form.at(point) >= 0 if sign == ">=" else form.at(point) == 0
    assert read_constraints(str(constraint)) == (constraint,)
    assert constraint.holds(point) == value


def test_common_factors_are_taken_out_for_integers() -> None:
    rng = random.Random(5)
    for _ in range(2000):
        a, b = rng.randint(-9, 9), rng.randint(-9, 9)
        m, n, c = (rng.randint(-6, 6) for _ in range(3))
        form = m * Polynomial.name("a") + n * Polynomial.name("b") + c
        point, value = {"a": a, "b": b}, m * a + n * b + c
        assert at_least(form).holds(point) == (value >= 0)
        assert equal(form).holds(point) == (value == 0)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("subtract(a,b,b+a) for a>=1, b>a", "subtract(a, b, a + b) for a >= 1, b >= a + 1"),
        ("subtract(2k+1, 4k + 3) for k >= 3 and k%3 == 1",
         "subtract(2*k + 1, 4*k + 3) for k >= 3, k % 3 == 1"),
        ("subtract(k, k) for 1 <= k < 7", "subtract(k) for k >= 1, k <= 6"),
        ("subtract(5, k) for k == 2", "subtract(5, k) for k == 2"),
    ],
)  # fmt: skip
def test_families_have_one_text(text: str, canonical: str) -> None:
    rule = ParametricRule.parse(text)
    assert str(rule) == canonical and ParametricRule.parse(canonical) == rule


def test_members() -> None:
    rule = ParametricRule.parse("subtract(a, b, a + b) for a >= 1, b >= a")
    assert str(rule.member(a=2, b=2)) == "subtract(2, 4)"  # a set: equal elements count once
    assert len(list(rule.members(9))) == 45
    for values in ({"a": 3, "b": 2}, {"a": 1}, {"a": 1, "b": 2, "c": 3}):
        with pytest.raises(InputError):
            rule.member(**values)
    with pytest.raises(InputError, match="moves take 1"):
        ParametricRule.parse("subtract(a - 3) for a >= 1").member(a=2)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("subtract(a, b)", 14, "constraints are missing"),
        ("subtract(a, b) for a >= 1", 12, "no constraint"),
        ("subtract(a) for a*b >= 3", 17, "not linear"),
        ("subtract(a*b) for a >= 1, b >= 1", 10, "not linear"),
        ("subtract(a^2) for a >= 1", 10, "not linear"),
        ("subtract(k) and every superset", 12, "constraints are missing"),
        ("subtract(k) for k >= 1 or 0", 23, "'or'"),
        ("subtract(k) for k >= 1 if k else 0", 23, "'if'"),
        ("subtract(a or 5) for a >= 1", 11, "'or'"),
        ("subtract(k) for k >= 1, k % 0 == 1", 28, "modulo 0"),
        ("subtract(k) for k >= 1, k % -3 == 1", 28, "modulus"),
        ("subtract(k) for k >= 1, k % k == 1", 28, "modulus"),
        ("subtract(k) for k != 2", 18, "'!='"),
        ("subtract(k) for k >= 1, k % 3 == 4", 33, "no remainder by 3 is 4"),
        ("subtract(k) for k >= 1, k % 3 == -1", 33, "no remainder by 3 is -1"),
        ("subtract(a, b) for a >= 1, b >= 1, a + b % 3 == 1", 41, "unexpected '%'"),
        ("subtract(a, b) for a >= 1, b >= 1, a // 2 == b", 37, "unexpected '//'"),
        ("subtract(a, b) for a >= 1, b >= 1, not a == b", 35, "unexpected 'not'"),
        ("subtract(a, b) for a >= 1, b >= 1 implies a == b", 34, "unexpected 'implies'"),
        ("subtract(gcd(a, 2)) for a >= 1", 9, "the function gcd is not read here"),
        ("subtract(2^2b) for b >= 1", 12, "not clear how far"),
        ("subtract(k) for ()", 16, "unexpected"),
        ("subtract(k) for k(", 17, "unexpected"),
        ("subtract(k) for k", 17, "comparison is missing"),
        ("subtract(k) for k >= 1, m >= 2", 24, "no element"),
        ("subtract(k) for k >= 1\n(assert false)", 22, "unexpected"),
        ("subtract(k) for k >= 1; (assert false)", 22, "unexpected"),
        ("subtract(k.real) for k >= 1", 10, "unexpected"),
        ("subtract(k[0]) for k >= 1", 10, "unexpected"),
        ("subtract(and) for and >= 1", 9, "no name"),
        ("subtract(1) for k >= 1", 9, "no element has a name"),
        ("subtract() for k >= 1", 9, "unexpected"),
        ("subtract(k", 10, "missing"),
        ("divide(k) for k >= 2", 0, "no theorem yet"),
        ("octal(k) for k >= 2", 0, "not studied"),
        (f"subtract({'9' * 1000}*k) for k >= 1", 9, "1000 digits"),
        (f"subtract({'(' * 60}k{')' * 60}) for k >= 1", 50, "brackets"),
        (f"subtract({', '.join(f'{i}*k' for i in range(1, 40))}) for k >= 1", None, "too many"),
        ("subtract(" + "k + " * 2000 + "k) for k >= 1", 9, "characters"),
        ("subtract(ｋ) for ｋ >= 1", 9, "unexpected"),
    ],
)  # fmt: skip
def test_bad_input_has_a_place(text: str, place: int | None, words: str) -> None:
    with pytest.raises(RuleSyntaxError, match=words) as error:
        ParametricRule.parse(text)
    assert place is None or error.value.position == place
    assert "\n" not in str(error.value)


@given(st.text(alphabet="ab12+-*/%^()<>=, \n'for&|[]{}!.k", max_size=40))
def test_no_text_raises_anything_else(text: str) -> None:
    for read in (read_linear, read_polynomial, read_constraints, ParametricRule.parse):
        for tried in (text, f"subtract({text}) for k >= 1", f"subtract(k) for {text}"):
            try:
                read(tried)
            except RuleSyntaxError:
                continue

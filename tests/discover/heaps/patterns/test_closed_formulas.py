"""Closed forms in sympy equal the values, and are short where the law is simple."""

from __future__ import annotations

import pytest
import sympy

from mexplore.discover.heaps.study import study
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

n = sympy.Symbol("n", integer=True, nonnegative=True)


def formula_of(text: str) -> sympy.Expr:
    best = study(parse_rule(text)).best
    assert best is not None
    assert best.form is not None
    return best.form.formula(n)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("subtract(1, 2, 3)", sympy.Mod(n, 4)),
        ("subtract(1..9)", sympy.Mod(n, 10)),
        ("subtract(2)", sympy.floor(sympy.Mod(n, 4) / 2)),
        ("subtract(3)", sympy.floor(sympy.Mod(n, 6) / 3)),
        ("0.33", sympy.Mod(n, 3)),
        ("0.0", sympy.Integer(0)),
    ],
)
def test_simple_laws_have_the_formula_that_a_person_would_write(
    text: str, formula: sympy.Expr
) -> None:
    assert formula_of(text) == formula


@pytest.mark.parametrize(
    "text",
    ["0.77", "0.07", "subtract(1, 3, 4)", "subtract(2, 4, 7)", "subtract(5, 11, 19, 22)",
     "divide(2..6)", "divide(2, 5)", "divide(2, 8)", "divide(3, 10)", "divide(2, 3, ceil)",
     "divide(2..6, ceil)", "divide(7)", "divide(2, ceil)"],
)  # fmt: skip
def test_formula_equals_the_definition(text: str) -> None:
    formula = formula_of(text)
    values = grundy_by_definition(parse_rule(text), 320)
    for at in [*range(130), 143, 144, 145, 287, 288, 319]:
        assert formula.subs(n, at) == values[at], at


def test_a_huge_start_has_no_formula() -> None:
    from mexplore.discover.study.limits import Limits

    best = study(parse_rule("divide(2, 5, 7)"), Limits(runs_upto=10**60)).best
    assert best is not None
    assert best.form is not None
    assert best.form.formula(n) is None

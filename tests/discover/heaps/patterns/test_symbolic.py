"""Printed closed forms, evaluated by sympy at the places where rounded logarithms err."""

from __future__ import annotations

import pickle

import pytest
import sympy

from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.values import answers
from mexplore.rules.arithmetic.formula_values import expression_of, named_function, value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.notation import parse_rule

N = sympy.Symbol("n", integer=True, nonnegative=True)


@pytest.mark.parametrize("base", [2, 4, 12])
def test_integer_logarithms_are_exact(base: int) -> None:
    floorlog, ceillog = named_function("floorlog"), named_function("ceillog")
    for k in range(1, 301):
        for n, below, above in [
            (base**k - 1, k - 1, k if (base, k) != (2, 1) else 0),
            (base**k, k, k),
            (base**k + 1, k, k + 1),
        ]:
            assert (floorlog(n, base), ceillog(n, base)) == (below, above)
    assert floorlog(N, base).subs(N, base**15 - 1) == 14
    assert floorlog(sympy.Rational(1, base), base) == -1
    assert floorlog(0, base) is sympy.nan


@pytest.mark.parametrize(
    "text", ["divide(2)", "divide(2..6)", "divide(3, ceil)", "leave(0 .. n//3)", "leave(0 .. n//4)"]
)
def test_the_printed_closed_form_is_exact_beside_powers(text: str) -> None:
    """At c^k - 1, c^k and c^k + 1: the form, sympy, the text read back, and what predict says."""
    rule = parse_rule(text)
    best = study(rule).best
    assert best is not None
    assert best.form is not None
    expression = best.form.formula(N)
    assert expression is not None
    term = parse_formula(str(expression))
    base = {"divide(2)": 4, "divide(2..6)": 12, "divide(3, ceil)": 9}.get(text) or int(text[-2])
    points = [base**k + d for k in (*range(1, 31, 7), 15, 100, 300) for d in (-1, 0, 1)]
    expected = [best.form.at(n) for n in points]
    assert [expression.subs(N, n) for n in points] == expected
    assert [value_at(term, n) for n in points] == expected
    assert answers(rule, points).at_all(points) == expected


def test_it_is_read_back_pickled_and_written_in_latex() -> None:
    expression = expression_of(
        parse_formula("floor(log(n + 1, 4)) + ceiling(log(n + 1)/log(3))"), N
    )
    assert str(expression) == "ceillog(n + 1, 3) + floorlog(n + 1, 4)"
    assert expression_of(parse_formula(str(expression)), N) == expression
    assert pickle.loads(pickle.dumps(expression)) == expression
    assert r"\left\lfloor \log_{4}\left(n + 1\right) \right\rfloor" in sympy.latex(expression)
    assert sympy.latex(named_function("floorlog")(N, 2) ** 3).endswith("^{3}")

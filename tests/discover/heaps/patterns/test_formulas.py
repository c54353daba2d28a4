"""Short formulas of periodic laws equal the law at every n tried, and read as intended."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mexplore.discover.heaps.patterns._formulas import is_one_line
from mexplore.discover.heaps.patterns.periodic import Periodic, PeriodicForm
from mexplore.discover.heaps.study import study
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.residues import residue_formula
from mexplore.rules.notation import parse_rule


def symbol() -> object:
    import sympy

    return sympy.Symbol("n", integer=True, nonnegative=True)


@given(
    residues=st.one_of(
        st.lists(st.integers(0, 3), min_size=1, max_size=7),
        st.tuples(st.integers(2, 9), st.integers(0, 9), st.integers(0, 9)).map(
            lambda t: [(t[1] * r + t[2]) % t[0] for r in range(t[0])]
        ),
        st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(0, 9)).map(
            lambda t: [(r + t[2]) % (t[0] * t[1]) // t[0] for r in range(t[0] * t[1])]
        ),
        st.integers(0, 7).map(lambda c: [r ^ c for r in range(8)]),
    ),
    saltus=st.sampled_from([0, 0, 1, 2, 8]),
)
@example(residues=[3, 2], saltus=2)  # not n xor 3
@settings(max_examples=120, deadline=None)
def test_formula_is_the_law_and_can_be_read_back(residues: list[int], saltus: int) -> None:
    p = len(residues)
    expression = residue_formula(residues, saltus, symbol())
    term = parse_formula(str(expression))
    for n in [*range(3 * p + 2), 10**20, 10**20 + 7]:
        law = residues[n % p] + saltus * (n // p)
        assert expression.subs(symbol(), n) == law
        assert value_at(term, n) == law


@pytest.mark.parametrize(
    ("rule", "formula"),
    [
        ("subtract(1..9)", "Mod(n, 10)"),
        ("subtract(multiples(1))", "n"),
        ("subtract(multiples(3))", "floor(n/3)"),
        ("subtract(2, 3)", "floor((Mod(n, 5))/2)"),
        ("subtract(powers(2))", "Mod(n, 3)"),
        ("remove(1 .. n//2)", "odd_part(n + 1)/2 - 1/2"),
        ("leave(0 .. n//2)", "bit_length(n)"),
    ],
)
def test_formulas_that_a_person_would_write(rule: str, formula: str) -> None:
    best = study(parse_rule(rule)).findings[0]
    assert best.form is not None
    assert str(best.form.formula(symbol())) == formula


@pytest.mark.parametrize("p", range(1, 5))
def test_whether_a_formula_has_cases_is_foretold_without_sympy(p: int) -> None:
    for residues in product(range(min(p + 1, 4)), repeat=p):
        for saltus in (0, p):
            form = PeriodicForm(Periodic(0, p, saltus), np.array(residues, dtype=np.uint8))
            cases = "Piecewise" in str(residue_formula([*residues], saltus, symbol()))
            assert is_one_line(form) is not cases, (residues, saltus)

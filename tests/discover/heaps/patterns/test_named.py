"""Named formulas: planted ones are found shortest, one late change refutes them, noise is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from mexplore.discover.heaps.patterns.named.library import library
from mexplore.discover.heaps.patterns.named.pattern import Named, NamedForm
from mexplore.discover.study.evidence import Evidence
from mexplore.rules.arithmetic.eventual_lines import lines_of
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.formulas import parse_formula
from mexplore.rules.arithmetic.numbers import Undefined
from mexplore.rules.arithmetic.residue_lines import NoLine
from mexplore.rules.errors import TooLarge
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition

if TYPE_CHECKING:
    from mexplore.rules.rule import Values


def planted(text: str, start: int, stop: int = 3000) -> Values:
    term = parse_formula(text)
    tail = [value_at(term, n) for n in range(start, stop)]
    assert all(isinstance(value, int) for value in tail)
    return np.array([0] * start + [int(value) for value in tail if isinstance(value, int)])


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("v2(n)", 1),
        ("v2(n) + 1", 1),
        ("Omega(n)", 1),
        ("bit_length(n)", 0),
        ("popcount(n)", 0),
        ("Mod(popcount(n), 2)", 0),
        ("odd_part(n)", 1),
        ("2**v2(n)", 1),
        ("isqrt(n)", 0),
        ("floor(odd_part(n + 1)/2)", 0),
        ("floor(log(n, 7))", 1),
        ("valuation(n, 3)", 1),
        ("Mod(v2(n), 2)", 1),
        ("exponent_xor(n)", 1),
        ("primepi(lpf(n))", 2),
        ("Mod(n, 2)*primepi(lpf(n))", 2),
        ("2*n + Mod(popcount(n) + 1, 2)", 0),
        ("digit_sum(n, 10)", 0),
    ],
)
def test_planted_formula_is_found_and_one_late_change_refutes_it(text: str, start: int) -> None:
    values = planted(text, start)
    (claim,) = Named.detect(Evidence(values))
    assert claim.formula == text
    assert claim.start <= start
    assert claim.not_least(Evidence(values)) is None
    form = claim.closed_form(Evidence(values))
    assert form is not None
    assert form.prefix(3000).tolist() == values.tolist()
    assert form.counts(500) == {v: values[:500].tolist().count(v) for v in set(values[:500])}
    assert Named.from_parameters(claim.parameters()) == claim
    values[2900] += 1
    assert claim.first_failure(Evidence(values)) == 2900
    assert list(Named.detect(Evidence(values))) == []


def test_no_formula_of_the_library_is_a_periodic_law() -> None:
    for text, term in library():
        with pytest.raises(NoLine):
            lines_of(term)
        try:
            value_at(term, 37)
        except Undefined:
            pytest.fail(f"{text} is undefined at 37")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("largest", [0, 1, 2, 9, 1000])
def test_noise_and_plain_periods_yield_nothing(seed: int, largest: int) -> None:
    noise = np.random.default_rng(seed).integers(0, largest + 1, 2000)
    assert list(Named.detect(Evidence(noise.astype(np.uint16)))) == []
    assert list(Named.detect(Evidence(np.sort(noise).astype(np.uint16)))) == []
    period = (np.arange(2000) % (largest + 2)).astype(np.uint16)
    assert list(Named.detect(Evidence(period))) == []


def test_huge_n_and_formula() -> None:
    import sympy

    form = NamedForm(Named("v2(n)", 1), (0,))
    assert form.at(10**1000) == 1000
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    assert str(form.formula(n)) == "Piecewise((0, Eq(n, 0)), (v2(n), True))"
    parse_formula(str(form.formula(n)))
    assert "v" in Named("v2(n)", 1).latex()


@pytest.mark.parametrize(
    ("rule", "formula"),
    [
        ("n -> [n - d for d in range(1, n) if n % d == 0]", "v2(n)"),
        ("n -> [n - d for d in range(1, n + 1) if n % d == 0]", "v2(n) + 1"),
        ("n -> [d for d in range(1, n) if n % d == 0]", "Omega(n)"),
        ("n -> [n - 2**k for k in range(n) if n >> k & 1]", "Mod(popcount(n), 2)"),
    ],
)
def test_rules_with_named_values(rule: str, formula: str) -> None:
    evidence = Evidence(np.array(grundy_by_definition(parse_rule(rule), 300)))
    (claim,) = Named.detect(evidence)
    assert claim.formula == formula


@pytest.mark.parametrize("formula", ["Omega(n)", "primepi(lpf(n))"])
def test_a_value_out_of_reach_is_refused(formula: str) -> None:
    with pytest.raises(TooLarge, match="out of reach"):
        NamedForm(Named(formula, 2), (0, 0)).at(10**17 + 3 if "lpf" in formula else 10**30 + 1)

"""Counts of lost positions from few values, and of valuations in closed form."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import combinations_with_replacement, product
from operator import xor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from mexplore.discover.heaps.patterns.named.counting import counts_of
from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.questions.count import lost_by_sums
from mexplore.discover.study.evidence import Evidence
from mexplore.reports.commands import app
from mexplore.rules.arithmetic.formula_values import value_at
from mexplore.rules.arithmetic.formulas import parse_formula


@given(st.lists(st.integers(0, 12), max_size=7), st.integers(1, 5), st.booleans())
def test_few_values_agree_with_enumeration(values: list[int], heaps: int, ordered: bool) -> None:
    sizes = range(len(values))
    positions = (
        product(sizes, repeat=heaps) if ordered else combinations_with_replacement(sizes, heaps)
    )
    lost = sum(reduce(xor, (values[n] for n in position), 0) == 0 for position in positions)
    assert lost_by_sums(Counter(values), heaps, ordered=ordered) == lost


FORMULAS = [
    "v2(n)", "v2(n) + 1", "vp(n, 3)", "valuation(n + 2, 6)", "Mod(v2(n), 2)", "2**v2(n)",
    "bit_length(n)", "bit_length(n + 1) - 1", "floor(log(n, 3))", "popcount(n)",
    "Mod(popcount(n), 2)", "v2(n - 1)", "Mod(v2(n) + 1, 3)*v2(n)",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_counts_of_formulas_are_those_of_their_values(text: str) -> None:
    term = parse_formula(text)
    for start in (2, 3, 17):
        for stop in (start + 1, 64, 65, 100, 200):
            expected = Counter(value_at(term, n) for n in range(start, stop))
            assert counts_of(term, start, stop) == expected


def test_counts_from_0_where_the_formula_has_a_value_there() -> None:
    assert counts_of(parse_formula("popcount(n)"), 0, 8) == {0: 1, 1: 3, 2: 3, 3: 1}
    assert counts_of(parse_formula("bit_length(n)"), 0, 5) == {0: 1, 1: 1, 2: 2, 3: 1}
    assert counts_of(parse_formula("v2(n)"), 0, 8) is None


@pytest.mark.parametrize(
    "text", ["Omega(n)", "n - v2(n)", "xor(n, popcount(n))", "v2(2*n)", "v2(n) + vp(n, 3)"]
)
def test_other_formulas_are_not_counted_so(text: str) -> None:
    assert counts_of(parse_formula(text), 2, 100) is None


def test_a_law_counts_what_it_says_and_the_values_before() -> None:
    values = np.array([7, 1, *(v for v in (2, 1, 3, 1))], dtype=np.uint8)
    form = Named("v2(n) + 1", 2).closed_form(Evidence(values))
    assert form is not None
    assert form.counts(1) == {7: 1}
    assert form.counts(5) == {1: 2, 2: 1, 3: 1, 7: 1}
    assert sum(form.counts(10**30).values()) == 10**30


def counted(*arguments: str) -> int:
    done = CliRunner().invoke(app, ["count", *arguments, "--quiet"])
    assert done.exit_code == 0, done.output
    return int(done.stdout)


def test_divisor_nim_of_project_euler() -> None:
    # Project Euler, problem 509: S(10) = 692, S(100) = 735494, S(123456787654321) mod 1234567890.
    ordered = ("--from", "1", "--heaps", "3", "--ordered", "--winning")
    assert counted("divisor-nim", "--upto", "10", *ordered) == 692
    assert counted("divisor-nim", "--upto", "100", *ordered) == 735494
    large = counted("divisor-nim", "--upto", "123456787654321", *ordered)
    assert large % 1234567890 == 151725678

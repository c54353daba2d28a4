"""Lists that a few heaps lack: their kernels, against the definition."""

from __future__ import annotations

import warnings

import pytest

from mexplore.rules.engine.grundy import Computation, grundy_values
from mexplore.rules.families.expression.kernel import ExpressionKernel
from mexplore.rules.families.expression.without_moves import ButForSome
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex

FEW = [
    "n -> [(a, n - a) for a in range(1, n) if n != 2]",
    "n -> [(a, n - a) for a in range(1, n) if not n == 7 and n != 2]",
    "n -> [(a, n - a) for a in range(1, n) if n >= 6]",
    "n -> [n - k for k in range(1, n + 1) if n != 12 if n != 30]",
    "n -> [n - 2, n // 3] if 5 != n else []",
]
OTHERS = [
    "n -> [(a, n - a) for a in range(1, n) if n % 5]",
    "n -> [(a, n - a) for a in range(1, n) if n > 100]",
    "n -> [(a, n - a) for a in range(1, n) if a != 2]",
    "n -> [n - 2, n // 3] if n % 5 else []",
    "n -> [n // 2, n // 3] if n != 7 else []",
    "n -> [n // 4, n // 3] if n > 13 else []",
    "n -> [ceil(n / 2) for k in range(1) if n > 2 and n != 9]",
]


@pytest.mark.parametrize("text", FEW)
def test_few_heaps_without_moves(text: str) -> None:
    rule = parse_rule(text)
    assert isinstance(rule.kernel(), ButForSome)
    expected = grundy_by_definition(rule, 300)
    assert grundy_values(rule, 300).tolist() == expected
    computation = Computation(rule)
    for stop in (1, 2, 3, 6, 7, 8, 100, 300):
        computation.extend(stop)
    assert computation.values.tolist() == expected


@pytest.mark.parametrize("text", OTHERS)
def test_conditions_of_other_kinds_stay(text: str) -> None:
    rule = parse_rule(text)
    assert isinstance(rule.kernel(), ExpressionKernel)
    assert grundy_values(rule, 200).tolist() == grundy_by_definition(rule, 200)


def test_couples_are_officers() -> None:
    """Far enough for the engine of sparse spaces to take over: the values of 0.6, a heap later."""
    couples, officers = (grundy_values(parse_rule(rule), 30_000) for rule in (FEW[0], "0.6"))
    assert (couples[1:] == officers[:-1]).all()


def test_a_heap_far_out_is_no_reason_to_doubt_the_engine_of_sparse_spaces() -> None:
    """Where the engine would take over it finds the values before once more."""
    text = "n -> [(a, n - a) for a in range(1, n) if 2 * a != n and n != HEAP]"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        values = grundy_values(parse_rule(text.replace("HEAP", "20000")), 30_000)
    plain = Computation(parse_rule(text.replace("HEAP", "99999")))
    plain.extend(20_000)
    assert (values[:20_000] == plain.values[:20_000]).all()
    assert values[20_000] == 0
    for n in (20_001, 20_050):
        options = {int(values[a] ^ values[n - a]) for a in range(1, n // 2 + n % 2)}
        assert values[n] == mex(options)

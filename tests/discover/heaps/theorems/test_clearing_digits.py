"""Clearing one binary digit: against the definition."""

from __future__ import annotations

import random

import pytest

from mexplore.discover.heaps.study import study
from mexplore.discover.heaps.theorems.clearing_digits import _CLEARED, LAW, ClearingDigits
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import grundy_by_definition, mex


@pytest.mark.parametrize("item", _CLEARED)
def test_each_way_to_write_it_clears_a_digit(item: str) -> None:
    rule = parse_rule(f"n -> [{item}] if n > 0 else []")
    assert list(ClearingDigits().claims(rule)) == [LAW]
    assert grundy_by_definition(rule, 300) == [n.bit_count() % 2 for n in range(300)]
    for n in range(1, 300):
        ((left,),) = [option or (0,) for option in rule.options(n)]
        assert left & n == left
        assert (n ^ left).bit_count() == 1


@pytest.mark.parametrize(
    "text",
    ["n -> [n & (n - 1)]", "n -> [n & (n - 1), n - 2**(bit_length(n) - 1)] if n else []",
     "n -> [] if n == 0 else [n - (n & -n)]"],
)  # fmt: skip
def test_studies_prove_it(text: str) -> None:
    best = study(parse_rule(text), Limits(budget=None, max_terms=512)).best
    assert best is not None
    assert best.proof is not None
    assert best.claim == LAW


@pytest.mark.parametrize(
    "text",
    [
        "n -> [n & (n - 1)] if n > 1 else []",
        "n -> [n & (n - 1)] if n % 2 else []",
        "n -> [n & (n - 1), n // 2] if n else []",
        "n -> [n & (n - 2)] if n % 2 == 0 and n else []",
        "n -> [n - 1] if n else []",
        "n -> [n & n - 1 & n - 2]",
        "n -> [n - 2**v2(n)] + [n - 1] if n else []",
    ],
)
def test_other_rules_are_refused(text: str) -> None:
    assert isinstance(ClearingDigits().applies(parse_rule(text)), Inapplicable)


def test_any_digits_that_are_cleared_give_their_number_modulo_2() -> None:
    pick = random.Random(8)
    for _ in range(30):
        values: list[int] = []
        missing: list[int] = []
        for n in range(130):
            ones = [1 << k for k in range(8) if n >> k & 1]
            values.append(
                mex(values[n - one] for one in ones if one == ones[0] or pick.random() < 0.5)
            )
            missing.append(mex(missing[n - one] for one in ones if n % 2 == 0))
        assert values == [n.bit_count() % 2 for n in range(130)]
        assert missing != values  # odd n have no option

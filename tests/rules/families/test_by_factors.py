"""The sieves of divisors, other numbers and coprime numbers, against the definition."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import xor

import numpy as np
import pytest

from mexplore.rules.engine.grundy import grundy_values
from mexplore.rules.families.expression.by_factors import (
    CoprimeKernel,
    DivisorKernel,
    OtherNumbersKernel,
    factor_kernel,
)
from mexplore.rules.moves.number_moves import Among, Move, NumberMoves
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import mex

EVERY = [
    moves
    for moves in (NumberMoves(*of) for of in product(Among, Move, (False, True), (False, True)))
    if moves.among != Among.COPRIME or (moves.move == Move.REMOVE and moves.one)
    if moves.among != Among.NON_DIVISORS or moves.move in (Move.REMOVE, Move.LEAVE)
]
KERNELS = {Among.COPRIME: CoprimeKernel, Among.NON_DIVISORS: OtherNumbersKernel}
STOP = 260


def by_definition(moves: NumberMoves) -> list[int]:
    values: list[int] = []
    for n in range(STOP):
        options = moves.options(n)
        values.append(mex(reduce(xor, (values[m] for m in option), 0) for option in options))
    return values


@pytest.mark.parametrize("moves", EVERY, ids=str)
def test_each_kind_of_move_as_a_whole_and_in_blocks(moves: NumberMoves) -> None:
    if any(m >= n for n in range(STOP) for option in moves.options(n) for m in option):
        assert factor_kernel(moves) is None
        return
    kernel = factor_kernel(moves)
    assert isinstance(kernel, KERNELS.get(moves.among, DivisorKernel))
    expected = by_definition(moves)
    values = np.zeros(STOP, dtype=np.uint16)
    assert kernel.fill(values, 0, STOP) == STOP
    assert values.tolist() == expected
    again = np.zeros(STOP, dtype=np.uint16)
    for start, stop in ((0, 1), (1, 2), (2, 90), (90, STOP)):
        assert kernel.fill(again, start, stop) == stop
    assert again.tolist() == expected
    fresh = factor_kernel(moves)
    assert fresh is not None
    rest = values.copy()
    rest[100:] = 0
    assert fresh.fill(rest, 100, STOP) == STOP
    assert rest.tolist() == expected


def test_a_value_that_does_not_fit_ends_the_block() -> None:
    kernel = factor_kernel(NumberMoves(Among.COPRIME, Move.REMOVE, one=True, whole=True))
    assert kernel is not None
    values = np.zeros(2000, dtype=np.uint8)
    reached = kernel.fill(values, 0, 2000)
    assert reached == 1619  # the 256th prime
    wide = values.astype(np.uint16)
    assert kernel.fill(wide, reached, 2000) == 2000
    assert wide[reached] == 256


def test_large_values_of_other_numbers_do_not_fit_either() -> None:
    kernel = factor_kernel(NumberMoves(Among.NON_DIVISORS, Move.REMOVE, one=False, whole=False))
    assert kernel is not None
    values = np.zeros(2000, dtype=np.uint8)
    reached = kernel.fill(values, 0, 2000)
    wide = values.astype(np.uint16)
    assert kernel.fill(wide, reached, 2000) == 2000
    assert wide[reached] > 255
    expected = parse_rule("n -> [n - k for k in range(1, n) if n % k + 0 * k]")
    assert wide.tolist() == grundy_values(expected, 2000).tolist()


@pytest.mark.parametrize(
    ("text", "kernel"),
    [
        ("n -> [n - d for d in range(1, n) if n % d == 0]", DivisorKernel),
        ("subtract-a-coprime", CoprimeKernel),
        ("saliquant", OtherNumbersKernel),
    ],
)
def test_rules_use_them(text: str, kernel: type) -> None:
    rule = parse_rule(text)
    assert isinstance(rule.kernel(), kernel)
    assert grundy_values(rule, 5000)[:150].tolist() == [
        mex(row) for row in _values_of_options(rule, 150)
    ]


def _values_of_options(rule: object, stop: int) -> list[list[int]]:
    values: list[int] = []
    rows = []
    for n in range(stop):
        rows.append([values[sum(heaps)] for heaps in rule.options(n)])  # type: ignore[attr-defined]
        values.append(mex(rows[-1]))
    return rows


@pytest.mark.slow
def test_ten_million_values() -> None:
    values = grundy_values(parse_rule("divisor-nim"), 10**7)
    n = np.arange(1, 10**7)
    assert (np.log2(n & -n).astype(int) == values[1:]).all()
    least = grundy_values(parse_rule("subtract-a-coprime"), 10**7)
    assert least[9999991] == 664579  # pi(10^7), the place of the last prime before
    assert not least[2::2].any()
    assert (least[3::6] == 2).all()

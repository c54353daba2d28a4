"""Nim multiplication: against its definition, as a field, and in all its forms."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from mexplore.rules.arithmetic.nim_field import (
    field_digits,
    nim_inverse,
    nim_product,
    nim_products,
    product_by_definition,
)
from mexplore.rules.engine.expressions import machine

# Winning Ways, chapter 14, the table of nim-products.
PUBLISHED = {(2, 2): 3, (2, 3): 1, (4, 4): 6, (4, 8): 11, (5, 7): 13, (8, 8): 13,
             (6, 9): 1, (16, 16): 24, (256, 256): 384, (2, 16): 32, (15, 256): 3840}  # fmt: skip


def numbers(chance: Random) -> int:
    return chance.getrandbits(chance.choice((1, 2, 4, 5, 8, 9, 16, 31, 64, 100, 256, 300)))


def test_the_product_is_the_least_number_that_no_smaller_pair_gives() -> None:
    assert all(
        nim_product(a, b) == product_by_definition(a, b) for a in range(18) for b in range(18)
    )


@pytest.mark.slow
def test_the_definition_goes_on() -> None:
    side = 70
    table = [[0] * side for _ in range(side)]
    for a in range(side):
        for b in range(side):
            given = {table[c][b] ^ table[a][d] ^ table[c][d] for c in range(a) for d in range(b)}
            table[a][b] = next(n for n in range(len(given) + 1) if n not in given)
            assert table[a][b] == nim_product(a, b)


def test_published_products() -> None:
    assert {pair: nim_product(*pair) for pair in PUBLISHED} == PUBLISHED


def test_with_the_nim_sum_the_numbers_are_a_field() -> None:
    chance = Random(459)
    for _ in range(300):
        a, b, c = (numbers(chance) for _ in range(3))
        assert nim_product(a, b) == nim_product(b, a)
        assert nim_product(nim_product(a, b), c) == nim_product(a, nim_product(b, c))
        assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
        assert nim_product(a, 1) == a
        assert nim_product(a, b).bit_length() <= max(field_digits(a), field_digits(b))
        if a:
            assert nim_product(a, nim_inverse(a)) == 1
    with pytest.raises(ZeroDivisionError):
        nim_inverse(0)


def test_powers_of_two_of_fermat() -> None:
    for k in range(9):
        fermat = 1 << (1 << k)
        assert nim_product(fermat, fermat) == fermat ^ fermat >> 1
        assert nim_product(fermat, fermat - 1) == fermat * (fermat - 1)


def test_many_at_once_and_in_a_loop() -> None:
    chance = Random(14)
    for digits in (2, 4, 8, 12, 16, 20, 32):
        a, b = (
            np.array([chance.getrandbits(digits) for _ in range(60)], dtype=np.int64)
            for _ in range(2)
        )
        expected = [nim_product(*pair) for pair in zip(a.tolist(), b.tolist(), strict=True)]
        assert nim_products(a, b).tolist() == expected
        loop = getattr(machine.nim_product, "py_func", machine.nim_product)
        assert [loop(*pair) for pair in zip(a.tolist(), b.tolist(), strict=True)] == expected

"""Functions that never fall: their values, and where they reach a height, by looking one by one."""

from __future__ import annotations

from random import Random

import pytest

from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.monotone import BEYOND, monotone
from mexplore.rules.arithmetic.reading import read_expression

LOOKED_AT = 400


def a_text(drawn: Random, depth: int) -> str:
    """A random expression of the kinds that are read."""
    if not depth:
        return drawn.choice(["n", "n", str(drawn.randrange(9))])
    inside = a_text(drawn, depth - 1)
    c = drawn.randrange(1, 6)
    return drawn.choice(
        [
            f"isqrt({inside})",
            f"isqrt(max({inside} - {c}, 0))",
            f"({inside})//{c}",
            f"{c}*({inside})",
            f"({inside}) + {c}",
            f"({inside}) - {c}",
            f"ceil(({inside})/{c})",
            f"max({inside}, {a_text(drawn, depth - 1)})",
            f"min({inside}, {a_text(drawn, depth - 1)})",
            f"({inside}) + ({a_text(drawn, depth - 1)})",
            f"bit_length(max({inside}, 0))",
        ]
    )


def compare(seed: int, count: int) -> int:
    drawn, read = Random(seed), 0
    for _ in range(count):
        node = read_expression(a_text(drawn, drawn.randrange(1, 4)), ("n",))
        end = monotone(node)
        if end is None:
            continue
        read += 1
        values = [evaluate(node, {"n": n}) for n in range(LOOKED_AT)]
        assert [end(n) for n in range(LOOKED_AT)] == values, str(node)
        assert values == sorted(values)
        for height in {drawn.randrange(-3, 30), values[-1], values[LOOKED_AT // 2] + 1}:
            first = next((n for n, value in enumerate(values) if value >= height), None)
            found = end.first_at(height)
            if first is not None:
                assert found == first, (str(node), height)
            elif found is not None and found < BEYOND:
                assert found >= LOOKED_AT, (str(node), height)
                assert end(found) >= height > end(found - 1), (str(node), height)
    return read


def test_random_compositions() -> None:
    assert compare(1, 150) > 70


@pytest.mark.slow
def test_many_random_compositions() -> None:
    assert compare(2, 10_000) > 5000


@pytest.mark.parametrize(
    "text", ["n - isqrt(n)", "n*n", "n % 3", "gcd(n, 6)", "isqrt(n - 1)", "-n"]
)
def test_what_may_fall_or_has_no_value_is_not_read(text: str) -> None:
    assert monotone(read_expression(text, ("n",))) is None


def test_heights_of_a_thousand_digits() -> None:
    end = monotone(read_expression("isqrt(isqrt(n))", ("n",)))
    assert end is not None
    assert end.first_at(10**250) == 10**1000

"""Expressions that never fall: what is said of them holds for every number that is looked at."""

from __future__ import annotations

from random import Random

import pytest

from mexplore.rules.arithmetic.ends import least_from
from mexplore.rules.arithmetic.evaluating import evaluate
from mexplore.rules.arithmetic.reading import read_expression
from mexplore.rules.arithmetic.rising import falls
from mexplore.rules.errors import MexploreError


def expression(random: Random, depth: int) -> str:
    if depth == 0:
        return random.choice(["k", "k", "k", str(random.randint(0, 9))])
    a, b = (expression(random, depth - 1) for _ in range(2))
    n, sign = random.randint(1, 6), random.choice(["<", ">", "<=", "==", "!="])
    return random.choice(
        [
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} // {n})", f"({a} % {n})",
            f"min({a}, {b})", f"max({a}, {b})", f"isqrt({a})", f"abs({a})", f"bit_length({a})",
            f"({a} if k {sign} {random.randint(0, 12)} else {b})", f"({a} << {n})",
            f"({a} >> {n})", f"({a} | {n})", f"({a} // max({b}, 1))", f"({a})**{n // 2}",
            f"[0, 1, 3, 7, 9][min({a}, 4)]", f"({a} + 3 * (k > {n}))", f"ceil({a}/{n})",
        ]
    )  # fmt: skip


def check_random(seed: int, count: int) -> None:
    random, rising, falling = Random(seed), 0, 0
    for _ in range(count):
        try:
            node = read_expression(expression(random, random.randint(1, 3)), ("k",))
        except MexploreError:
            continue
        said = falls(node, "k")
        if said == "":
            values = [evaluate(node, {"k": k}) for k in [*range(1, 420), 10**6, 10**6 + 1, 10**9]]
            assert values == sorted(values), str(node)
            rising += 1
        falling += said.startswith("it falls")
    assert rising > count // 3 and falling > count // 20


def test_what_is_said_to_rise_does() -> None:
    check_random(1, 500)


@pytest.mark.slow
def test_what_is_said_to_rise_does_for_many() -> None:
    check_random(2, 10_000)


@pytest.mark.parametrize(
    "text",
    [
        "2 * k", "k + 3", "k * k", "k**3 - 3 * k * k + 2 * k", "2**k", "3 * k // 2", "isqrt(k)",
        "max(k, 10**9)", "min(2 * k, 10**9 + k)", "2 * k if k < 10**12 else 3 * k", "1 << k",
        "k + k % 2", "k - k % 7", "k // 2 + k // 3", "[1, 2, 3, 5][min(k, 3)]", "2**2**k",
        "k * isqrt(k)", "max(2 * k - 5, 0)", "2 * k - k // 3", "5", "abs(k - 1) + 2 * k",
    ],
)  # fmt: skip
def test_these_never_fall(text: str) -> None:
    assert falls(read_expression(text, ("k",)), "k") == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("k % 5", "it falls from 4 at k = 4 to 0 at k = 5"),
        ("2 * k if k < 10**12 else k", "it falls from 1999999999998 at k = 999999999999"),
        ("max(5 * k, 10**4) - k", "it falls from 9999 at k = 1 to 9998 at k = 2"),
        ("10**6 - k * k * k", "it falls"),
        ("k - isqrt(k)", "it is not seen"),
        ("k if k != 5000 else 0", "it falls from 4999 at k = 4999 to 0 at k = 5000"),
        ("6 // (k - 4)", "it falls"),
        ("isqrt(k - 2)", "at k = 1: isqrt of a negative number, -1"),
        ("gcd(k, 12)", "it falls from 4 at k = 4 to 1 at k = 5"),
        ("v2(k) + k * k", "it is not seen"),
        ("[5, 1][k > 400]", "it falls from 5 at k = 400 to 1 at k = 401"),
    ],
)
def test_these_fall_or_are_not_seen_to_rise(text: str, reason: str) -> None:
    assert falls(read_expression(text, ("k",)), "k").startswith(reason)


def test_the_least_number_is_found_with_few_questions() -> None:
    for least in (1, 2, 5, 1000, 10**30):
        asked = []

        def holds(n: int) -> bool:
            asked.append(n)  # noqa: B023
            return n >= least  # noqa: B023

        assert least_from(holds, 1, 10**40) == least
        assert len(asked) <= 2 * least.bit_length() + 2 and min(asked) >= 1
        assert least_from(holds, 1, least - 1) is None

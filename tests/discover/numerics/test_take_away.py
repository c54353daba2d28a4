"""Parts of numbers, and sums over smallest parts, against going through the numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from random import Random

import pytest

from mexplore.discover.numerics.take_away import Parts, Sums, Weight
from mexplore.rules.errors import TooLarge

FUNCTIONS: list[Callable[[int], int]] = [
    lambda k: k, lambda k: 2 * k, lambda k: 3 * k, lambda k: k * k, lambda k: 2**k,
    lambda k: k + 3, lambda k: 5, lambda k: 0, lambda k: -2, lambda k: max(k, 20), isqrt,
    lambda k: min(2 * k, 30), lambda k: (k + 7) // 4 * 4, lambda k: k - 1, lambda k: k // 2 + 4,
]  # fmt: skip
STOP = 120


def defined(f: Callable[[int], int]) -> list[int]:
    """The parts up to STOP as they are defined, one after the other."""
    parts = [1]
    while parts[-1] <= STOP:
        steps = [h for h in parts if f(h) >= parts[-1]]
        if not steps:
            break
        parts.append(parts[-1] + steps[0])
    return [part for part in parts if part <= STOP]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_parts_are_those_of_the_definition(f: Callable[[int], int]) -> None:
    parts, wanted = Parts(f), defined(f)
    assert parts.upto(STOP) == wanted
    assert [parts.nth(i) for i in range(len(wanted))] == wanted
    assert parts.count(STOP) == len(wanted)
    for n in range(1, STOP):
        rest, greedy = n, []
        while rest:
            greedy.append(max(part for part in wanted if part <= rest))
            rest -= greedy[-1]
        assert [part for part, times in parts.of(n) for _ in range(times)] == greedy[::-1]


@pytest.mark.parametrize("f", FUNCTIONS)
def test_sums_over_smallest_parts(f: Callable[[int], int]) -> None:
    random, parts = Random(1), Parts(f)
    smallest = [0, *(parts.smallest(n) for n in range(1, STOP))]
    h: Callable[[int], int] | None
    for shift, h in ((0, None), (2, None), (-3, None), (0, lambda y: y // 2), (0, lambda y: 3 * y)):
        cap = random.choice([0, 1, 5, 1000])
        weight = Weight(cap, h, shift)

        def counted(s: int) -> int:
            return sum((h(y) if h else y + shift) < s for y in range(min(cap, 300)))  # noqa: B023

        assert [weight.of(s) for s in range(1, 30)] == [counted(s) for s in range(1, 30)]
        for n in (0, 1, 2, random.randrange(STOP), random.randrange(STOP)):
            weights = [weight.of(smallest[x]) for x in range(1, n)]
            assert Sums(parts, weight).below(n) == sum(weights)
            total = n + random.randint(0, 40)
            cut = sum(min(w, total - x) for x, w in enumerate(weights, 1))
            assert Sums(parts, weight).cut_below(n, total) == cut


def test_parts_in_long_runs() -> None:
    """2^k: the parts between 2^(H(i - 1)) and 2^(H(i)) go up by H(i)."""
    parts = Parts(lambda k: 2**k)
    assert parts.upto(40) == [1, 2, 3, 5, 8, 11, 16, 21, 26, 31, 36]
    n = 10**100
    part, _ = parts.of(n)[-1]
    assert len(parts.runs) < 400 and 0 <= n - part < 400
    with pytest.raises(TooLarge):
        parts.upto(n)
    flat = Parts(lambda k: max(k, 10**30))
    assert flat.of(10**29) == [(10**29, 1)] and flat.of(10**40)[-1][0] > 10**39

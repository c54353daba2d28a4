"""Lists with several loops: those that split a heap freely are codes, others stay as written."""

from __future__ import annotations

import random

import pytest
from same_moves import check_same

from mexplore.rules.errors import MexploreError
from mexplore.rules.families.expression.rule import Expression

WRITTEN = {
    "n -> [(a, b, n - a - b) for a in range(1, n) for b in range(1, n - a)]": "8.0",
    "n -> [(a, n - a - b, b) for a in range(1, n) for b in range(a, n - a)]": "8.0",
    "n -> [(a, b - a, n - b) for a in range(1, n) for b in range(a + 1, n)]": "8.0",
    "n -> [(a, b, n-a-b) for a in range(1, n//3 + 1) for b in range(a, (n - a)//2 + 1)]": "8.0",
    "n -> [(a, b) for a in range(1, n) for b in range(1, n) if a + b == n]": "4.0",
    "n -> [(a, b, n - a - b) for a in range(1, n) for b in range(a+1, n) if b < n-a-b]": "8!.0",
    "n -> [(a, b, n - a - b - 2) for a in range(1, n) for b in range(n - 1)]": "0.0E",
    "n -> [(a, b, n-a-b-1) for a in range(n) for b in range(a + 1, n) if b < n-a-b-1]": "0.C!",
    "n -> [(a, b, c, n-a-b-c) for a in range(1,n) for b in range(1,n) for c in range(1,n)]": "O.0",
}


@pytest.mark.parametrize(("text", "written"), WRITTEN.items())
def test_codes_written_with_several_loops(text: str, written: str) -> None:
    assert str(check_same(text, 13)) == written


@pytest.mark.parametrize(
    "text",
    [
        "n -> [(a, b, n - a - b) for a in range(2, n) for b in range(1, n - a)]",  # from 2 on
        "n -> [(a, b, n - a - b) for a in range(1, n) for b in range(1, n - a - 1)]",  # one short
        "n -> [(a, b, n - a - b) for a in range(1, n) for b in range(1, n - a) if a != b]",
        "n -> [(a, b, n - a - b) for a in range(1, n) for b in range(a, n//3 + 1)]",
        "n -> [(a, b, n - 2*a - b) for a in range(1, n) for b in range(1, n - 2*a)]",
        "n -> [(a, b, n - a - b) for a in range(1, n) for b in range(1, n - a) if (a + b) % 2]",
    ],
)
def test_others_stay_as_they_are(text: str) -> None:
    assert isinstance(check_same(text, 13), Expression)


def random_split(pick: random.Random) -> str:
    """Loops over all heaps but the last, with ends and conditions of all sorts."""
    count = pick.choice([2, 3, 3, 4])
    names, taken = "abc"[: count - 1], pick.choice([0, 0, 1, 2])
    last = "-".join(["n", *names, *([str(taken)] if taken else [])])
    loops = []
    for i, name in enumerate(names):
        before = names[:i]
        left = "-".join(["n", *before])
        low = pick.choice(["0", "1", "1", "1", "2", *before, *(f"{x}+1" for x in before)])
        high = ["n", "n-1", "n-2", "n+1", left, left, f"({left})//{count - i}+1", f"({left})//2"]
        loops.append(f"for {name} in range({low}, {pick.choice(high)})")
    tests = []
    for _ in range(pick.choice([0, 0, 0, 1, 2, 3])):
        left, right = pick.sample([*names, last], 2)
        tests.append(f"{left} {pick.choice(['<', '<=', '!=', '>', '!='])} {right}")
    heaps = pick.sample([*names, last], count)
    condition = f" if {' and '.join(tests)}" if tests else ""
    return f"n -> [({', '.join(heaps)}) {' '.join(loops)}{condition}]"


@pytest.mark.parametrize("count", [50, pytest.param(8000, marks=pytest.mark.slow)])
def test_random_splits(count: int) -> None:
    pick = random.Random(f"several heaps {count}")
    recognised = 0
    for _ in range(count):
        text = random_split(pick)
        try:
            Expression.parse(text)
        except MexploreError:
            continue  # a heap does not get smaller
        recognised += not isinstance(check_same(text, 10), Expression)
    assert recognised > count // 12

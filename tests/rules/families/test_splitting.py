"""Lists of pairs and clipped heaps that are codes: exactly the same moves, or left as written."""

from __future__ import annotations

import random

import pytest
from same_moves import check_same

from mexplore.rules.errors import MexploreError
from mexplore.rules.families.expression.rule import Expression

WRITTEN = {
    "n -> [(a, n - 2 - a) for a in range(0, n - 1)]": "0.07",
    "n -> [(max(a - 1, 0), max(n - a - 2, 0)) for a in range(n)]": "0.137",
    "n -> [(a, n - a) for a in range(1, n) if 2*a != n]": "4!.0",
    "n -> [(a, n - a) for a in range(1, n)]": "4.0",
    "n -> [(a, n - a) for a in range(1, n//2 + 1)]": "4.0",
    "n -> [(a, n - a) for a in range(1, (n + 1)//2)]": "4!.0",
    "n -> [(a, n - 1 - a) for a in range(0, n)]": "0.7",
    "n -> [(n - 1 - a, a) for a in range(0, n)] + [n - 2]": "0.73",
    "n -> [max(n - 4, 0), max(n - 7, 0)] if n > 0 else []": "0.1113113",
    "n -> [n - 1] + ([(n // 2, n // 2)] if n % 2 == 0 and n > 1 else [])": "4=.3",
    "n -> [((n - 1)//3, (n - 1)//3, (n - 1)//3)] if (n - 1) % 3 == 0 and n > 1 else []": "0.8=",
    "n -> [((n - 1)//3, (n - 1)//3, (n - 1)//3)] if (n - 1) % 3 == 0 else []": "0.9=",
    "n -> [] if n < 2 else [n - 2, n - 3]": "subtract(2, 3)",
    "n -> [n - 1] if n > 1 else []": "0.2",
    "n -> [(a, n - 3 - a) for a in range(n - 2) if a < n - 3 - a]": "0.006!",
    "n -> [n - (2*k - 1) for k in range(1, n + 1)] if n > 1 else []": "0.2[03]",
    "n -> [n - k for k in range(1, n + 1) if k % 4] if n > 1 else []": "0.2[3303]",
}


@pytest.mark.parametrize(("text", "written"), WRITTEN.items())
def test_codes_written_as_lists(text: str, written: str) -> None:
    assert str(check_same(text, 24)) == written


@pytest.mark.parametrize(
    "text",
    [
        "n -> [(a, n - 2 - a) for a in range(2, n - 1)]",
        "n -> [(n // 2, n // 2)] if n > 1 else []",
        "n -> [(a, n - a) for a in range(1, n // 3)]",
        "n -> [(a, n - 2 - a) for a in range(n - 1) if a % 2]",
        "n -> [n - 1, n // 2] if n > 1 else []",
    ],
)
def test_others_stay_as_they_are(text: str) -> None:
    assert isinstance(check_same(text, 24), Expression)


def random_list(pick: random.Random) -> str:
    u, v, low, h = (pick.randint(-1, 3) for _ in range(4))
    x, y = f"k - {u}".replace("- -", "+ "), f"n - {v} - k".replace("- -", "+ ")
    x = f"max({x}, 0)" if pick.random() < 0.4 else x
    y = f"max(0, {y})" if pick.random() < 0.4 else y
    pair = f"({x}, {y})" if pick.random() < 0.5 else f"({y}, {x})"
    high = pick.choice([f"n - {h} + 1"] * 2 + [f"(n + {h})//2 + 1", f"(n - {h})//2 + 1"])
    conditions = ("2*k != n", "k != n - k", "2 * k < n - 1", "k - 1 == n - 2 - k", "n - k > k",
                  "k <= n - 2 - k", "n - 1 - k >= k")  # fmt: skip
    test = f" if {pick.choice(conditions)}" if pick.random() < 0.5 else ""
    guard = pick.choice([""] * 4 + [" if n > 1 else []", " if n >= 3 else []", " if n else []"])
    start = max(low, 0) if pick.random() < 0.9 else low
    return f"n -> [{pair} for k in range({start}, {high.replace('- -', '+ ')}){test}]{guard}"


@pytest.mark.parametrize("count", [80, pytest.param(8000, marks=pytest.mark.slow)])
def test_random_lists_of_pairs(count: int) -> None:
    pick = random.Random(f"pairs {count}")
    recognised = 0
    for _ in range(count):
        text = random_list(pick)
        try:
            Expression.parse(text)
        except MexploreError:
            continue  # a heap does not get smaller
        recognised += not isinstance(check_same(text, 14), Expression)
    assert recognised > count // 12


def random_guarded_list(pick: random.Random) -> str:
    """Numbers of tokens in some residue classes, for heaps of some size on."""
    m = pick.randint(2, 5)
    classes = sorted(pick.sample(range(m), pick.randint(1, m - 1)))
    tests = [f"k % {m} in {classes}", f"k % {m}", f"k % {m} == {classes[0]}"]
    guard = pick.choice(["n > 1", "n >= 3", "n", "n > 4", "not n < 2", "n > 1 and n > 2"])
    first = pick.randint(1, 4)
    return f"n -> [n - k for k in range({first}, n + 1) if {pick.choice(tests)}] if {guard} else []"


@pytest.mark.parametrize("count", [60, pytest.param(3000, marks=pytest.mark.slow)])
def test_random_guarded_lists(count: int) -> None:
    pick = random.Random(f"guarded {count}")
    families = {check_same(random_guarded_list(pick), 24).family for _ in range(count)}
    assert families == {"expression", "subtraction", "take-and-break"}

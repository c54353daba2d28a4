"""Lists of divisors and of coprime numbers: what is read is what the list says."""

from __future__ import annotations

import random
from itertools import product

import pytest

from mexplore.rules.arithmetic.reading import read_options
from mexplore.rules.errors import MexploreError
from mexplore.rules.families.expression.rule import Expression
from mexplore.rules.moves.number_moves import Among, Move, NumberMoves, number_moves

NUMBERS = ["divisors(n)", "range({low}, {high})"]
LOWS, HIGHS = ["0", "1", "2", "3"], ["n", "n + 1", "n // 2 + 1", "n + 2", "n - 1", "7", "2*n"]
TESTS = [
    "n % k == 0", "not n % k", "gcd(n, k) == k", "gcd(k, n) == 1", "gcd(n, k) > 1", "k > 1",
    "k < n", "k != n", "1 < k < n", "is_prime(k)", "k % 2", "n > 1", "n > 5", "k in divisors(n)",
    "k <= n // 2", "k != 1", "k > 0", "k", "k*k != n", "n % (k + 1) == 0", "is_prime(n)", "k >= n",
    "n % 2 == 0", "n - k > 1", "0 < k <= n - 1", "k > 2", "n // k * k == n",
]  # fmt: skip
ITEMS = [
    "n - k",
    "k",
    "n // k",
    "n - n // k",
    "(n - k,)",
    "k - 1",
    "n - 2*k",
    "(k, n - k)",
    "(n // k,)*k",
    "(k,)*(n // k)",
    "(n // k,)*(k + 1)",
]
GUARDS = ["{}", "{}", "{} if n > 1 else []", "[] if n < 2 else {}", "{} if n else []",
          "{} if n > 2 else []", "{} if n % 2 else []", "{} + [0]"]  # fmt: skip


def texts(pick: random.Random) -> str:
    low, high = pick.choice(LOWS), pick.choice(HIGHS)
    if pick.random() < 0.5:
        low, high = pick.choice(LOWS[1:3]), pick.choice(HIGHS[:3])
    source = pick.choice(NUMBERS).format(low=low, high=high)
    tests = pick.sample(TESTS, pick.choice([0, 1, 1, 2, 3]))
    if pick.random() < 0.6:
        tests = [pick.choice(TESTS[:4]), *tests]
    condition = pick.choice([" and ", " if "]).join(tests)
    condition = f" if {condition}" if tests else ""
    return pick.choice(GUARDS).format(f"[{pick.choice(ITEMS)} for k in {source}{condition}]")


def read(text: str) -> NumberMoves | None:
    return number_moves(read_options(text, ("n",), whole=text, at=0))


def without_0(heaps: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(heap for heap in heaps if heap)


def as_list(text: str, stop: int) -> list[set[tuple[int, ...]]] | None:
    """The options of the heaps below ``stop``; None where the list is not a rule."""
    try:
        rule = Expression.parse(f"n -> {text}")
        assert rule is not None
        return [set(map(without_0, rule.options(n))) for n in range(stop)]
    except MexploreError:
        return None


@pytest.mark.parametrize("count", [1500, pytest.param(30_000, marks=pytest.mark.slow)])
def test_random_lists_are_read_as_they_are_meant(count: int) -> None:
    pick = random.Random(7)
    understood = set()
    for _ in range(count):
        text = texts(pick)
        moves = read(text)
        options = None if moves is None else as_list(text, 40)
        if moves is None or options is None:
            continue
        understood.add(moves)
        assert [set(map(without_0, moves.options(n))) for n in range(40)] == options, text
    assert len(understood) >= 8


@pytest.mark.parametrize(
    ("text", "among", "move", "one", "whole"),
    [
        ("[n - d for d in divisors(n)]", Among.DIVISORS, Move.REMOVE, True, True),
        ("[n - d for d in divisors(n) if d < n]", Among.DIVISORS, Move.REMOVE, True, False),
        ("[n - n // d for d in divisors(n) if d > 1]", Among.DIVISORS, Move.REMOVE, True, False),
        ("[d for d in divisors(n) if 1 < d < n]", Among.DIVISORS, Move.LEAVE, False, False),
        ("[n // p for p in divisors(n) if is_prime(p)]", Among.PRIME_DIVISORS, Move.DIVIDE, False,
         True),
        ("[n // p**j for p in divisors(n) if is_prime(p) for j in range(1, vp(n, p) + 1)]",
         Among.PRIME_POWERS, Move.DIVIDE, False, True),
        ("[n // p**j for p in range(2, n + 1) if is_prime(p) for j in range(1, n) if not n % p**j]",
         Among.PRIME_POWERS, Move.DIVIDE, False, True),
        ("[n - d for d in range(1, n) if n % d]", Among.NON_DIVISORS, Move.REMOVE, False, False),
        ("[d for d in range(1, n) if n % d != 0]", Among.NON_DIVISORS, Move.LEAVE, False, False),
        ("[m for m in range(n) if gcd(m, n) == 1]", Among.COPRIME, Move.REMOVE, True, True),
        ("[m for m in range(1, n) if gcd(m, n) == 1]", Among.COPRIME, Move.REMOVE, True, False),
        ("[(n // k,)*k for k in divisors(n) if k > 1]", Among.DIVISORS, Move.SPLIT, False, True),
        ("[(k,)*(n // k) for k in divisors(n) if k < n]", Among.DIVISORS, Move.SPLIT, False, True),
    ],
)  # fmt: skip
def test_what_is_read(text: str, among: Among, move: Move, one: bool, whole: bool) -> None:
    assert read(text) == NumberMoves(among, move, one, whole)
    moves = NumberMoves(among, move, one, whole)
    assert [set(map(without_0, moves.options(n))) for n in range(60)] == as_list(text, 60)


@pytest.mark.parametrize(
    "text",
    [
        "[n - d for d in range(1, n - 1) if n % d == 0]",
        "[n - d for d in range(3, n) if n % d == 0]",
        "[n - d for d in range(1, n, 2) if n % d == 0]",
        "[n - d for d in range(1, n) if n % d == 0 and d % 2]",
        "[n - d for d in range(n) if n % d]",
        "[n - d for d in range(3, n) if n % d]",
        "[n // d for d in range(2, n) if n % d]",
        "[n - d for d in range(1, n) if n % d and is_prime(d)]",
        "[n - d for d in divisors(n)] + [n - 3]",
        "[n - d for d in divisors(n + 1) if d <= n]",
        "[n - d for d in divisors(n)] if n > 1 else []",
        "[n - d for d in divisors(n) if d < n] if n % 3 else []",
        "[n - k for k in range(1, n) if gcd(n, k) == 1 and k > 1]",
        "[n - k for k in range(1, n // 2 + 1) if gcd(n, k) == 1]",
        "[n // p**j for p in divisors(n) if is_prime(p) for j in range(2, vp(n, p) + 1)]",
        "[n // p**j for p in divisors(n) for j in range(1, vp(n, p) + 1)]",
        "[n // p**j for p in divisors(n) if is_prime(p) for j in range(1, vp(n, p))]",
        "[(d, n - d) for d in divisors(n) if d < n]",
    ],
)
def test_what_is_not_read(text: str) -> None:
    assert read(text) is None


def test_every_kind_of_move_has_its_options() -> None:
    for among, move, one, whole in product(Among, Move, (False, True), (False, True)):
        moves = NumberMoves(among, move, one, whole)
        assert list(moves.options(0)) == []
        for n in range(1, 30):
            assert (1 in moves.numbers(n)) <= one and (n in moves.numbers(n)) <= whole

"""What a rule speaks of and small heaps do not reach."""

from __future__ import annotations

from random import Random

import pytest

from mexplore.rules.boards import read_board
from mexplore.rules.boards.board import Board
from mexplore.rules.boards.lines import BoardSequence
from mexplore.rules.errors import MexploreError
from mexplore.rules.library import shipped
from mexplore.rules.notation import parse_rule
from mexplore.rules.reach import unreached
from mexplore.rules.systems.reading import read_system

SPOKEN = [
    ("subtract(1, 2, 999999999)", 999999999),
    ("subtract(all but 70000)", 70000),
    ("subtract(1, residues(3 mod 9000))", 9000),
    ("subtract(1, powers(70000))", 70000),
    ("divide(2, 70000)", 70000),
    ("subtract(1) or divide(70000)", 70000),
    ("remove(123456789 .. 987654321)", 987654321),
    ("0.{70000}", 70000),
    ("0.{2,70000+}", 70000),
    (f"0.{'7' * 3000}", 3000),
    ("n -> [n - k for k in range(1, n + 1) if not (n == 1000000007 and k == 1)]", 1000000007),
    ("n -> [n - 1] if n < 10**9 else []", 10**9),
    ("n -> [n - 1] if n != 2**40 else []", 2**40),
    ("n -> [n - 1] if n not in [3, 10**9] else []", 10**9),
    ("n -> [n - k for k in range(1, n + 1) if k % 1000003 == 1]", 1000003),
    ("n -> [n - k for k in range(1, n + 1) if vp(k, 1000003) == 0]", 1000003),
    ("n -> [n - k for k in [1, 2, 10**9]]", 10**9),
    ("n -> [n - 1, max(n - 10**9, 0)] if n else []", 10**9),
    ("n -> [n - 1] if n & 2**40 else [n // 2]", 2**40),
    ("n -> [n - k for k in range(10**7, n)]", 10**7),
]
PARTS = [
    ("n -> [n - 1] if n // 1000 == 1000 else [n // 2]", 10**6),
    ("n -> [n - 1] if n * n < 10**12 else [n // 2]", 10**6),
    ("n -> [n - 1] if bit_length(n) > 40 else [n // 2]", 2**40),
    ("n -> [n - 1] if n >> 40 else [n // 2]", 2**40),
    ("n -> [n - 1] if isqrt(n) == 1000 else [n // 2]", 10**6),
    ("n -> [n // 1000 // 1000]", 10**6),
    ("remove(1 .. min(n // 2, 70000))", 140000),
    ("n -> [n - 1, n // 1000 - 1000]", 10**6),
]


@pytest.mark.parametrize(("text", "number"), SPOKEN)
def test_a_number_beyond_the_heaps_is_named(text: str, number: int) -> None:
    rule = parse_rule(text)
    found = unreached(rule, 2500)
    assert found is not None and found.number == number
    assert f"speaks of {number}; " in found.words()
    assert unreached(rule, number + 1) is None


@pytest.mark.parametrize(("text", "first"), PARTS)
def test_a_part_without_a_number_of_that_size_is_named(text: str, first: int) -> None:
    rule = parse_rule(text)
    found = unreached(rule, first // 2)
    assert found is not None and found.first == first
    assert unreached(rule, first) is None


@pytest.mark.parametrize(
    "text",
    [
        *(
            game.rule
            for game in shipped().values()
            if read_board(game.rule) is None and read_system(game.rule) is None
        ),
        "n -> [n - 2**k for k in range(n) if 2**k <= n]",
        "n -> [n - d for d in divisors(n) if d < n]",
        "n -> [n - sum(digits(n, 10))] if n else []",
        "n -> [n // p**m for p in divisors(n) if is_prime(p) for m in range(1, vp(n, p) + 1)]",
        "n -> [(a, n - a) for a in range(1, n) if gcd(a, n) == 1]",
        "n -> [n - k for k in range(1, n + 1) if n % 2 == 0 or k % 3 == 1]",
    ],
)
def test_small_rules_are_in_play(text: str) -> None:
    assert unreached(parse_rule(text), 60) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("(x, y) -> [(x - 1, y), (x, y - 1)] if x < 10**6 else [(x - 1, y)]", 10**6),
        ("(x, y) -> [(x - 1, y), (x, y - 1)] except (0, 0), (3, 5000)", 5000),
        ("(x, y) -> [(x - 1, y), (x, y - 1000)]", 1000),
        ("(x, y, z) -> [(x - 1, y, z), (x, y - 1, z), (x, y, z - 900)]", 900),
    ],
)
def test_boards(text: str, number: int) -> None:
    board = Board.parse(text)
    assert board is not None
    found = unreached(board, 500)
    assert found is not None and found.number == number
    assert unreached(board, number) is None


def test_the_number_of_a_line_counts() -> None:
    """In row 100 of Nim the values are n + 100 for n < 28."""
    rook = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")
    assert rook is not None
    for kind in ("row", "column", "diagonal"):
        line = BoardSequence(rook, None, kind, 100)
        late = line.unreached(50)
        assert late is not None and late.number == 100 and line.unreached(100) is None
    assert BoardSequence(rook, None, "value", 100).unreached(50) is None


def test_of_python_nothing_is_said() -> None:
    from mexplore.rules.families.function.given import GivenFunction

    assert unreached(GivenFunction.of(lambda n: [n - 1] if n != 10**9 else []), 5) is None


def random_condition(pick: Random, at: int) -> str:
    """One that is false for all heaps smaller than a number, or true for all, and not beyond."""
    part = pick.choice([2, 3, 7])
    return pick.choice(
        [
            f"n == {at}",
            f"n > {at}",
            f"n // {part} > {at // part}",
            f"n * n >= {at * at}",
            f"n + {part} > {at + part}",
            f"n - {at} >= 0",
            f"min(n, {at}) == {at}",
            f"n in [{at}, {at + 5}]",
            f"not n < {at}",
            f"(n > {at} or n < 0)",
            f"n % {at + 1} == {at}",
            f"isqrt(n) > {int(at**0.5)}",
        ]
    )


@pytest.mark.parametrize("seed", range(150))
def test_random_late_conditions_are_seen(seed: int) -> None:
    """Whatever else the rule says, a condition that heaps below 400 do not meet is out of reach."""
    pick = Random(seed)
    at = pick.randint(450, 10 ** pick.randint(3, 15))
    condition = random_condition(pick, at)
    text = pick.choice(
        [
            f"n -> [n - k for k in range(1, n + 1) if k % 3 or {condition}]",
            f"n -> [n - 1] + [n - 2 for k in range(1) if {condition}]",
            f"n -> [n - 1, n // 2] if not ({condition}) else [n // 2]",
            f"n -> [n - 1 if {condition} else n - 2]",
            f"subtract(1, 3) or n -> [n - 2 for k in range(1) if {condition}]",
        ]
    )
    try:
        rule = parse_rule(text)
    except MexploreError:
        pytest.skip("an empty heap has a move")
    found = unreached(rule, 399)
    assert found is not None and found.first > 399, text

"""The moves as relations say exactly what `options` says."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

import mexplore.rules.families
from mexplore.rules.families.take_and_break.rule import TakeAndBreak
from mexplore.rules.members import members
from mexplore.rules.moves.relations import Leaving, Move, Unlisted, relations_of
from mexplore.rules.notation import parse_rule
from mexplore.rules.rule import Rule

N = 15


def left_by(move: Move, n: int) -> set[tuple[int, ...]]:
    """What the move leaves of a heap of n, read off its docstring."""
    if isinstance(move, Leaving):
        numbers = range(max(move.low(n), 0), min(move.high(n), n - 1) + 1)
        return {(m,) if m else () for m in numbers}
    found = set()
    for k in range(move.first, n + 1, move.step) if move.step else [move.first]:
        for heaps in combinations_with_replacement(range(1, max(n - k, 0) + 1), move.heaps):
            kinds = len(set(heaps))
            condition = {"": True, "!": kinds == len(heaps), "?": kinds > 1, "=": kinds <= 1}
            if sum(heaps) == n - k and (condition[move.suffix] or len(heaps) < 2):
                found.add(heaps)
    return found


def check(rule: Rule) -> bool:
    moves = relations_of(rule)
    if isinstance(moves, Unlisted):
        assert moves.reason
        return False
    assert all(move.ends for move in moves)
    for n in range(N):
        by_relations = set().union(*(left_by(move, n) for move in moves))
        assert by_relations == {tuple(sorted(heaps)) for heaps in rule.options(n)}, (str(rule), n)
    return True


@pytest.mark.parametrize("family", members(mexplore.rules.families, Rule), ids=lambda f: f.__name__)
def test_every_example_of_every_family(family: type[Rule]) -> None:
    for text in getattr(family, "examples", ()):
        if not family.runs_python:
            check(parse_rule(text))


@pytest.mark.parametrize(
    "text",
    ["0.77", "4!.0", "0.3F!", "0.[3]", "0.7[03]", "80.0", "4=.3", "0.04[3]", "{3,5}.0", "0.5?[06=]",
     "subtract(all but 2, 3, 7)", "subtract(4, odd)", "subtract(multiples(3), 5)",
     "remove(2 .. n)", "leave(0 .. n - 3)", "leave(n // 3 .. n - 2)", "divide(2, 3, ceil)",
     "subtract(1) or 0.07", "subtract(2) or divide(2)"],
)  # fmt: skip
def test_rules_with_relations(text: str) -> None:
    assert check(parse_rule(text))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0.*", "any number of heaps"),
        ("subtract(squares)", "squares"),
        ("remove(1 .. isqrt(n))", "not linear"),
        ("subtract(1) or subtract(primes)", "primes"),
        ("n -> [n - 1 - n % 2]", "not described"),
    ],
)
def test_rules_without_relations_say_why(text: str, why: str) -> None:
    moves = relations_of(parse_rule(text))
    assert isinstance(moves, Unlisted)
    assert why in moves.reason


@pytest.mark.parametrize("seed", range(40))
def test_random_codes(seed: int) -> None:
    pick = Random(seed)
    digits = [pick.choice("0123456789ABCDEF") + pick.choice(["", "", "!", "?", "="]) for _ in "abc"]
    block = f"[{pick.choice('12345678')}{pick.choice(['', '0', '3!'])}]" * (pick.random() < 0.4)
    zeroth = pick.choice(["0", "4", "8!", "C?"])
    rule = TakeAndBreak.parse(f"{zeroth}.{''.join(digits)}{block}")
    assert rule is not None
    assert check(rule)

"""Binary digits of two numbers: relations that say exactly what expressions say."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.linear import relations_of, relations_of_heaps
from mexplore.rules.boards.board import Board
from mexplore.rules.errors import MexploreError
from mexplore.rules.notation import parse_rule


def number(pick: Random, names: str, depth: int = 1) -> str:
    """A random expression in bits, of numbers of any sign."""
    if depth == 0 or pick.random() < 0.2:
        return str(pick.choice([*names, *names, pick.randint(-4, 9)]))
    left, right = number(pick, names, depth - 1), number(pick, names, depth - 1)
    sign = pick.choice(["&", "&", "|", "^", "+", "-"])
    if pick.random() < 0.15:
        return f"(({left}) {pick.choice(['<<', '>>'])} {pick.randint(0, 2)})"
    return f"(({left}) {sign} ({right}))"


def heaps(pick: Random) -> str:
    """A random rule of heaps in which digits matter."""
    test = f"{number(pick, 'nk')} {pick.choice(['==', '<', '<=', '!='])} {number(pick, 'nk', 1)}"
    to = pick.choice(["n - k", "k - 1", "n - k", number(pick, "nk")])
    return f"n -> [{to} for k in range(1, n + 1) if {test} and 0 <= {to} < n]"


def agree(pick: Random, count: int) -> int:
    read = 0
    for _ in range(count):
        text = heaps(pick)
        try:
            rule = parse_rule(text)
            moves = relations_of_heaps(rule)
        except (NotSeen, MexploreError):  # too many cases, or a power
            continue
        read += 1
        for n in (*range(14), 37):
            found = {option for move in moves for option in move.options((n,))}
            assert found == {left or (0,) for left in rule.options(n)}, (text, n)
    return read


def test_random_rules_of_heaps_are_read_exactly() -> None:
    assert agree(Random(1), 20) > 12


def test_bits_of_negative_constants() -> None:
    """-1 has all digits 1, so that nothing is divided by -1 + 1; -4 has all but two."""
    for text in ("-1 & k", "k & -1", "-4 & k", "-1 | k", "k ^ -3"):
        rule = parse_rule(f"n -> [k - 1 for k in range(1, n + 1) if ({text}) < 1 ^ k]")
        moves = relations_of_heaps(rule)
        for n in range(20):
            found = {option for move in moves for option in move.options((n,))}
            assert found == {left or (0,) for left in rule.options(n)}, (text, n)


@pytest.mark.slow
def test_many_random_rules_of_heaps_are_read_exactly() -> None:
    assert agree(Random(2), 3000) > 2000


def test_random_boards_are_read_exactly() -> None:
    pick, read = Random(3), 0
    for _ in range(12):
        x, y = (f"min(x - 1, {number(pick, 'xyk', 1)})", f"min(y, {number(pick, 'xyk', 1)})")
        text = f"(x, y) -> [({x}, {y}) for k in range(1, x + 1) if k & x == y & 1]"
        board = Board.parse(text)
        assert board is not None
        try:
            moves = relations_of(board)
        except (NotSeen, MexploreError):
            continue
        read += 1
        for square in product(range(9), repeat=2):
            found = {option for move in moves for option in move.options(square)}
            assert found == {to for (to,) in board.options(square)}, (text, square)
    assert read > 6

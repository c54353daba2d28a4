"""Few guesses are enough for the values of a sum of heaps, and none for what is no sum."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from mexplore.discover.automata.operations import Undecided
from mexplore.discover.coq.enough import NOTHING, Machine, enough

LATE = float("inf")
NUMBER = Machine((0, 0, 0, 0, 1, 0, 0, 1), (0, 1), (1,))
"""n tokens have the value n."""
TWO = Machine((0, 0, 0, 0, 2, 0, 0, 1, 2, 2, 4, 1, 3, 2, 4, 4, 0, 2, 4, 0), (0, 1, 1, 0, 0), (1,))
"""(a + b, a xor b), which are the (v + 2 w, v) where v and w share no bit. The bits of m - v are
those of w, a place later. States 3 and 4 have borrowed; at 1 and 4 the last bit of v was 1."""


def test_the_machine_of_two_heaps_is_what_is_said() -> None:
    sums = {(a + b, a ^ b) for a in range(64) for b in range(64)}
    for m in range(64):
        for v in range(64):
            assert _accepts(TWO, m, v) == ((m, v) in sums)


def _accepts(machine: Machine, m: int, v: int) -> bool:
    state = machine.start(0)
    for i in range(8):
        state = machine.go(state, m >> i & 1, v >> i & 1)
    return bool(machine.accepting[state])


def test_the_sets_of_two_heaps_are_enough() -> None:
    """What follows a set holds a set of the next state, and where a value may end, a guess ends."""
    sets = enough(1, NUMBER, NUMBER, TWO, LATE)
    assert not sets[0] and sets[1] and sets[2] and sets[4]
    for state, few in ((at, few) for at in range(1, 5) for few in sets[at]):
        guesses = {_guess(code) for code in few}
        assert not TWO.accepting[state] or (1, 1, 0) in guesses
        for a, b in product(range(2), repeat=2):
            target, after = TWO.go(state, a, b), {_code(each) for each in _after(guesses, a, b)}
            assert not target or any(after >= set(some) for some in sets[target])
    assert any(set(few) <= {_code((1, 1, 0))} for few in sets[1])


def _guess(code: int) -> tuple[int, int, int]:
    return code >> 3, code >> 1 & 3, code & 1


def _code(guess: tuple[int, int, int]) -> int:
    return guess[0] << 3 | guess[1] << 1 | guess[2]


def _after(guesses: set[tuple[int, int, int]], a: int, b: int) -> set[tuple[int, int, int]]:
    """By hand: the parts end in d and f, and d + f + carry ends in a; their xor in b."""
    parts = [(d, f) for d in range(2) for f in range(2)]
    return {
        (1, 1, (d + f + carry) // 2)
        for _, _, carry in guesses
        for d, f in parts
        if (d + f + carry) % 2 == a and d ^ f == b
    }


def test_there_are_no_sets_for_a_value_that_is_no_sum() -> None:
    more = replace(TWO, accepting=(0, 1, 1, 0, 1))
    with pytest.raises(Undecided, match="not that of its heaps"):
        enough(1, NUMBER, NUMBER, more, LATE)
    with pytest.raises(Undecided, match="not that of its heaps"):
        enough(1, NUMBER, NOTHING, TWO, LATE)


def test_the_search_ends_at_the_deadline() -> None:
    with pytest.raises(Undecided, match="were not found"):
        enough(1, NUMBER, NUMBER, TWO, -1.0)

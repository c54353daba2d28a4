"""How many numbers below a bound an automaton reads with each output, digit by digit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Transitions = tuple[tuple[int, ...], ...]


def outputs_below(
    digits: Sequence[int], transitions: Transitions, outputs: Sequence[int]
) -> Counter[int]:
    """How many numbers have each output among those below the one of these digits, most
    significant first, from state 0 on; where a target is negative no digit follows.

    >>> outputs_below([1, 0, 1], ((0, 1), (1, 0)), (0, 1))  # Thue-Morse, n < 5
    Counter({1: 3, 0: 2})
    """
    inner: Counter[int] = Counter()  # states of the numbers below the one read so far
    state = 0
    for digit in digits:
        following: Counter[int] = Counter()
        for s, many in inner.items():
            for target in transitions[s]:
                following[target] += many
        for target in transitions[state][:digit]:
            following[target] += 1
        inner, state = following, transitions[state][digit]
        del inner[-1]
    total: Counter[int] = Counter()
    for s, many in inner.items():
        total[outputs[s]] += many
    return total

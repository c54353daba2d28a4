"""First cousins: a code whose heap of one token has no move is another code with smaller heaps.

Let heaps of 1 have no move: bit 0 of d1 is not set (a split needs two tokens). Every nonempty heap
of n tokens is called n - 1; then heaps called 0 are worth 0, as empty ones are. A move that removes
j tokens and leaves h nonempty heaps of n + 1 leaves heaps called a1, ..., ah >= 0 with

    a1 + ... + ah = n + 1 - j - h = n - (j + h - 1),

any of which may be 0: it removes j + h - 1 from the heap called n and leaves h heaps or fewer. For
h = 0 the heap must be of j tokens: j - 1 are taken, the whole of the heap called j - 1. So the heap
called n has the moves of the code with the digits

    e_(j + h - 1) with the bits 0..h for every bit h of d_j,    G(n + 1) = H(n),

where j + h - 1 >= 0: bit 0 of d1 is not set, and d0 has neither bit 0 nor bit 1. Dawson's Kayles
0.07 is the cousin of Dawson's chess 0.137 in this way.

Source: Guy and Smith 1956, The G-values of various games; Winning Ways, chapter 4, 'first cousins'
and 'standard form'.
"""

from __future__ import annotations

from collections.abc import Mapping

MOST_SHIFTS = 64


def first_cousin(masks: Mapping[int, int]) -> dict[int, int] | None:
    """The digits e as bit masks, from the digits d; None if a heap of one token has a move.

    >>> first_cousin({2: 7})
    {1: 1, 2: 3, 3: 7}
    >>> first_cousin({1: 1, 2: 3, 3: 7})
    """
    if masks.get(1, 0) & 1:
        return None
    found: dict[int, int] = {}
    for j, mask in masks.items():
        for heaps in range(mask.bit_length()):
            if mask >> heaps & 1:
                removed = j + heaps - 1
                found[removed] = found.get(removed, 0) | (2 << heaps) - 1
    return dict(sorted(found.items()))


def standard_form(masks: Mapping[int, int]) -> tuple[dict[int, int], int]:
    """The last of the cousins, in which a heap of one token can be taken, and how many steps down
    it is; of a code without moves, and of one too far away, the code itself.

    >>> standard_form({3: 7})
    ({1: 1, 2: 1, 3: 3, 4: 3, 5: 7}, 2)
    """
    known = {j: mask for j, mask in masks.items() if mask}
    steps, digits = 0, known
    while digits:
        cousin = first_cousin(digits)
        if cousin is None:
            return digits, steps
        digits, steps = cousin, steps + 1
        if steps > MOST_SHIFTS:
            break
    return known, 0

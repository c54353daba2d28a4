"""Dynamic one-pile Nim: no move may take more tokens than the last one.

A position is a heap of n tokens and the number k that the last move took; a move takes 1 to k of
them. The first player may take any number but all. Who cannot move loses.

Source: folklore; A. J. Schwenk, Take-away games, Fibonacci Quarterly 8 (1970) 225-234, has the
games in which the last move limits the next.

Known: (n, k) is lost for the player to move exactly if 2^v > k, 2^v the largest power of 2 that
divides n (a winning move takes that power), so the first player loses at the powers of 2.

The whole number n stands for a heap of n at the start:

    mexplore study examples/dynamic_nim.py:options --upto 200

    >>> from mexplore.rules.engine.search import Positions
    >>> [n for n in range(1, 40) if Positions(options).value(n) == 0]
    [1, 2, 4, 8, 16, 32]
"""

from __future__ import annotations

from collections.abc import Iterator

HeapAndLimit = tuple[int, int]


def options(position: int | HeapAndLimit) -> Iterator[HeapAndLimit]:
    """Take 1 to k of n tokens."""
    n, k = (position, position - 1) if isinstance(position, int) else position
    for taken in range(1, min(n, k) + 1):
        yield n - taken, taken

"""Roxor: a token moves on and doubles.

Piles stand in a row, numbered from 0. A move takes one token from a pile i and puts one on a pile
j and one on a pile k, where i < j <= k. The last pile is dead; who cannot move loses. The same
game is known as A Funny Stone Game.

Sources: TopCoder SRM 216, Roxor; UVa 1378, A Funny Stone Game (ACM ICPC Beijing 2006).

Every token plays for itself: the value of a position is the xor of those of its tokens, and two
tokens on one pile cancel. Here it is left to the search, which remembers whole positions, so that
the claim can be tested.

The whole number n stands for a single token with n piles behind it:

    mexplore terms examples/roxor.py:options --upto 5

    >>> from mexplore.rules.engine.search import Positions
    >>> Positions(options).value((2, 1))
    0
"""

from __future__ import annotations

from collections.abc import Iterator

Piles = tuple[int, ...]


def options(position: int | Piles) -> Iterator[Piles]:
    """Every choice of i < j <= k with a token on pile i."""
    piles = (1, *[0] * position) if isinstance(position, int) else position
    for i, tokens in enumerate(piles):
        if not tokens:
            continue
        for j in range(i + 1, len(piles)):
            for k in range(j, len(piles)):
                left = list(piles)
                left[i] -= 1
                left[j] += 1
                left[k] += 1
                yield tuple(left)

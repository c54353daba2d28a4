"""Coins on a chessboard that move like knights towards the corner.

Any number of coins stand on squares (x, y) of an 8x8 board, several on one square if they like. A
move takes one coin from (x, y) to (x - 2, y - 1), (x - 1, y - 2), (x + 1, y - 2) or
(x - 2, y + 1), if that is on the board. Who cannot move loses.

Source: TopCoder tutorial Algorithm Games (rasto6sk), its last example, with k knights; HackerRank,
Chessboard Game, Again!, on 15x15 squares.

One coin is a board:

    mexplore terms "(x, y) -> [(x-2, y-1), (x-1, y-2), (x+1, y-2), (x-2, y+1)]" --board 8x8

and the value of several is the xor of its entries. Here the coins are one position, so that this
can be tested. The whole number n = 8x + y stands for one coin on (x, y), others for none:

    mexplore terms examples/knights.py:options --upto 63

    >>> from mexplore.rules.engine.search import Positions
    >>> coins = Positions(options)
    >>> coins.value(((3, 4), (4, 2))), coins.value(((3, 4),)), coins.value(((4, 2),))
    (7, 4, 3)
"""

from __future__ import annotations

from collections.abc import Iterator

Coins = tuple[tuple[int, int], ...]

SIDE = 8
MOVES = ((-2, -1), (-1, -2), (1, -2), (-2, 1))


def options(position: int | Coins) -> Iterator[Coins]:
    """Move one coin; coins are kept in order, so that equal positions are one."""
    coins = _single(position) if isinstance(position, int) else position
    for i, (x, y) in enumerate(coins):
        others = coins[:i] + coins[i + 1 :]
        for dx, dy in MOVES:
            if 0 <= x + dx < SIDE and 0 <= y + dy < SIDE:
                yield tuple(sorted((*others, (x + dx, y + dy))))


def _single(number: int) -> Coins:
    x, y = divmod(number, SIDE)
    return ((x, y),) if 0 <= x < SIDE else ()

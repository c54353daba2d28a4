"""Nukit: reactions that use up particles of four kinds, A, B, C and D.

A position is the number of particles of each kind. A move forms one of the reactions AABDD, ABCD,
CCD, BBB and AD, whose particles are used up. Who cannot form any loses.

Source: Canadian Computing Competition 2008, senior problem 5 (Nukit).

The whole number n stands for n particles of each kind, so that the game has a sequence:

    mexplore terms examples/nukit.py:options --upto 12

and any position has a value:

    >>> from mexplore.rules.engine.search import Positions
    >>> Positions(options).value((1, 5, 0, 3))  # lost for the player to move
    0
"""

from __future__ import annotations

from collections.abc import Iterator

Particles = tuple[int, ...]

REACTIONS: tuple[Particles, ...] = (
    (2, 1, 0, 2),
    (1, 1, 1, 1),
    (0, 0, 2, 1),
    (0, 3, 0, 0),
    (1, 0, 0, 1),
)


def options(position: int | Particles) -> Iterator[Particles]:
    """What each reaction leaves for which there are particles enough."""
    have = (position,) * 4 if isinstance(position, int) else position
    for used in REACTIONS:
        left = tuple(a - b for a, b in zip(have, used, strict=True))
        if min(left) >= 0:
            yield left

"""The enumeration of sets of numbers: smaller sets first, sets of one size lexicographically."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

LETTERS = "abcdefgh"
"""The names of the members of a set in claims, the least member first."""


def subsets(numbers: int, largest: int) -> int:
    """The number of nonempty sets of at most ``largest`` elements among this many numbers.

    >>> subsets(11, 3) == 11 + 55 + 165
    True
    """
    return sum(comb(numbers, k) for k in range(1, largest + 1))


def subset_at(place: int, numbers: int, least: int) -> tuple[int, ...]:
    """The set at this place among the nonempty ones of ``numbers`` numbers from ``least`` on.

    >>> [subset_at(i, 3, 1) for i in range(7)]
    [(1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)]
    """
    size = 1
    while place >= comb(numbers, size):
        place -= comb(numbers, size)
        size += 1
    found: list[int] = []
    for number in range(numbers):
        rest = comb(numbers - number - 1, size - len(found) - 1)
        if place < rest:
            found.append(least + number)
            if len(found) == size:
                break
        else:
            place -= rest
    return tuple(found)


def set_parameters(name: str, chosen: Sequence[int]) -> dict[str, Any]:
    """The parameters of a set by name: the set, its members, and its size.

    >>> set_parameters("S", (1, 4))
    {'S': [1, 4], 'size': 2, 'a': 1, 'b': 4}
    """
    known: dict[str, Any] = {name: list(chosen), "size": len(chosen)}
    return known | dict(zip(LETTERS, chosen, strict=False))

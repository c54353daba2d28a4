"""What a rule speaks of and the computed values do not reach: nothing that holds below is a law.

The moves of ``subtract(1, 2, 999999999)`` from heaps that were computed are those of
``subtract(1, 2)``, and so are the values. Which numbers count is decided with caution: members and
parameters of sets, divisors, the lengths of codes and their counts of heaps; of an expression what
`rules.arithmetic.reach` says, moduli and multipliers included. Of a Python function nothing is
known, so that nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from mexplore.rules.arithmetic.reach import Unreached
from mexplore.rules.views import view


class Played(Protocol):
    """A rule of heaps, or a board."""

    @property
    def runs_python(self) -> bool: ...


@view("unreached")
def unreached(game: Played, last: int) -> Unreached | None:
    """What comes into play only at heaps (or squares with a coordinate) of more than ``last``;
    None if everything is in play. Unless a family says more, the numbers in the text count.

    >>> from mexplore.rules.notation import parse_rule
    >>> print(unreached(parse_rule("subtract(1, 2, 999999999)"), 10**6).words())
    the rule speaks of 999999999; values below it were computed, so no law can be seen yet
    >>> unreached(parse_rule("subtract(1, 2, 999)"), 999) is None
    True
    """
    if game.runs_python:
        return None
    return largest_of(map(int, re.findall(r"\d+", str(game))), last)


def largest_of(numbers: Iterable[int], last: int) -> Unreached | None:
    """The largest of these numbers, where it is more than ``last``."""
    number = max(numbers, default=0)
    return Unreached(str(number), number, number) if number > last else None


def furthest(found: Iterable[Unreached | None]) -> Unreached | None:
    """That which comes into play last."""
    return max((each for each in found if each), key=lambda each: each.first, default=None)

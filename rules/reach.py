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

from mexplore.rules.dataclass import dataclass
from mexplore.rules.views import view

LONGEST = 60  # characters of a part that are shown


@dataclass(frozen=True)
class Unreached:
    """What a rule speaks of and smaller arguments do not reach: it comes into play at ``first``, at
    the earliest; ``number`` is the number that stands for it in the rule, None where it is a
    ``part`` without one of about this size."""

    part: str
    first: int
    number: int | None = None

    def words(self) -> str:
        """Why nothing that holds below is a law."""
        if self.number is not None:
            spoken = f"the rule speaks of {self.number}; values below it were computed"
        else:
            part = self.part if len(self.part) <= LONGEST else f"{self.part[:LONGEST]}..."
            spoken = (
                f"the part {part} of the rule comes into play at {self.first} at the earliest; "
                "values below it were computed"
            )
        return f"{spoken}, so no law can be seen yet"


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

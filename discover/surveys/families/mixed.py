"""Games in which one subtracts or divides."""

from __future__ import annotations

from typing import ClassVar, Self

from mexplore.discover.surveys.family import (
    Family,
    Holes,
    Member,
    Parameter,
    read_arguments,
    subset_at,
    subsets,
)
from mexplore.rules.dataclass import dataclass

LARGEST = 1000


@dataclass(frozen=True)
class Mixed(Family):
    """``mixed(s<=3, d<=4)``: subtract(S) or divide(D), S of the numbers 1 to 3, D of 2 to 4,
    neither empty; with ``size<=2`` at most 2 numbers each.

    >>> family = Mixed(3, 4)
    >>> family.size == (2**3 - 1) * (2**3 - 1), family.at(8).rule
    (True, 'subtract(2) or divide(3)')
    """

    examples: ClassVar[tuple[str, ...]] = ("mixed(s<=3, d<=4)", "mixed(s<=4, d<=4, size<=1)")
    meaning: ClassVar[str] = "mixed(s<=3, d<=4): subtract(S) or divide(D), S of 1..3, D of 2..4"

    subtracted: int
    divided: int
    most: int | None = None

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        del holes
        known = (
            Parameter("s", 1, LARGEST, sign="<="),
            Parameter("d", 2, LARGEST, sign="<="),
            Parameter("size", 1, LARGEST, sign="<=", optional=True),
        )
        given = read_arguments(text, "mixed", known, bare=False)
        return None if given is None else cls(given["s"], given["d"], given.get("size"))

    def __str__(self) -> str:
        size = "" if self.most is None else f", size<={self.most}"
        return f"mixed(s<={self.subtracted}, d<={self.divided}{size})"

    @property
    def title(self) -> str:
        return "mixed"

    def _count(self, numbers: int) -> int:
        return subsets(numbers, min(numbers, self.most or numbers))

    @property
    def size(self) -> int:
        return self._count(self.subtracted) * self._count(self.divided - 1)

    def at(self, place: int) -> Member:
        first, second = divmod(place, self._count(self.divided - 1))
        S = subset_at(first, self.subtracted, 1)
        D = subset_at(second, self.divided - 1, 2)
        text = f"subtract({', '.join(map(str, S))}) or divide({', '.join(map(str, D))})"
        numbers = {f"s{i}": s for i, s in enumerate(S, 1)} | {
            f"d{i}": d for i, d in enumerate(D, 1)
        }
        return Member(text, {"S": list(S), "D": list(D), **numbers})

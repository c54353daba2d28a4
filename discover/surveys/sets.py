"""Families of rules that are given by a set of numbers: ``subtract(max=12, size<=4)``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from mexplore.discover.surveys.arguments import Parameter, read_arguments
from mexplore.discover.surveys.family import Family, Holes, Member
from mexplore.discover.surveys.subsets import set_parameters, subset_at, subsets

LARGEST = 1000


@dataclass(frozen=True)
class Sets(Family):
    """A rule a nonempty set of at most ``most`` numbers from ``least`` to ``largest``."""

    name: ClassVar[str]
    letter: ClassVar[str]
    least: ClassVar[int] = 1

    largest: int
    most: int | None = None

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        del holes
        known = (
            Parameter("max", cls.least, LARGEST),
            Parameter("size", 1, LARGEST, sign="<=", optional=True),
        )
        given = read_arguments(text, cls.name, known, bare=False)
        return None if given is None else cls(given["max"], given.get("size"))

    def __str__(self) -> str:
        size = "" if self.most is None else f", size<={self.most}"
        return f"{self.name}(max={self.largest}{size})"

    @property
    def title(self) -> str:
        return self.name

    @property
    def numbers(self) -> int:
        """How many numbers there are to choose from."""
        return self.largest - self.least + 1

    @property
    def size(self) -> int:
        return subsets(self.numbers, min(self.numbers, self.most or self.numbers))

    def at(self, place: int) -> Member:
        chosen = subset_at(place, self.numbers, self.least)
        return Member(
            self.rule_of(", ".join(map(str, chosen))), set_parameters(self.letter, chosen)
        )

    def rule_of(self, listed: str) -> str:
        """The rule of the set with these members."""
        return f"{self.name}({listed})"

"""Families of rules: finite lists of rules, each with its parameters."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Self

from mexplore.rules.errors import InputError, TooLarge

MOST_MEMBERS = 1_000_000
"""Of a larger family only a part is swept, which the user chooses."""

MOST_DIGITS = 25

Holes = Mapping[str, str]
"""The values of the holes of a template, as they were written: ``{"a": "1..4"}``."""


@dataclass(frozen=True)
class Member:
    """A rule in notation, and its parameters by the names that the family gives them."""

    rule: str
    parameters: dict[str, Any] = field(default_factory=dict)


class Family(ABC):
    """A family: a frozen dataclass, equal to another if their texts are equal. Its members are
    sorted, the smallest first, and the last member has every parameter that any member has."""

    examples: ClassVar[tuple[str, ...]]
    """Texts that denote families of this kind, small ones first."""

    meaning: ClassVar[str]
    """Its notation and its members, in one line."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        """The family that the text denotes; None if it is not of this kind. RuleSyntaxError if it
        is of this kind but malformed."""

    @abstractmethod
    def __str__(self) -> str:
        """The canonical text: members with equal places are equal where texts are."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The name of the family in the atlas: the kind, without the bounds."""

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of members, by a formula."""

    @abstractmethod
    def at(self, place: int) -> Member:
        """The member at 0 <= place < size."""

    def __iter__(self) -> Iterator[Member]:
        return (self.at(place) for place in range(self.size))


@dataclass(frozen=True)
class Choice:
    """Which members of a family are swept: all, the first ``limit``, or ``sample`` at random."""

    limit: int | None = None
    sample: int | None = None
    seed: int = 0

    def places(self, family: Family) -> Sequence[int]:
        """Their places, in order; TooLarge if there are more than MOST_MEMBERS."""
        if self.limit is not None and self.sample is not None:
            raise InputError("give either --limit N or --sample N")
        wanted = family.size if self.limit is None else min(self.limit, family.size)
        if self.sample is not None:
            wanted = min(self.sample, family.size)
        if wanted > MOST_MEMBERS:
            raise TooLarge(
                f"{family} has {_size_in_words(family.size)} members, more than {MOST_MEMBERS}; "
                "sweep the first ones with --limit N, or some at random with --sample N --seed S"
            )
        if self.sample is None:
            return range(wanted)
        random = Random(f"{self.seed} {family}")
        if family.size <= 2 * MOST_MEMBERS:
            return sorted(random.sample(range(family.size), wanted))
        found: set[int] = set()  # a range beyond 64 bits has no sample
        while len(found) < wanted:
            found.add(random.randrange(family.size))
        return sorted(found)


def _size_in_words(size: int) -> str:
    """The number, or its order of magnitude if it is very large."""
    text = str(size)
    return text if len(text) <= MOST_DIGITS else f"about {text[0]}.{text[1]}e{len(text) - 1}"

"""What a family of rules is: a finite list of rules, each with the numbers that make it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Self

from rules.errors import InputError, RuleSyntaxError, TooLarge
from rules.members import members

MOST_MEMBERS = 1_000_000
"""A larger family is swept in part only, when the user says in which."""

Holes = Mapping[str, str]
"""The values of the holes of a template, as they were written: ``{"a": "1..4"}``."""


@dataclass(frozen=True)
class Member:
    """A rule, in notation, and what its family calls the numbers that make it."""

    rule: str
    parameters: dict[str, Any] = field(default_factory=dict)


class Family(ABC):
    """A family: a frozen dataclass, equal if written alike. The smallest members stand first."""

    examples: ClassVar[tuple[str, ...]]
    """Texts that denote such families, small ones first."""

    meaning: ClassVar[str]
    """How it is written, and what its members are, in a line."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        """The family that the text denotes; None if it is not of this kind. Raises RuleSyntaxError
        where it is and is malformed."""

    @abstractmethod
    def __str__(self) -> str:
        """The canonical text: members with equal places are equal where texts are."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What the atlas files its members under: the kind, whatever the bounds."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many members there are, by a formula."""

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
        """Their places, in order; TooLarge where they are more than MOST_MEMBERS.

        >>> Choice(sample=3).places(read_family("subtract(max=40)", {}))
        [653518354748, 756170579074, 868358783641]
        """
        if self.limit is not None and self.sample is not None:
            raise InputError("give either --limit N or --sample N")
        asked = family.size if self.limit is None else min(self.limit, family.size)
        if self.sample is not None:
            asked = min(self.sample, family.size)
        if asked > MOST_MEMBERS:
            raise TooLarge(
                f"{family} has {family.size} members, more than {MOST_MEMBERS}; "
                "sweep the first ones with --limit N, or some at random with --sample N --seed S"
            )
        if self.sample is None:
            return range(asked)
        return sorted(Random(f"{self.seed} {family}").sample(range(family.size), asked))


def kinds() -> tuple[type[Family], ...]:
    """Every kind of family there is."""
    import discover.surveys.families

    return members(discover.surveys.families, Family)


def read_family(text: str, holes: Holes) -> Family:
    """The family that a text denotes, with the values of its holes; RuleSyntaxError otherwise.

    >>> read_family("octal(3)", {}).size, str(read_family("divide(max = 12, size <= 3)", {}))
    (1024, 'divide(max=12, size<=3)')
    """
    text = text.strip()
    if not text:
        raise RuleSyntaxError(text, 0, "the family is empty", _remedy())
    try:
        for kind in kinds():
            family: Family | None = kind.parse(text, holes)
            if family is not None:
                _refuse_values(holes, family, text)
                return family
    except RuleSyntaxError as error:
        if error.problem != "this is no notation of a rule":
            raise
    called = re.match(r"[\w-]+", text)
    named = called[0][:30] if called else text[:30]
    raise RuleSyntaxError(text, 0, f"{named!r} is neither a family nor a rule", _remedy())


def _refuse_values(holes: Holes, family: Family, text: str) -> None:
    known = getattr(family, "holes", {})
    for name in holes:
        if name not in known:
            problem = f"there are values for {{{name}}}, and the family has no such hole"
            raise RuleSyntaxError(
                text, len(text), problem, f"write {{{name}}} in it, or leave out --{name}"
            )


def _remedy() -> str:
    written = ", ".join(kind.examples[0] for kind in kinds() if kind.examples)
    return f"write {written}, a rule with holes {{a}} and --a 1..4, or a file .toml or .txt"

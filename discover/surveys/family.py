"""Families of rules: finite lists of rules, with parameters; those of sets and those of codes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from math import comb
from random import Random
from typing import Any, ClassVar, NoReturn, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, RuleSyntaxError, TooLarge
from mexplore.rules.text.sentences import did_you_mean

MOST_MEMBERS = 1_000_000
"""Of a larger family only a part is swept, which the user chooses."""

LONGEST_COUNT = 25

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

    takes_the_rest: ClassVar[bool] = False
    """Whether it reads every text that no other family reads, and is asked last."""

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
                f"{family} has {size_in_words(family.size)} members, more than {MOST_MEMBERS}; "
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


def size_in_words(size: int) -> str:
    """The number, or its order of magnitude if it is very large."""
    text = str(size)
    return text if len(text) <= LONGEST_COUNT else f"about {text[0]}.{text[1]}e{len(text) - 1}"


_LARGEST = 10**6
_PART = re.compile(r"\s*(?:([a-z]+)\s*(?:<=|=)\s*)?(\d*)(?:(?<=\d)\s*([a-z]+))?\s*", re.ASCII)


@dataclass(frozen=True)
class Parameter:
    """A number in the brackets: its name, its least and greatest value, and its sign, which is
    empty where the name is written after the number. It may be left out if it is ``optional``."""

    name: str
    least: int = 0
    greatest: int = _LARGEST
    sign: str = "="
    optional: bool = False

    def written(self, number: object) -> str:
        """With this number."""
        return f"{self.name}{self.sign}{number}" if self.sign else f"{number} {self.name}"

    def is_called(self, name: str) -> bool:
        """Whether this is its name: of one letter too, as of letters."""
        return name == self.name or (not self.sign and name + "s" == self.name)


def read_arguments(
    text: str, name: str, parameters: Sequence[Parameter], *, bare: bool = True
) -> dict[str, int] | None:
    """The given numbers by name, which stands before the number or after it; None if the text is
    not ``name(...)``, or has no ``=`` in the brackets although no ``bare`` number is allowed: then
    it is a rule, not a family.

    >>> known = [Parameter("max", 1), Parameter("size", 1, sign="<=", optional=True)]
    >>> read_arguments("subtract(max = 7)", "subtract", known)
    {'max': 7}
    >>> read_arguments("words(3 letters)", "words", [Parameter("letters", sign="")])
    {'letters': 3}
    """
    head = re.match(rf"{re.escape(name)}\s*\(", text)
    if head is None or not (bare or re.search(r"=|\(\s*[a-z]*\s*\)", text)):
        return None
    found: dict[str, int] = {}
    at = head.end()
    while True:
        part = _PART.match(text, at)
        assert part is not None
        first = parameters[0].name if bare and not found else ""
        given, number = part[1] or part[3] or first, part[2]
        parameter = next((p for p in parameters if p.is_called(given)), None)
        if parameter is None or parameter.name in found:
            place = part.start(1) if part[1] else part.start(3) if part[3] else _inner(text, at)
            _refuse(text, place, given, parameters)
        if not number:
            remedy = f"write {parameter.written(4)}"
            raise RuleSyntaxError(text, part.start(2), "a number is missing here", remedy)
        found[parameter.name] = _within(text, part.start(2), number, parameter)
        at = part.start(3) if part[1] and part[3] else part.end()
        if text[at : at + 1] != ",":
            break
        at += 1
    if text[at : at + 1] != ")" or text[at + 1 :].strip():
        place = at + 1 if text[at : at + 1] == ")" else at
        raise RuleSyntaxError(
            text, place, "this is not expected here", f"write {name}({_forms(parameters)})"
        )
    missing = next((p for p in parameters if not p.optional and p.name not in found), None)
    if missing is not None:
        remedy = f"write {missing.written(12)} in it"
        raise RuleSyntaxError(text, at, f"{missing.name} is not given", remedy)
    return found


def _within(text: str, at: int, number: str, parameter: Parameter) -> int:
    value = int(number) if len(number) < 20 else _LARGEST + 1
    if not parameter.least <= value <= parameter.greatest:
        remedy = f"from {parameter.least} to {parameter.greatest}"
        raise RuleSyntaxError(text, at, f"{parameter.name} cannot be {number[:20]}", remedy)
    return value


def _inner(text: str, at: int) -> int:
    return at + len(text[at:]) - len(text[at:].lstrip())


def _forms(parameters: Sequence[Parameter]) -> str:
    return ", ".join(p.written("N") for p in parameters)


def _refuse(text: str, at: int, given: str, parameters: Sequence[Parameter]) -> NoReturn:
    known = ", ".join(p.name for p in parameters)
    if any(p.is_called(given) for p in parameters):
        raise RuleSyntaxError(text, at, f"{given} is given twice", "once is enough")
    problem = f"{given!r} is no number of this family" if given else "a number needs its name here"
    meant = did_you_mean(given, [p.name for p in parameters])
    remedy = f"{meant}the names are {known}: write {_forms(parameters)}"
    raise RuleSyntaxError(text, at, problem, remedy)


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


DIGITS = "0123456789ABCDEF"
MOST_DIGITS = 40


@dataclass(frozen=True)
class Codes(Family):
    """The codes d0.d1...dk with every d_i below ``base``; d0 is ``lead``, or each of the ``leads``
    that the kind has, if it is None. Every code is there once: trailing zeros mean nothing."""

    name: ClassVar[str]
    base: ClassVar[int]
    leads: ClassVar[tuple[int, ...]]

    length: int
    lead: int | None = None

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        del holes
        known = (
            Parameter("digits", 1, MOST_DIGITS),
            Parameter("lead", 0, cls.base - 1, optional=True),
        )
        given = read_arguments(text, cls.name, known)
        if given is None:
            return None
        lead = given.get("lead")
        cls._refuse_lead(text, lead)
        return cls(given["digits"], lead)

    @classmethod
    def _refuse_lead(cls, text: str, lead: int | None) -> None:
        if lead is not None and lead % 4:
            from mexplore.rules.errors import RuleSyntaxError

            problem = f"with d0 = {lead} a game need not end"
            raise RuleSyntaxError(text, text.index("lead"), problem, "it is a multiple of 4")

    def __str__(self) -> str:
        lead = "" if self.lead is None else f", lead={self.lead}"
        return f"{self.name}({self.length}{lead})"

    @property
    def title(self) -> str:
        return self.name

    @property
    def chosen_leads(self) -> tuple[int, ...]:
        """The digits d0 that occur."""
        return self.leads if self.lead is None else (self.lead,)

    @property
    def size(self) -> int:
        return len(self.chosen_leads) * int(self.base**self.length)

    def at(self, place: int) -> Member:
        which, number = divmod(place, self.base**self.length)
        digits = [number // self.base**i % self.base for i in reversed(range(self.length))]
        lead = self.chosen_leads[which]
        text = f"{DIGITS[lead]}.{''.join(DIGITS[d] for d in digits)}"
        return Member(text, {f"d{i}": d for i, d in enumerate([lead, *digits])})


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

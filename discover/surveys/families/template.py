"""Templates: a rule with holes, and values for each; without holes, a family of one rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import ClassVar, Self

from mexplore.discover.surveys.family import Family, Holes, Member
from mexplore.discover.surveys.games import read_game
from mexplore.rules.arithmetic.conditions import refuse_taken
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, RuleSyntaxError

MOST_VALUES = 1_000_000
_HOLE = re.compile(r"\{([A-Za-z][A-Za-z0-9_]*)\}", re.ASCII)
_VALUES = re.compile(r"\s*(-?\d{1,18})\s*(?:\.\.\s*(-?\d{1,18})\s*)?", re.ASCII)


@dataclass(frozen=True)
class Template(Family):
    """``"subtract(1, {a})" --a 2..9``: every value in every hole, the last hole changing fastest.

    >>> family = Template("subtract({a}, {b})", (("a", (1, 2)), ("b", (3, 4, 5))))
    >>> family.size, family.at(3).rule, family.at(3).parameters
    (6, 'subtract(2, 3)', {'a': 2, 'b': 3})
    """

    examples: ClassVar[tuple[str, ...]] = ()  # values of holes are given apart
    meaning: ClassVar[str] = '"n -> [n - {a}, n // {b}]" --a 1..4 --b 2,3: a rule with holes'

    takes_the_rest: ClassVar[bool] = True

    text: str
    values: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @classmethod
    def parse(cls, text: str, holes: Holes) -> Self | None:
        """Every text: what is no other family is a rule, perhaps with holes."""
        names = list(dict.fromkeys(match[1] for match in _HOLE.finditer(text)))
        for match in _HOLE.finditer(text):
            refuse_taken(match[1], text, match.start(1))
            if match[1] not in holes:
                problem = f"the hole {{{match[1]}}} has no values"
                raise RuleSyntaxError(text, match.start(), problem, f"add --{match[1]} 1..4")
        values = tuple((name, _values(name, holes[name])) for name in names)
        family = cls(text, values)
        read_game(family.at(0).rule)  # a malformed one is reported at once
        return family

    @property
    def holes(self) -> dict[str, tuple[int, ...]]:
        """The values of each hole."""
        return dict(self.values)

    def __str__(self) -> str:
        given = "".join(f" --{name} {_written(numbers)}" for name, numbers in self.values)
        return self.text + given

    @property
    def title(self) -> str:
        return self.text if self.values else "single rules"

    @property
    def size(self) -> int:
        return prod(len(numbers) for _, numbers in self.values)

    def at(self, place: int) -> Member:
        chosen: dict[str, int] = {}
        for name, numbers in reversed(self.values):
            place, which = divmod(place, len(numbers))
            chosen[name] = numbers[which]
        rule = _HOLE.sub(lambda match: str(chosen[match[1]]), self.text)
        return Member(rule, {name: chosen[name] for name, _ in self.values})


def _values(name: str, text: str) -> tuple[int, ...]:
    """The values in a list such as ``1..4, 7``, each once, in the order given."""
    found: dict[int, None] = {}
    at = 0
    while True:
        match = _VALUES.match(text, at)
        if match is None:
            problem = f"the values of {{{name}}} are whole numbers and ranges"
            raise RuleSyntaxError(text, at, problem, f"write --{name} 1..4 or --{name} 2,3")
        low, high = int(match[1]), int(match[2] or match[1])
        if high < low:
            raise RuleSyntaxError(
                text, match.start(1), "the range is empty", f"write {high}..{low}"
            )
        if high - low >= MOST_VALUES:
            raise InputError(f"--{name} {text[:40]!r} has more than {MOST_VALUES} values")
        found |= dict.fromkeys(range(low, high + 1))
        at = match.end()
        if at == len(text):
            return tuple(found)
        if text[at] != ",":
            raise RuleSyntaxError(text, at, "a comma is expected here", f"write --{name} 1..4, 7")
        at += 1


def _written(numbers: tuple[int, ...]) -> str:
    return ",".join(_ranges(numbers))


def _ranges(numbers: tuple[int, ...]) -> Iterator[str]:
    start = 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            yield f"{numbers[start]}..{numbers[i - 1]}" if i - start > 1 else str(numbers[start])
            start = i

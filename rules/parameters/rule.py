"""Families of rules: a subtraction game with names in it, for all values that constraints allow.

Notation ``subtract(a, b, a + b) for a >= 1, b > a``. Elements are linear forms: sums of whole
multiples of the names and a number. Canonical text: elements in the order given, each once;
constraints as `rules.parameters.constraint` writes them, in the order given, each once.

Two elements may be equal for some members: a member's moves are a set. That every element is at
least 1 for every member, and that there are members, is decided where laws are proved
(`discover.theorems.parameters`), as it takes a solver.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from rules.errors import InputError, RuleSyntaxError
from rules.families.subtraction.rule import Subtraction
from rules.parameters.constraint import Cell
from rules.parameters.family import FamilyOfRules
from rules.parameters.polynomial import Polynomial
from rules.parameters.reading import Reader

_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*\(")
_EXAMPLE = "subtract(a, b, a + b) for a >= 1, b > a"
MOST_ELEMENTS = 30


@dataclass(frozen=True)
class ParametricRule(FamilyOfRules):
    """From a heap of n take s tokens, s <= n one of the elements, for every member: for all integer
    values of the names that satisfy ``where``.

    >>> rule = ParametricRule.parse("subtract(a, b, b+a) for b > a >= 1")
    >>> str(rule), rule.names
    ('subtract(a, b, a + b) for b >= a + 1, a >= 1', ('a', 'b'))
    >>> str(rule.member(a=7, b=9))
    'subtract(7, 9, 16)'
    >>> next(rule.members(9))
    {'a': 1, 'b': 2}
    """

    elements: tuple[Polynomial, ...]
    where: Cell

    @classmethod
    def parse(cls, text: str) -> Self:
        """The family that a text describes; RuleSyntaxError with the place of a mistake."""
        start = _past_the_head(text)
        reader = Reader(text[start:], text, start)
        elements: list[Polynomial] = []
        places: list[int] = []
        while not elements or reader.take(","):
            places.append(start + reader.start)
            elements.append(reader.sum())
        reader.expect(")", "close the list of elements with )")
        named = [place for e, place in zip(elements, places, strict=True) if e.names]
        if reader.token != "for":
            free = sorted({name for element in elements for name in element.names})
            remedy = f"say for which {', '.join(free) or 'names'}: {_EXAMPLE}"
            reader.refuse("the constraints are missing", remedy)
        reader.step()
        where = reader.constraints()
        reader.end(f"write constraints such as those of {_EXAMPLE}")
        rule = cls(tuple(dict.fromkeys(elements)), where)
        if not named:
            raise RuleSyntaxError(text, start, "no element has a name in it", f"write {_EXAMPLE}")
        if len(rule.elements) > MOST_ELEMENTS:
            problem = f"{len(rule.elements)} elements are too many"
            raise RuleSyntaxError(text, places[-1], problem, f"at most {MOST_ELEMENTS} are studied")
        rule._refuse_free_names(text, list(zip(elements, places, strict=True)), start)
        return rule

    def _refuse_free_names(
        self, text: str, elements: list[tuple[Polynomial, int]], start: int
    ) -> None:
        bound = {name for constraint in self.where for name in constraint.names}
        for element, place in elements:
            for name in sorted(element.names - bound):
                problem = f"{name} is in the rule and in no constraint"
                remedy = f'write "{name} >= 1" if that is meant'
                raise RuleSyntaxError(text, _place(text, name, place), problem, remedy)
        for name in sorted(bound - {name for element, _ in elements for name in element.names}):
            problem, remedy = f"{name} is in no element", "leave its constraints out"
            raise RuleSyntaxError(text, _place(text, name, start), problem, remedy)

    def __str__(self) -> str:
        return f"{self.notation} for {', '.join(map(str, self.where))}"

    @property
    def notation(self) -> str:
        """The rule without its constraints."""
        return f"subtract({', '.join(map(str, self.elements))})"

    def place_of(self, element: int) -> int:
        """Where an element starts in the canonical text, for errors about it."""
        return len("subtract(") + sum(len(str(e)) + 2 for e in self.elements[:element])

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted({name for element in self.elements for name in element.names}))

    def member(self, **values: int) -> Subtraction:
        """The ordinary rule for these values of the names; InputError where it is no member."""
        if set(values) != set(self.names):
            raise InputError(f"a member of {self} has a value for each of {', '.join(self.names)}")
        broken = next((c for c in self.where if not c.holds(values)), None)
        given = ", ".join(f"{name} = {value}" for name, value in values.items())
        if broken is not None:
            raise InputError(f"{given} is no member of {self}: {broken} is not true")
        amounts = [element.at(values) for element in self.elements]
        if min(amounts) < 1:
            least = self.elements[amounts.index(min(amounts))]
            raise InputError(f"{given} gives no game: {least} is {min(amounts)}, and moves take 1")
        return Subtraction.of(amounts)

    def amounts(self, values: Mapping[str, int], stop: int | None = None) -> list[int]:
        found = sorted({element.at(values) for element in self.elements})
        return [s for s in found if stop is None or s < stop]

    def largest(self, values: Mapping[str, int]) -> int:
        return max(element.at(values) for element in self.elements)


def _past_the_head(text: str) -> int:
    """Where the list of elements begins."""
    head = _HEAD.match(text)
    if head is None:
        raise RuleSyntaxError(text, 0, "this is no family of rules", f"write {_EXAMPLE}")
    if head[1] == "divide":
        remedy = "a sweep tests a claim on members"
        problem = "families of division rules have no theorem yet"
        raise RuleSyntaxError(text, head.start(1), problem, remedy)
    if head[1] != "subtract":
        problem = f"families of the rule {head[1][:30]!r} are not studied"
        raise RuleSyntaxError(text, head.start(1), problem, f"write {_EXAMPLE}")
    return head.end()


_SHORT = re.compile(r"[A-Za-z]\d*")


def free_names(text: str) -> dict[str, int]:
    """The short names of numbers in the text of a subtraction game that says nothing of them, each
    with the place where it stands first; none where the text is something else.

    >>> free_names("subtract(2, b, a + b)"), free_names("subtract(primes)")
    ({'b': 12, 'a': 15}, {})
    """
    head = _HEAD.match(text)
    if head is None or head[1] != "subtract":
        return {}
    try:
        reader = Reader(text[head.end() :], text, head.end())
        elements = [reader.sum()]
        while reader.take(","):
            elements.append(reader.sum())
        reader.expect(")", "")
        reader.end("")
    except RuleSyntaxError:
        return {}
    names = {name for element in elements for name in element.names}
    if not all(map(_SHORT.fullmatch, names)):
        return {}
    places = {name: _place(text, name, head.end()) for name in names}
    return dict(sorted(places.items(), key=lambda place: place[1]))


def _place(text: str, name: str, start: int) -> int:
    """Where a name stands first."""
    at = re.compile(rf"(?<![A-Za-z_]){re.escape(name)}(?!\w)").search(text, start)
    return at.start() if at else start

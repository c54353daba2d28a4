"""Families of rules: a subtraction game with names in it, for all values that constraints allow.

Notation ``subtract(a, b, a + b) for a >= 1, b > a``. Elements are linear forms: sums of whole
multiples of the names and a number. Canonical text: elements in the order given, each once;
constraints as `rules.parameters.constraint` writes them, in the order given, each once.

Two elements may be equal for some members: a member's moves are a set. That every element is at
least 1 for every member, and that there are members, is decided where laws are proved
(`discover.families.theorems`), as it takes a solver.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from itertools import permutations
from typing import TYPE_CHECKING, Self

from mexplore.rules.arithmetic.polynomial import Polynomial
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.parameters.constraint import Cell
from mexplore.rules.parameters.family import MOST_ORDERED, FamilyOfRules, given
from mexplore.rules.parameters.reading import Part, constraints_after, parts_of_list, refuse_empty

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule

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
        parts, end = parts_of_list(text, start)
        elements = [_element(part, text) for part in parts]
        if end == len(text):
            remedy = "close the list of elements with )"
            raise RuleSyntaxError(text, end, "something is missing here", remedy)
        free = cls(tuple(elements), ()).names
        remedy = f"say for which {', '.join(free) or 'names'}: {_EXAMPLE}"
        where = constraints_after(text, end + 1, "the constraints are missing", remedy, _EXAMPLE)
        rule = cls(tuple(dict.fromkeys(elements)), where)
        if not rule.names:
            raise RuleSyntaxError(text, start, "no element has a name in it", f"write {_EXAMPLE}")
        if len(rule.elements) > MOST_ELEMENTS:
            problem = f"{len(rule.elements)} elements are too many"
            raise RuleSyntaxError(
                text, parts[-1].at, problem, f"at most {MOST_ELEMENTS} are studied"
            )
        rule.refuse_free_names(text, start, "is in no element")
        return rule

    @property
    def notation(self) -> str:
        """The rule without its constraints."""
        return f"subtract({', '.join(map(str, self.elements))})"

    def place_of(self, element: int) -> int:
        """Where an element starts in the canonical text, for errors about it."""
        return len("subtract(") + sum(len(str(e)) + 2 for e in self.elements[:element])

    @property
    def forms(self) -> tuple[Polynomial, ...]:
        return self.elements

    def member(self, **values: int) -> Subtraction:
        """The ordinary rule for these values of the names; InputError where it is no member."""
        self.refuse_no_member(values)
        amounts = [element.at(values) for element in self.elements]
        if min(amounts) < 1:
            least = self.elements[amounts.index(min(amounts))]
            of = given(values)
            raise InputError(f"{of} gives no game: {least} is {min(amounts)}, and moves take 1")
        return Subtraction.of(amounts)

    def equations(self, game: Rule) -> Iterator[list[Polynomial]]:
        listed = game.members if isinstance(game, Subtraction) and game.finite else ()
        if len(listed) == len(self.elements) <= MOST_ORDERED:
            for order in permutations(listed):
                yield [e - amount for e, amount in zip(self.elements, order, strict=True)]

    def amounts(self, values: Mapping[str, int], stop: int | None = None) -> list[int]:
        found = sorted({element.at(values) for element in self.elements})
        return [s for s in found if stop is None or s < stop]

    @property
    def moves(self) -> Hashable:
        return frozenset(self.elements)

    def largest(self, values: Mapping[str, int]) -> int:
        return max(element.at(values) for element in self.elements)


def _element(part: Part, text: str) -> Polynomial:
    refuse_empty(part, text, f"write sums of names and numbers, as in {_EXAMPLE}")
    return part.linear(text)


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

"""What all families of rules have: names, and constraints that say which values they may have.

A search gives names of its own: to digits, quotients, remainders. A user may have chosen the same
ones for a family, and names that stand in another order by the alphabet than in the text. So a
family is searched under *inner names*, ``$a``, ``$b``, ..., which follow the alphabet in the order
of `FamilyOfRules.names` and begin with a sign that no name of a user has; what is found is named
back.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from itertools import permutations, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from mexplore.rules.arithmetic.conditions import FUNCTION, meaning_of, refuse_taken
from mexplore.rules.arithmetic.polynomial import Polynomial, solution_of
from mexplore.rules.errors import InputError, RuleSyntaxError
from mexplore.rules.parameters.constraint import Cell, all_hold

if TYPE_CHECKING:
    from mexplore.rules.arithmetic.polynomial import Polynomial
    from mexplore.rules.rule import Rule


READ_IN_STATEMENTS = ("gcd", "floor", "Mod")
"""Functions of which statements about periods make use; rules with names in them have no others, so
that ``min`` and ``max`` are names like any."""
MOST_ORDERED = 6  # parts of a rule that are tried in every order
_SHORT = re.compile(r"(?<![A-Za-z_])[A-Za-z]\d*(?!\w)")


class FamilyOfRules(ABC):
    """Rules with names in them, for all integer values of the names that satisfy ``where``."""

    where: Cell

    taken: ClassVar[frozenset[str]] = frozenset()
    """Short names that mean something else in such rules."""

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """The family that a text describes; RuleSyntaxError with the place of a mistake."""

    @classmethod
    def free_names(cls, text: str) -> dict[str, int]:
        """The short names of numbers in the text of a rule that says nothing of them, each with the
        place where it stands first; none where the text is something else.

        >>> from mexplore.rules.parameters.rule import ParametricRule
        >>> ParametricRule.free_names("subtract(2, b, a + b)")
        {'b': 12, 'a': 15}
        >>> ParametricRule.free_names("subtract(primes)")
        {}
        """
        found: dict[str, int] = {}
        for name in _SHORT.finditer(text):
            found.setdefault(name[0], name.start())
        try:
            cls.parse(f"{text} for {', '.join(f'{name} >= 1' for name in found)}")
        except RuleSyntaxError:
            return {}
        return found if cls.taken.isdisjoint(found) else {}

    def refuse_free_names(self, text: str, start: int, unused: str) -> None:
        """Raise RuleSyntaxError where a name stands in the rule, which begins at ``start``, or in
        the constraints, and not in both, or means something else already; ``unused`` says what
        names in constraints alone are."""
        bound = {name for constraint in self.where for name in constraint.names}
        places = {name: _place(text, name, start) for name in {*bound, *self.names}}
        for name, place in sorted(places.items(), key=lambda each: each[1]):
            if name in READ_IN_STATEMENTS or meaning_of(name) != FUNCTION:
                refuse_taken(name, text, place)
            if name not in bound:
                problem = f"{name} is in the rule and in no constraint"
                raise RuleSyntaxError(text, place, problem, f'write "{name} >= 1" if that is meant')
            if name not in self.names:
                problem, remedy = f"{name} {unused}", "leave its constraints out"
                raise RuleSyntaxError(text, place, problem, remedy)

    def refuse_no_member(self, values: Mapping[str, int]) -> None:
        """Raise InputError where the values are not one for each name, or break a constraint."""
        if set(values) != set(self.names):
            raise InputError(f"a member of {self} has a value for each of {', '.join(self.names)}")
        broken = next((c for c in self.where if not c.holds(values)), None)
        if broken is not None:
            raise InputError(f"{given(values)} is no member of {self}: {broken} is not true")

    def __str__(self) -> str:
        return f"{self.notation} for {', '.join(map(str, self.where))}"

    @property
    @abstractmethod
    def forms(self) -> Sequence[Polynomial]:
        """The linear forms of which the rule consists, in the order of the text."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names in the order of the text, but one that is at least as large as another comes
        after it. Within one sum, whose order the text does not keep, that name is first which
        occurs sooner elsewhere, or has the smaller coefficient. So the order, and what is found,
        does not depend on what the names are.

        >>> from mexplore.rules.parameters.rule import ParametricRule
        >>> ParametricRule.parse("subtract(1, b, a + b) for a >= 1, b >= 1").names
        ('b', 'a')
        >>> ParametricRule.parse("subtract(1, b, a + b) for a >= 1, b > a").names
        ('a', 'b')
        """
        forms = [*self.forms, *(constraint.form for constraint in self.where)]

        def place(name: str) -> tuple[list[bool], list[int], str]:
            counts = [form.coefficient(name) for form in forms]
            return [name not in form.names for form in forms], counts, name

        left = sorted({name for form in self.forms for name in form.names}, key=place)
        found = list[str]()
        while left:
            free = (n for n in left if _below(n, self.where).isdisjoint(left))
            found.append(next(free, left[0]))
            left.remove(found[-1])
        return tuple(found)

    @property
    @abstractmethod
    def notation(self) -> str:
        """The rule without its constraints."""

    @abstractmethod
    def member(self, **values: int) -> Rule:
        """The ordinary rule for these values of the names; InputError where it is no member."""

    @abstractmethod
    def equations(self, game: Rule) -> Iterator[list[Polynomial]]:
        """Lists of linear forms such that all of one list are 0 where the member is this rule."""

    def values_of(self, game: Rule) -> dict[str, int] | None:
        """The values of the names at which the member is this rule; None where there are none.

        >>> from mexplore.rules.notation import parse_rule
        >>> from mexplore.rules.parameters.codes import CodeFamily
        >>> CodeFamily.parse("0.1{k}5 for k >= 1").values_of(parse_rule("0.1115"))
        {'k': 3}
        """
        for zeros in self.equations(game):
            values = solution_of(zeros, self.names)
            if values is not None and self.has(values) and self.member(**values) == game:
                return values
        return None

    @abstractmethod
    def amounts(self, values: Mapping[str, int], stop: int | None = None) -> list[int] | None:
        """The numbers below ``stop`` of tokens that a move of the member takes, increasing; None
        where there is no ``stop`` and they are not finitely many."""

    @abstractmethod
    def largest(self, values: Mapping[str, int]) -> int:
        """The largest number in the text of a member."""

    @property
    @abstractmethod
    def moves(self) -> Hashable:
        """What the text says of moves, however its parts are ordered."""

    def named_as(self, other: FamilyOfRules) -> dict[str, str] | None:
        """The names of the other family for those of this one with which it is the same family,
        however its parts are ordered; None where there are none.

        >>> from mexplore.rules.parameters.rule import ParametricRule
        >>> one = ParametricRule.parse("subtract(a, b) for a >= 1, b > a")
        >>> one.named_as(ParametricRule.parse("subtract(h, r) for r >= 1, h > r"))
        {'a': 'r', 'b': 'h'}
        """
        if type(self) is not type(other) or len(self.names) != len(other.names):
            return None
        if len(self.where) != len(other.where) or len(self.names) > MOST_ORDERED:
            return None
        orders = (dict(zip(self.names, each, strict=True)) for each in permutations(other.names))
        return next((names for names in orders if Naming(names).of(self).same_family(other)), None)

    def same_family(self, other: FamilyOfRules) -> bool:
        """Whether it has the same moves and constraints, in whatever order.

        >>> from mexplore.rules.parameters.rule import ParametricRule
        >>> one = ParametricRule.parse("subtract(a, b) for a >= 1, b > a")
        >>> one.same_family(ParametricRule.parse("subtract(b, a) for b > a, a >= 1"))
        True
        """
        alike = type(self) is type(other) and self.moves == other.moves
        return alike and set(self.where) == set(other.where)

    def has(self, values: Mapping[str, int]) -> bool:
        """Whether the values satisfy the constraints."""
        return all_hold(self.where, values)

    def members(self, largest: int, least: int = 0) -> Iterator[dict[str, int]]:
        """The values of the names, all from ``least`` to ``largest``, that satisfy the
        constraints, those with small values first."""
        for size in range(least, largest + 1):
            for point in product(range(least, size + 1), repeat=len(self.names)):
                values = dict(zip(self.names, point, strict=True))
                if max(point) == size and self.has(values):
                    yield values

    def in_inner_names(self) -> tuple[Self, Naming]:
        """The family in names that no user can write, and what names it back.

        >>> from mexplore.rules.parameters.rule import ParametricRule
        >>> rule = ParametricRule.parse("subtract(r, h) for r >= 1, h > r")
        >>> inner, back = rule.in_inner_names()
        >>> str(inner), str(back.of(inner))
        ('subtract($a, $b) for $a >= 1, $b >= $a + 1', 'subtract(r, h) for r >= 1, h >= r + 1')
        """
        inner = dict(zip(self.names, inner_names(), strict=False))
        return Naming(inner).of(self), Naming({new: old for old, new in inner.items()})


def _below(name: str, where: Cell) -> set[str]:
    """The names of which constraints say that they are at most a multiple of this one."""
    bounds = (c.form for c in where if c.sign == ">=" and c.form.coefficient(name) > 0)
    return {other for form in bounds for other in form.names if form.coefficient(other) < 0}


def given(values: Mapping[str, int]) -> str:
    """Values of names, as an error names them."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _place(text: str, name: str, start: int) -> int:
    """Where a name stands first."""
    at = re.compile(rf"(?<![A-Za-z_]){re.escape(name)}(?!\w)").search(text, start)
    return at.start() if at else start


T = TypeVar("T")

MARK = "$"
"""No name that a user can write has it."""

_NAME = re.compile(rf"{re.escape(MARK)}?[A-Za-z_]\w*")
_LETTERS = ascii_lowercase[:-1]


def inner_names() -> Iterator[str]:
    """Names that no user can write, increasing by the alphabet.

    >>> from itertools import islice
    >>> list(islice(inner_names(), 0, 60, 15))
    ['$a', '$p', '$zf', '$zu']
    """
    before = MARK
    while True:
        yield from (before + letter for letter in _LETTERS)
        before += "z"


class Naming:
    """New names for old ones, different ones for different ones. ``given`` has some of them; any
    other name stays as it is, or gets the first number that makes it a new one. A given name with a
    number after it becomes the new name with this number.

    >>> naming = Naming({"$a": "h", "$b": "k"})
    >>> [naming(name) for name in ("$a", "h", "$b1", "r")]
    ['h', 'h1', 'k1', 'r']
    """

    def __init__(self, given: Mapping[str, str]) -> None:
        self.given = dict(given)
        self.known = dict(given)
        self.taken = set(given.values())

    def __call__(self, name: str) -> str:
        """The new name."""
        if name not in self.known:
            self.known[name] = self._fresh(self._derived(name))
            self.taken.add(self.known[name])
        return self.known[name]

    def _derived(self, name: str) -> str:
        for old, new in self.given.items():
            if name.startswith(old) and name[len(old) :].isdigit():
                return new + name[len(old) :]
        return name

    def _fresh(self, name: str) -> str:
        found, number = name, 0
        while found in self.taken:
            number += 1
            found = f"{name}{number}"
        return found

    def of(self, thing: T) -> T:
        """A rule, a law, a list of either, or whatever consists of polynomials and names: the same
        in new names.

        >>> from mexplore.rules.parameters.rule import ParametricRule
        >>> rule = ParametricRule.parse("subtract(b, a + 1) for b >= 1, a > b")
        >>> str(Naming({"a": "m", "b": "k"}).of(rule))
        'subtract(k, m + 1) for k >= 1, m >= k + 1'
        """
        found: Any = self._named(thing)
        return found  # type: ignore[no-any-return]

    def _named(self, thing: Any) -> Any:
        if isinstance(thing, str):
            return self(thing)
        if isinstance(thing, Polynomial):
            return thing.renamed(self)
        if isinstance(thing, tuple | list):
            parts = map(self._named, thing)
            return type(thing)(*parts) if hasattr(thing, "_fields") else type(thing)(parts)
        if isinstance(thing, Mapping):
            return {self._named(key): self._named(value) for key, value in thing.items()}
        if is_dataclass(thing) and not isinstance(thing, type):
            new = {field.name: self._named(getattr(thing, field.name)) for field in fields(thing)}
            return replace(thing, **new)
        return thing

    def in_text(self, text: str) -> str:
        """A text for people: names that have been named, and those of `inner_names`, are replaced.

        >>> naming = Naming({"$a": "l"})
        >>> naming.in_text("trying $a = 2*$a1 + 0..1")
        'trying l = 2*l1 + 0..1'
        """

        def replaced(found: re.Match[str]) -> str:
            name = found[0]
            return self(name) if name in self.known or name.startswith(MARK) else name

        return _NAME.sub(replaced, text)

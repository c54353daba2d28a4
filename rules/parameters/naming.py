"""Other names in the places of names, so that what is found of a family does not depend on them.

A search gives names of its own: to digits, quotients, remainders. A user may have chosen the same
ones for a family, and names that stand in another order by the alphabet than in the text. So a
family is searched under *inner names*, ``$a``, ``$b``, ..., which follow the alphabet in the order
of `FamilyOfRules.names` and begin with a sign that no name of a user has; what is found is named
back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from string import ascii_lowercase
from typing import Any, TypeVar

from mexplore.rules.parameters.polynomial import Polynomial

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
    number behind it becomes the new name with this number.

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

"""Rules given by a function of the program that asks, and not of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import Any, Self

from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.function.rule import Function

Options = Callable[[Any], Iterable[Any]]


@dataclass(frozen=True)
class GivenFunction(Function):
    """The game whose moves from n are ``given(n)``. It is equal to no other function, of the same
    name or not.

    >>> rule = GivenFunction.of(lambda n: range(max(n - 2, 0), n))
    >>> sorted(rule.options(5)), str(rule)
    ([(3,), (4,)], 'a Python function')
    """

    given: Options = field(kw_only=True)

    @classmethod
    def of(cls, given: Options) -> Self:
        """The rule of a function."""
        return cls("", getattr(given, "__name__", "options"), given=given)

    def __str__(self) -> str:
        return "a Python function" if self.name == "<lambda>" else f"the function {self.name}"

    def words(self) -> str:
        return f"The moves are what {self} yields."

    @property
    def _function(self) -> Options:
        return self.given

    def moves(self, position: Any) -> list[tuple[Any, ...]]:
        """From a heap an option with a negative heap is not a move, as in notation."""
        found = super().moves(position)
        if not isinstance(position, int):
            return found
        return [
            option
            for option in found
            if not any(isinstance(heap, int) and heap < 0 for heap in option)
        ]

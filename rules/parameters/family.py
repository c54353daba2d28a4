"""What all families of rules have: names, and constraints that say which values they may have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Self

from rules.parameters.constraint import Cell, all_hold

if TYPE_CHECKING:
    from rules.rule import Rule


class FamilyOfRules(ABC):
    """Rules with names in them, for all integer values of the names that satisfy ``where``."""

    where: Cell

    @classmethod
    @abstractmethod
    def parse(cls, text: str) -> Self:
        """The family that a text describes; RuleSyntaxError with the place of a mistake."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names, by the alphabet."""

    @property
    @abstractmethod
    def notation(self) -> str:
        """The rule without its constraints."""

    @abstractmethod
    def member(self, **values: int) -> Rule:
        """The ordinary rule for these values of the names; InputError where it is no member."""

    @abstractmethod
    def amounts(self, values: Mapping[str, int], stop: int | None = None) -> list[int] | None:
        """The numbers below ``stop`` of tokens that a move of the member takes, increasing; None
        where there is no ``stop`` and they are not finitely many."""

    @abstractmethod
    def largest(self, values: Mapping[str, int]) -> int:
        """The largest number in the text of a member."""

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

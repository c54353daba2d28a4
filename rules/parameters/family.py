"""What all families of rules have: names, and constraints that say which values they may have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from itertools import product

from rules.parameters.constraint import Cell, all_hold


class FamilyOfRules(ABC):
    """Rules with names in them, for all integer values of the names that satisfy ``where``."""

    where: Cell

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names, by the alphabet."""

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

"""The unknowns of a law for Coq that come before its digits: 1, parameters, and quotients."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from mexplore.rules.parameters.constraint import Cell, Constraint
from mexplore.rules.parameters.polynomial import Polynomial


def quotients_of(cell: Iterable[Constraint]) -> dict[Polynomial, str]:
    """A name for the quotient of each form that a cell wants to be divisible."""
    found: dict[Polynomial, str] = {}
    for each in cell:
        if each.sign == "%":
            found.setdefault(each.form, f"quo{len(found)}")
    return found


class OfCell(Protocol):
    """A law of any kind."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the case."""

    @property
    def cell(self) -> Cell:
        """Which of them the law is about."""


Law = TypeVar("Law", bound=OfCell)


@dataclass(frozen=True)
class Unknowns(ABC, Generic[Law]):
    """A law whose names are names of Coq, and whose cell holds all that is known."""

    law: Law

    @cached_property
    def quotients(self) -> dict[Polynomial, str]:
        """Unknowns beside the parameters, by the forms that are multiples."""
        return quotients_of(self.law.cell)

    @property
    def more(self) -> tuple[str, ...]:
        """Unknowns beside the parameters."""
        return tuple(self.quotients.values())

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """All unknowns before the digits, but the number 1."""
        return (*self.law.parameters, *self.more)

    @property
    def known(self) -> int:
        """How many unknowns come before the digits."""
        return len(self.parameters) + 1

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """All unknowns but the number 1, in their order."""

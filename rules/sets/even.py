"""The set of even numbers: the multiples of 2 under a name of their own."""

from __future__ import annotations

from typing import ClassVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.multiples import Multiples
from mexplore.rules.sets.named import NamedSet


@dataclass(frozen=True)
class Even(Multiples):
    """2*k, k = 1, 2, ...: always made as the multiples of 2.

    >>> Even.make(None)
    Multiples(step=2)
    """

    name = "even"
    least_parameter: ClassVar[int | None] = None

    @classmethod
    def make(cls, parameter: int | None) -> NamedSet:
        del parameter
        return Multiples(2)

"""The set of powers of a base: 1, b, b^2, ..."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import NamedSet


@dataclass(frozen=True)
class Powers(NamedSet):
    """b^k, k = 0, 1, 2, ..., for a base b >= 2.

    >>> list(Powers(3).upto(100)), sorted(Powers(2).residues(12))
    ([1, 3, 9, 27, 81], [1, 2, 4, 8])
    """

    name = "powers"
    least_parameter: ClassVar[int | None] = 2

    base: int

    def upto(self, limit: int) -> Iterator[int]:
        member = 1
        while member <= limit:
            yield member
            member *= self.base

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number in self.upto(number)

    def residues(self, p: int) -> frozenset[int]:
        return self.residues_beyond(0, p)

    def residues_beyond(self, limit: int, p: int) -> frozenset[int]:
        first = 1
        while first <= limit:
            first *= self.base
        found, member = set(), first % p
        while member not in found:  # each residue determines the next one
            found.add(member)
            member = member * self.base % p
        return frozenset(found)

    @property
    def meets_every_modulus(self) -> bool:
        return False  # a prime that does not divide the base divides no power of it

    def includes(self, other: NamedSet) -> bool:
        return isinstance(other, Powers) and other.base in self

    def coq(self) -> str:
        return f"Powers {self.base}"

    def words(self) -> str:
        return f"a power of {self.base}"

    def __str__(self) -> str:
        return f"powers({self.base})"

"""The set of factorials: 1, 2, 6, 24, ..."""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import NamedSet


@dataclass(frozen=True)
class Factorials(NamedSet):
    """k!, k = 1, 2, ...

    >>> list(Factorials().upto(200)), sorted(Factorials().residues(7))
    ([1, 2, 6, 24, 120], [0, 1, 2, 3, 6])
    """

    name = "factorials"

    def upto(self, limit: int) -> Iterator[int]:
        member, k = 1, 1
        while member <= limit:
            yield member
            k += 1
            member *= k

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number in self.upto(number)

    def residues(self, p: int) -> frozenset[int]:
        return self.residues_beyond(0, p)

    def residues_beyond(self, limit: int, p: int) -> frozenset[int]:
        found, member = {0}, 1  # from p! on, every member is 0 mod p
        small = True
        for k in range(1, p + 1):
            member = member * k if small else member * k % p
            if small and member > limit:
                small, member = False, member % p
            if not small:
                found.add(member)
        return frozenset(found)

    @property
    def meets_every_modulus(self) -> bool:
        return True  # p!

    def coq(self) -> str:
        return "Factorials"

    def words(self) -> str:
        return "a factorial"

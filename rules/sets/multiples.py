"""The set of multiples of a number: k, 2*k, 3*k, ..."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import ClassVar

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import EventualClasses, NamedSet


@dataclass(frozen=True)
class Multiples(NamedSet):
    """j*k, j = 1, 2, ..., for a number k >= 1.

    >>> list(Multiples(3).upto(10)), sorted(Multiples(4).residues(6))
    ([3, 6, 9], [0, 2, 4])
    """

    name = "multiples"
    least_parameter: ClassVar[int | None] = 1

    step: int

    def upto(self, limit: int) -> Iterator[int]:
        yield from range(self.step, limit + 1, self.step)

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number > 0 and number % self.step == 0

    def residues(self, p: int) -> frozenset[int]:
        return frozenset(range(0, p, gcd(self.step, p)))

    @property
    def meets_every_modulus(self) -> bool:
        return True  # p*k

    @property
    def dense(self) -> bool:
        return self.step < 64

    def eventual_classes(self) -> EventualClasses:
        return EventualClasses(self.step, frozenset({0}), 1)

    @property
    def modulus(self) -> int:
        return self.step

    @property
    def removing(self) -> str | None:
        return f"[n - k for k in range({self.step}, n + 1, {self.step})]"

    def includes(self, other: NamedSet) -> bool:
        return isinstance(other, Multiples) and other.step % self.step == 0

    def words(self) -> str:
        return "an even number" if self.step == 2 else f"a multiple of {self.step}"

    def __str__(self) -> str:
        return "even" if self.step == 2 else f"multiples({self.step})"

"""The set of odd numbers: 1, 3, 5, ..."""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import EventualClasses, NamedSet
from mexplore.rules.sets.powers import Powers


@dataclass(frozen=True)
class Odd(NamedSet):
    """2*k - 1, k = 1, 2, ...

    >>> list(Odd().upto(7)), sorted(Odd().residues(4))
    ([1, 3, 5, 7], [1, 3])
    """

    name = "odd"

    def upto(self, limit: int) -> Iterator[int]:
        yield from range(1, limit + 1, 2)

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number > 0 and number % 2 == 1

    def residues(self, p: int) -> frozenset[int]:
        return frozenset((2 * k - 1) % p for k in range(1, p + 1))

    @property
    def meets_every_modulus(self) -> bool:
        return False  # no odd number is a multiple of 2

    @property
    def dense(self) -> bool:
        return True

    def includes(self, other: NamedSet) -> bool:
        return self == other or (isinstance(other, Powers) and other.base % 2 == 1)

    def eventual_classes(self) -> EventualClasses:
        return EventualClasses(2, frozenset({1}), 1)

    @property
    def modulus(self) -> int:
        return 2

    @property
    def removing(self) -> str:
        return "[n - k for k in range(1, n + 1, 2)]"

    def words(self) -> str:
        return "an odd number"

"""The set of squares: 1, 4, 9, ..."""

from __future__ import annotations

from math import isqrt

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import FormulaSet


@dataclass(frozen=True)
class Squares(FormulaSet):
    """k^2, k = 1, 2, ...

    >>> list(Squares().upto(30)), sorted(Squares().residues(8))
    ([1, 4, 9, 16, 25], [0, 1, 4])
    """

    name = "squares"

    def nth(self, k: int) -> int:
        return k * k

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number > 0 and isqrt(number) ** 2 == number

    def residues(self, p: int) -> frozenset[int]:
        # k^2 mod p depends on k mod p alone.
        return frozenset(self.nth(k) % p for k in range(1, p + 1))

    @property
    def meets_every_modulus(self) -> bool:
        return True  # p^2

    @property
    def removing(self) -> str:
        return "[n - k * k for k in range(1, isqrt(n) + 1)]"

    def coq(self) -> str:
        return "Squares"

    def words(self) -> str:
        return "a square"

"""The set of triangular numbers: 1, 3, 6, ..."""

from __future__ import annotations

from math import isqrt

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import FormulaSet


@dataclass(frozen=True)
class Triangular(FormulaSet):
    """k*(k + 1)/2, k = 1, 2, ...

    >>> list(Triangular().upto(30)), sorted(Triangular().residues(3))
    ([1, 3, 6, 10, 15, 21, 28], [0, 1])
    """

    name = "triangular"

    def nth(self, k: int) -> int:
        return k * (k + 1) // 2

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int) or number < 1:
            return False
        return isqrt(8 * number + 1) ** 2 == 8 * number + 1

    def residues(self, p: int) -> frozenset[int]:
        # k*(k + 1) mod 2p depends on k mod 2p alone.
        return frozenset(self.nth(k) % p for k in range(1, 2 * p + 1))

    @property
    def meets_every_modulus(self) -> bool:
        return True  # the 2p-th is p*(2p + 1)

    @property
    def removing(self) -> str:
        return "[n - k * (k + 1) // 2 for k in range(1, isqrt(2 * n) + 1)]"

    def coq(self) -> str:
        return "Triangular"

    def words(self) -> str:
        return "a triangular number"

"""The set of cubes: 1, 8, 27, ..."""

from __future__ import annotations

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import FormulaSet
from mexplore.rules.text.numbers import integer_root


@dataclass(frozen=True)
class Cubes(FormulaSet):
    """k^3, k = 1, 2, ...

    >>> list(Cubes().upto(130)), sorted(Cubes().residues(9))
    ([1, 8, 27, 64, 125], [0, 1, 8])
    """

    name = "cubes"

    def nth(self, k: int) -> int:
        return k**3

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number > 0 and integer_root(number, 3) ** 3 == number

    def residues(self, p: int) -> frozenset[int]:
        # k^3 mod p depends on k mod p alone.
        return frozenset(self.nth(k) % p for k in range(1, p + 1))

    @property
    def meets_every_modulus(self) -> bool:
        return True  # p^3

    @property
    def removing(self) -> str:
        return "[n - k**3 for k in range(1, isqrt(n) + 1)]"

    def coq(self) -> str:
        return "Cubes"

    def words(self) -> str:
        return "a cube"

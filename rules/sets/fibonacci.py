"""The set of Fibonacci numbers: 1, 2, 3, 5, 8, ..."""

from __future__ import annotations

from collections.abc import Iterator

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import NamedSet


@dataclass(frozen=True)
class Fibonacci(NamedSet):
    """f + g for the last two members f and g, from 1 and 2 on.

    >>> list(Fibonacci().upto(30)), sorted(Fibonacci().residues(8))
    ([1, 2, 3, 5, 8, 13, 21], [0, 1, 2, 3, 5, 7])
    """

    name = "fibonacci"

    def upto(self, limit: int) -> Iterator[int]:
        member, following = 1, 2
        while member <= limit:
            yield member
            member, following = following, member + following

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number in self.upto(number)

    def residues(self, p: int) -> frozenset[int]:
        # A pair of residues determines the next one and the one before, so the sequence of
        # residues returns to its first pair.
        found = set()
        first = pair = (1 % p, 2 % p)
        while True:
            found.add(pair[0])
            pair = (pair[1], sum(pair) % p)
            if pair == first:
                return frozenset(found)

    @property
    def meets_every_modulus(self) -> bool:
        return True  # residues run backwards from 1, 2 through 1, 1 to 0: the rank of apparition

    def coq(self) -> str:
        return "FibonacciNumbers"

    def words(self) -> str:
        return "a Fibonacci number"

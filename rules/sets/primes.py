"""The set of primes: 2, 3, 5, 7, ..."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from mexplore.rules.dataclass import dataclass
from mexplore.rules.sets.named import NamedSet
from mexplore.rules.text.numbers import is_prime


@dataclass(frozen=True)
class Primes(NamedSet):
    """The numbers that exactly two positive numbers divide.

    >>> list(Primes().upto(20)), sorted(Primes().residues(6))
    ([2, 3, 5, 7, 11, 13, 17, 19], [1, 2, 3, 5])
    """

    name = "primes"

    def upto(self, limit: int) -> Iterator[int]:
        # The sieve of Eratosthenes, one byte a number.
        prime = bytearray([1]) * (limit + 1)
        for k in range(2, limit + 1):
            if prime[k]:
                prime[k * k :: k] = bytes(len(range(k * k, limit + 1, k)))
                yield k

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and is_prime(number)

    def residues(self, p: int) -> frozenset[int]:
        return self.residues_beyond(0, p)

    def residues_beyond(self, limit: int, p: int) -> frozenset[int]:
        # A prime q divides p or is coprime to it; every residue coprime to p holds infinitely
        # many primes (Dirichlet 1837).
        coprime = {r for r in range(p) if gcd(r, p) == 1}
        divisors = (q for q in range(2, p + 1) if p % q == 0 and is_prime(q))
        return frozenset(coprime | {q % p for q in divisors if q > limit})

    @property
    def meets_every_modulus(self) -> bool:
        return False  # no prime is a multiple of 4

    @property
    def dense(self) -> bool:
        return True  # n/log n of them, and log n < 64

    @property
    def removing(self) -> str:
        return "[n - k for k in range(2, n + 1) if is_prime(k)]"

    def coq(self) -> str:
        return "Primes"

    def words(self) -> str:
        return "a prime"

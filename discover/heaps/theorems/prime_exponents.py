"""Games that divide the heap's size by primes and their powers: the exponents are heaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.moves.number_moves import Among, Move, NumberMoves, moves_of

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule


_LAWS = {
    NumberMoves(Among.PRIME_POWERS, Move.DIVIDE, one=False, whole=True): ("exponent_xor(n)", 1),
    NumberMoves(Among.PRIME_DIVISORS, Move.DIVIDE, one=False, whole=True): ("Mod(Omega(n), 2)", 1),
    NumberMoves(Among.PRIME_DIVISORS, Move.DIVIDE, one=False, whole=False): (
        "Mod(Omega(n) + 1, 2)",
        2,
    ),
}


class PrimeExponents(OneLaw["Named"]):
    """**Statement.** Let n = p1^e1*p2^e2*... with different primes, and let Omega(n) be the sum of
    the exponents. (1) If the moves from n >= 1 are to n/q for all powers q = p^j, j >= 1, of
    primes that divide n, then G(n) = e1 xor e2 xor .... (2) If they are to n/p for all primes p
    that divide n, then G(n) = Omega(n) mod 2. (3) If they are to n/p for all primes p < n that
    divide n, then G(n) = (Omega(n) - 1) mod 2 for n >= 2, and G(1) = 0.

    **Proof.** (1) A move lowers one exponent to any smaller number and leaves the others: it is
    a move in one heap of Nim, whose heaps are the exponents. By Bouton the value is their xor.
    (2) A move lowers Omega by 1, and it is possible as long as Omega > 0, that is n > 1. So all
    plays from n have Omega(n) moves, and where all plays from a position are equally long the value
    is that length modulo 2: all options have the same value, 0 or 1, by induction, and the mex is
    the other one; without options it is 0.
    (3) The move n/p with p = n is the one to 1, from a prime, and it is missing. So from n >= 2
    play goes on as long as Omega > 1, never reaches 1, and has Omega(n) - 1 moves. ∎

    That all primes may be divided by is needed: with odd ones alone (p > 2), heaps of 2 and 4 have
    no move.
    """

    name: ClassVar[str] = "prime exponents"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/prime_exponents.py"
    statement: ClassVar[str] = (
        "If n may be divided by any power of a prime that divides it, the exponents of the primes "
        "are heaps of Nim; if it may be divided by any prime, every play from n is as long as n "
        "has prime factors, and the value is that number modulo 2."
    )
    about: ClassVar[tuple[str, ...]] = ("named",)

    def hypotheses(self, rule: Rule) -> Named | Inapplicable:
        moves = moves_of(rule)
        law = None if moves is None else _LAWS.get(moves)
        if law is None:
            return Inapplicable("the moves do not divide by the primes, or their powers, of n")
        return Named(*law)

    def instead(self, shape: Named) -> str:
        return f"the values are {shape.formula}"

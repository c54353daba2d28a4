"""Games that split a heap into equal heaps: the number of odd prime factors."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.moves.number_moves import Among, Move, NumberMoves, moves_of

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule


_MOVES = NumberMoves(Among.DIVISORS, Move.SPLIT, one=False, whole=True)
_LAW = Named("Omega(n) - v2(n) + 1 - Mod(n, 2)", 1)


class EqualHeaps(OneLaw["Named"]):
    """**Statement.** Let the moves from n >= 1 be to split the heap into y equal heaps of n/y, for
    all divisors y > 1 of n, with no move from 0. Then for n >= 1, G(n) is the number of odd prime
    factors of n, each as often as it divides n, and one more if n is even.

    **Proof.** Let q(n) be the number of odd prime factors, so q(n) = Omega(n) - v2(n). The value of
    y equal heaps of m is G(m) if y is odd, and 0 if y is even, as equal heaps cancel in pairs.
    Let n be odd. Then all y are odd, and n/y runs through all divisors m < n of n. By induction
    their values are q(m), which runs through 0, ..., q(n) - 1: taking one prime factor away after
    the other lowers q by 1 each time, and q(m) < q(n) for every m. The mex is q(n).
    Let n = 2^k*r with k >= 1 and r odd. The even y, of which 2 is one, give the value 0. The odd
    y > 1 give G(2^k*m) for all divisors m < r of r, and by induction these are q(m) + 1, which
    runs through 1, ..., q(r). So the mex is q(r) + 1 = q(n) + 1. ∎

    That y = n is among the divisors is needed: without it a heap of 2 has no move, and the
    value 0.
    """

    name: ClassVar[str] = "equal heaps"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/equal_heaps.py"
    statement: ClassVar[str] = (
        "If a heap may be split into any number of equal heaps, at least two, then G(n) is the "
        "number of odd prime factors of n, and one more if n is even."
    )
    about: ClassVar[tuple[str, ...]] = ("named",)

    def hypotheses(self, rule: Rule) -> Named | Inapplicable:
        if moves_of(rule) != _MOVES:
            return Inapplicable("the moves are not to split a heap into any number of equal heaps")
        return _LAW

    def instead(self, shape: Named) -> str:
        return f"the values are {shape.formula}"

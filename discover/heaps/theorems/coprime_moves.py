"""Games that remove a number prime to the heap's size: the least prime factor."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.moves.number_moves import Among, moves_of

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule


class CoprimeMoves(OneLaw["Named"]):
    """**Statement.** Let the moves from n >= 2 be to all m with 1 <= m < n that are prime to n
    (or, which is the same, let any k < n prime to n be removed), and let i(n) be the place of the
    least prime factor of n among the primes: i(2) = 1, i(3) = 2, i(9) = 2. Let there be no move
    from 0. If there is none from 1, then G(n) = i(n) for n >= 2, and G(1) = 0. If there is a move
    from 1 to 0, then G(1) = 1, and for n >= 2 G(n) = i(n) for odd n and 0 for even n.

    **Proof.** m and n - m have the same divisors in common with n, so that both descriptions of
    the moves agree. Write p(1) < p(2) < ... for the primes. Let n >= 2 and i = i(n).
    *No move from 1.* Induction: an option m >= 2 of n has the value i(m), which is not i, as p(i)
    divides n and not m; the option 1 has the value 0. The value 0 occurs by m = 1, and the values
    j with 1 <= j < i by m = p(j), which is less than p(i) <= n and prime to n. So the mex is i.
    *A move from 1 to 0.* The values that the first case gives to 1 and to even numbers, 0 and 1,
    change places. If n is even, its options are odd: none has the value 0, so G(n) = 0. If n is
    odd, i >= 2: the values 1 and 0 occur by m = 1 and m = 2, the values 2 <= j < i by m = p(j), and
    i does not occur, as before. So G(n) = i. ∎

    That 1 may be removed (n - 1 is prime to n, and so is 1) is needed: if 1 is left out, a heap of
    2 has no move.
    """

    name: ClassVar[str] = "coprime moves"
    source: ClassVar[str] = (
        "D. E. Iannucci and U. Larsson, Game values of arithmetic functions, arXiv:2101.07608 "
        "(2021); proof in full in discover/heaps/theorems/coprime_moves.py"
    )
    statement: ClassVar[str] = (
        "If any number prime to n may be removed from a heap of n, then G(n) is the place of the "
        "least prime factor of n among the primes; where a heap of 1 may be removed, even n have "
        "the value 0 and 1 has the value 1."
    )
    about: ClassVar[tuple[str, ...]] = ("named",)

    def hypotheses(self, rule: Rule) -> Named | Inapplicable:
        moves = moves_of(rule)
        if moves is None or moves.among != Among.COPRIME:
            return Inapplicable("the moves are not to remove all numbers prime to the heap's size")
        return Named("Mod(n, 2)*primepi(lpf(n))" if moves.whole else "primepi(lpf(n))", 2)

    def instead(self, shape: Named) -> str:
        return f"the values are {shape.formula}"

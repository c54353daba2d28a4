"""Games that remove a divisor of the heap's size: the exponent of 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.named.pattern import Named
from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.moves.number_moves import Among, Move, moves_of

if TYPE_CHECKING:
    from mexplore.rules.rule import Rule


class RemovedDivisors(OneLaw["Named"]):
    """**Statement.** Let the moves from n >= 1 be to n - d for the members d of a set D(n) of
    divisors of n, with no move from 0, and let D(n) have every power of 2 that divides n and is
    less than 2^v2(n). If n is never in D(n), then G(n) = v2(n) for all n >= 1, v2(n) being the
    exponent of 2 in n. If n is in D(n) for every n >= 1, then G(n) = v2(n) + 1 for all n >= 1.

    **Proof.** Let n = 2^k*m, m odd, and d a divisor of n with d < n, d = 2^j*e, e odd, j <= k. If
    j < k, then v2(n - d) = j. If j = k, then n - d = 2^k*(m - e), and m - e is even and not 0, so
    v2(n - d) > k. So v2(n - d) is never k, and as D(n) has 2^0, ..., 2^(k-1), it takes each of the
    values 0, ..., k - 1.
    First case: all options are m' >= 1 and have, by induction, the value v2(m'); the mex is k.
    Second case: the option 0 has the value 0, and the others have, by induction, v2 + 1: the
    values 1, ..., k all occur, and k + 1 does not. So the mex is k + 1. ∎

    That n is in every D(n) or in none is needed: with d > 1 and n itself (n - d for all divisors
    d > 1), heaps of an odd prime have the value 1, as has a heap of 8. And 2^0 = 1 is needed: with
    the divisors 1 < d < n alone the value of 8 is 0.

    **Read off the rule** is a list of n - d for all divisors d of n, for all but n, or of n - n/d
    for all but d = 1: in each of them 1 is a divisor that may be removed, and all powers of 2 are.
    """

    name: ClassVar[str] = "removed divisors"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/removed_divisors.py"
    statement: ClassVar[str] = (
        "If any divisor of n but n itself may be removed from a heap of n, then G(n) is the "
        "exponent of 2 in n; if n may be removed as well, it is one more."
    )
    about: ClassVar[tuple[str, ...]] = ("named",)

    def hypotheses(self, rule: Rule) -> Named | Inapplicable:
        moves = moves_of(rule)
        if moves is None or (moves.among, moves.move) != (Among.DIVISORS, Move.REMOVE):
            return Inapplicable("the moves are not to remove divisors of the heap's size")
        if not moves.one:
            return Inapplicable("the divisor 1 may not be removed")
        return Named("v2(n) + 1" if moves.whole else "v2(n)", 1)

    def instead(self, shape: Named) -> str:
        return f"the values are {shape.formula}"

"""Games that remove a divisor of the heap's size other than 1 and that size: who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.moves.number_moves import Among, Move, NumberMoves, moves_of

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    from mexplore.rules.rule import Rule


_MOVES = NumberMoves(Among.DIVISORS, Move.REMOVE, one=False, whole=False)

# No digit 1 so far, after no digit 0, an odd number of them, an even one; an odd n; 2^k, k odd;
# any other number.
_NONE, _ODD_ZEROS, _ODD, _EVEN_ZEROS, _POWER, _OTHER = range(6)
_TRANSITIONS = (
    (_ODD_ZEROS, _ODD),
    (_EVEN_ZEROS, _POWER),
    (_ODD, _ODD),
    (_ODD_ZEROS, _OTHER),
    (_POWER, _OTHER),
    (_OTHER, _OTHER),
)
_LOST = (_NONE, _ODD_ZEROS, _ODD, _EVEN_ZEROS, _POWER)


class ProperDivisors(OneLaw["HeapsLostByDigits"]):
    """**Statement.** Let the moves from n >= 1 be to n - d for all divisors d of n with 1 < d < n,
    with no move from 0. Then G(n) = 0 exactly for n = 0, for odd n, and for n = 2^k with k odd.

    **Proof.** Let K be the set of these numbers. From 0 there is no move. No move leaves 0, as
    d < n.
    From an odd n: n - d = d*(n/d - 1) is even, as both are odd, and it is no power of 2, as it is
    a multiple of the odd number d > 1. So no move leads into K.
    From an even n that is no power of 2: let n = 2^k*m with m odd, k >= 1, m > 1. Then m is a
    divisor with 1 < m < n, and n - m is odd: a move leads into K.
    From n = 2^k, k >= 1: the divisors are d = 2^j with 1 <= j < k, and n - d = 2^j*(2^(k-j) - 1) is
    even; it is a power of 2 only if j = k - 1, and then it is 2^(k-1). So a move leads into K
    exactly if k - 1 is odd and k - 1 >= 1, that is, if k is even.
    So no move leads from K into K, and one leads into K from every other number. As n falls with
    every move, these are the n with G(n) = 0, by induction. ∎

    That all divisors may be removed is needed: with the odd ones alone, 4 has no move.
    """

    name: ClassVar[str] = "proper divisors removed"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/proper_divisors.py"
    statement: ClassVar[str] = (
        "If any divisor of n but 1 and n may be removed from a heap of n, then G(n) = 0 exactly "
        "for n = 0, for odd n, and for n = 2^k with k odd."
    )
    about: ClassVar[tuple[str, ...]] = ("lost-heaps-by-digits",)

    def hypotheses(self, rule: Rule) -> HeapsLostByDigits | Inapplicable:
        if moves_of(rule) != _MOVES:
            return Inapplicable("the moves are not to remove any divisor of n but 1 and n")
        from mexplore.discover.automata.numeration import Base
        from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits

        return HeapsLostByDigits(Base(2), 1, _TRANSITIONS, _LOST)

    def instead(self, shape: HeapsLostByDigits) -> str:
        del shape
        return "other heaps are lost: 0, the odd ones and 2^k with k odd"

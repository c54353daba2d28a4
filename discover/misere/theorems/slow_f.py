"""Intervals whose largest move steps by 0 or 1 are played as Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.theorems.slow_f import SlowF
from mexplore.discover.misere.theorems.theorem import ByTheRule
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.misere.game import Misere

if TYPE_CHECKING:
    from mexplore.rules.arithmetic.forms import Form


class TameBySlowF(ByTheRule["Form"]):
    """**Statement.** Let f(0) = 0, f(n) - f(n - 1) be 0 or 1 for all n >= 1, and let the moves
    from n be to remove any number from 1 to f(n) of tokens. Then a sum is lost in misère play
    exactly if some heap has a nim-value of 2 or more and the nim-sum is 0, or no heap has and the
    nim-sum is 1.

    **Proof.** By the proof of *slow f*, G maps {n - f(n), ..., n} one to one onto {0, ..., f(n)}.
    Let n have a move, f(n) >= 1, and G(n) = 0. Then the value 1 is that of a heap of this set other
    than n, which is an option of n. So every heap of nim-value 0 that has a move has an option of
    nim-value 1, options are single heaps, and Theorem 7 (`discover.misere.theorems.ferguson`)
    applies. ∎

    Nothing has to be checked of any heap: that f steps by 0 or 1 is read from its shape.
    """

    name: ClassVar[str] = "tame by slow f"
    source: ClassVar[str] = "proof in full in discover/misere/theorems/slow_f.py"
    statement: ClassVar[str] = (
        "If the moves are to remove 1 to f(n) tokens, where f(0) = 0 and f steps by 0 or 1, then "
        "every heap of nim-value 0 that can move has an option of value 1, and so sums are played "
        "as Nim in misère play."
    )

    def hypotheses(self, rule: Misere) -> Form | Inapplicable:
        return SlowF().hypotheses(rule.rule)

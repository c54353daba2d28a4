"""Games in which every move changes the parity of the number of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.moves.parities import flips_parity, odd_heaps_move

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.rule import Rule

COMPARED = 64  # terms


class Parity(Theorem["Rule", "Periodic"]):
    """**Statement.** Let every option h1, h2, ... of a heap of n, any number of heaps, have a total
    h1 + h2 + ... that differs from n by an odd number. Then G(n) = n mod 2 for all n **if and only
    if** every heap of an odd number of tokens has a move.

    **Proof.** If an odd heap has no move, its value is 0 and the law is false. Otherwise induction
    on n: for h < n let G(h) = h mod 2. The value of an option is the xor of the h_i mod 2, which is
    (h1 + h2 + ...) mod 2, as xor and sum agree modulo 2; by the hypothesis it is 1 - (n mod 2). If
    n is even, no option has the value 0, whether there are options or not, so G(n) = 0. If n is
    odd, all options have the value 0, and there is one, so G(n) = 1. ∎

    **The hypotheses are checked on the rule as it is written.** *Parity:* of n less the total of an
    option, a sum of products of names and of terms of which nothing is known (quotients, say) is
    formed, and all parities of these that the conditions leave open are tried; a condition
    a % b == 0 says that a = b*q, gcd(a, b) == 1 that not both are even. Options that are no moves,
    as they have a negative heap, are looked at as well, which can only lead to a refusal. *A move:*
    one number in place of each name of a loop (1, n, 0, ...) leaves a list without loops, the
    legal options of which are known by residue classes from some n on; the odd n below are looked
    at one by one.

    That every odd heap has a move is needed: removing 3 tokens, a heap of 1 has none, and the
    values are 0, 0, 0, 1, 1, 1, .... That the options have a total of another parity is needed:
    in Nim with at most two tokens, the value of 2 is 2.
    """

    name: ClassVar[str] = "parity"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/parity.py"
    statement: ClassVar[str] = (
        "If every move changes the parity of the number of tokens, however many heaps it leaves, "
        "and every heap of an odd number of tokens has a move, then G(n) = n mod 2."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)

    def hypotheses(self, rule: Rule) -> Rule | Inapplicable:
        if not flips_parity(rule):
            return Inapplicable("a move is not seen to change the parity of the number of tokens")
        if not odd_heaps_move(rule):
            return Inapplicable("not every odd heap is seen to have a move")
        return rule

    def bound_of(self, shape: Rule, claim: Periodic) -> int | Inapplicable:
        del shape
        return (
            COMPARED if claim == _by_parity() else Inapplicable("the claim is not G(n) = n mod 2")
        )

    def claims_of(self, shape: Rule) -> Iterable[Periodic]:
        del shape
        yield _by_parity()


def _by_parity() -> Periodic:
    from mexplore.discover.heaps.patterns.periodic import Periodic

    return Periodic(0, 2, 0)

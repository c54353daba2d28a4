"""Subtraction sets, finite or infinite, are played as Nim."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.misere.theorems.theorem import ByTheRule
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.families.subtraction.rule import as_subtraction
from mexplore.rules.misere.game import Misere

if TYPE_CHECKING:
    from mexplore.rules.families.subtraction.rule import Subtraction


class FergusonPairing(ByTheRule["Subtraction"]):
    """**Statement.** (Theorems 7 and 8.) Under a rule subtract(S), S any nonempty set of positive
    numbers, a sum is lost in misère play exactly if some heap has a nim-value of 2 or more and the
    nim-sum is 0, or no heap has and the nim-sum is 1.

    **Proof.** *Theorem 7: let every option be a single heap or empty, and let every heap of
    nim-value 0 that has a move have an option of nim-value 1. Then (2) of Theorem 6 holds with the
    types t(n) = f(G(n)) for G(n) <= 1 and F(G(n)) for G(n) >= 2.* No F0 and F1 occur, so the misère
    values of the options are their nim-values with 0 and 1 exchanged. If 0 and 1 are among the
    nim-values, both mex are equal and at least 2. If only 0 is: the mex are 1 and 0, that of f1. If
    only 1 is: 0 and 1, that of f0. If neither is: the nim-value is 0 without an option of value 1,
    so that the heap is terminal, and its type is f0. The conclusion is that of Theorem 6
    (`discover.misere.patterns.types`), as fickle heaps of values 0 and 1 are lost together if the
    nim-sum is 1.

    *Theorem 8: subtract(S) has this property.* Let s = min S. *Pairing:* G(n) = 1 exactly if n >= s
    and G(n - s) = 0. Let n be the least counterexample; then n >= s, as smaller heaps are terminal
    and have the value 0. If G(n - s) = 0 and G(n) is not 1: G(n) is not 0, so G(n) >= 2, and G(n -
    t) = 1 for some t in S; as n is least, n - t >= s and G(n - t - s) = 0, so n - s has an option
    of value 0, a contradiction. If G(n) = 1 and G(n - s) is not 0: G(n - s - t) = 0 for some t in
    S; as n is least, G(n - t) = 1, an option of n, a contradiction. Now let G(n) = 0 and n >= s.
    G(n - s) is not 0, as n - s is an option of n, so G(n - s - t) = 0 for some t in S; by the
    pairing G(n - t) = 1. ∎

    Nothing has to be checked of any heap. So every law of the nim-values of such a rule is at once
    one of misère play, and heaps of different such rules may be added.
    """

    name: ClassVar[str] = "Ferguson's pairing"
    source: ClassVar[str] = (
        "T. S. Ferguson, On sums of graph games with last player losing, Int. J. Game Theory 3 "
        "(1974) 159-167; proof in full in discover/misere/theorems/ferguson.py"
    )
    statement: ClassVar[str] = (
        "Under subtract(S), S any set, every heap of nim-value 0 that can move has an option of "
        "value 1, and so sums are played as Nim in misère play."
    )

    def hypotheses(self, rule: Misere) -> Subtraction | Inapplicable:
        return as_subtraction(rule.rule) or Inapplicable("the rule is no subtraction set")

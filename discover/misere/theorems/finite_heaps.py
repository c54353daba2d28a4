"""Sums of heaps up to some size: the conditions are checked for each of these heaps."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.theorems.theorem import ByClasses
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.misere.game import Misere


class FiniteHeaps(ByClasses[Misere]):
    """**Statement.** Let the heaps 1, ..., N of any rule have classes in a finite commutative
    monoid for which the conditions of Theorem 1 hold, or types for which (2) of Theorem 6 holds.
    Then the class, or type, of every sum of heaps of at most N tells who loses it.

    **Proof.** Moves lead from heaps of at most N to heaps of at most N, so these heaps are closed
    under moves. The rest is Theorem 1 or Theorem 6, which stand with their proofs in
    `discover.misere.patterns.quotient` and `discover.misere.patterns.types`. ∎

    Nothing is said of heap N + 1: it may split classes.
    """

    name: ClassVar[str] = "misère finite heaps"
    source: ClassVar[str] = (
        "proof in full in discover/misere/patterns/quotient.py and types.py (Theorems 1 and 6)"
    )
    statement: ClassVar[str] = (
        "If classes of the heaps up to N in a finite commutative monoid, or their types, meet the "
        "conditions on moves of each of these heaps, they decide all sums of these heaps."
    )

    def hypotheses(self, rule: Misere) -> Misere | Inapplicable:
        return rule

    def bound_of(self, shape: Misere, law: ClassesOfHeaps) -> int | Inapplicable:
        del shape
        if law.reach is None:
            return Inapplicable("the law speaks of all heaps")
        return law.reach + 1

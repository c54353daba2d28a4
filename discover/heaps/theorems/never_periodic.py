"""Subtraction sets with a multiple of every number: the Grundy sequence has no period."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.subtraction.rule import Subtraction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Parts:
    """The parts of a rule that remove s tokens, s in a set; ``all`` if there are no other parts."""

    sets: tuple[Subtraction, ...]
    all: bool


class NeverPeriodic(Theorem["Parts", "NotPeriodic"]):
    """**Statement.** Let it be a move from n >= s to remove s tokens, for every s in a set S; there
    may be other moves as well. If S holds for every p >= 1 a multiple of p, there are no p >= 1
    and n0 with G(n + p) = G(n) for all n >= n0.

    **Proof.** Let p and n0 be such, and s = j*p in S with j >= 1. For n >= n0 + s, applying the
    period j times from n - s on gives G(n) = G(n - s). But n - s is an option of n, and a position
    never has the value of one of its options. ∎

    Squares hold p^2, cubes p^3, the triangular numbers 2p(2p + 1)/2 = p(2p + 1), the factorials
    p!, the multiples of k hold k*p; the Fibonacci numbers modulo p run through a cycle that
    contains 0. Nothing follows for outcomes, nor for a saltus > 0: where all multiples of k
    belong to S, values grow without bound, and an arithmetic period may well exist.
    """

    name: ClassVar[str] = "a multiple of every period"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/never_periodic.py"
    statement: ClassVar[str] = (
        "If the subtraction set holds a multiple of every p >= 1, the Grundy sequence is not "
        "eventually periodic, because a position never has the value of its option."
    )
    about: ClassVar[tuple[str, ...]] = ("not-periodic",)

    def hypotheses(self, rule: Rule) -> Parts | Inapplicable:
        """The rule, or the parts of a union, that are to remove s tokens, s in a set."""
        parts = rule.alternatives()
        sets = tuple(part for part in parts if isinstance(part, Subtraction))
        if not sets:
            return Inapplicable("no part of the rule is a subtraction set")
        if not any(part.meets_every_modulus for part in sets):
            return Inapplicable("the subtraction set is not known to hold a multiple of every p")
        return Parts(sets, len(sets) == len(parts))

    def bound_of(self, shape: Parts, claim: NotPeriodic) -> int:
        del shape, claim
        return 1

    def claims_of(self, shape: Parts) -> Iterable[NotPeriodic]:
        """Not for sets with an arithmetic progression: there a saltus > 0 is the better answer."""
        from mexplore.discover.heaps.patterns.not_periodic import NotPeriodic

        if not any(_has_progression(part) for part in shape.sets):
            yield NotPeriodic()


def _has_progression(rule: Subtraction) -> bool:
    return rule.missing is not None or any(
        part.eventual_classes() is not None for part in rule.named
    )

"""Finite subtraction sets: a window as long as the largest member decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.families.subtraction.rule import Subtraction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.rule import Rule


class FiniteWindow(Theorem["Subtraction", "Periodic"]):
    """**Statement.** Let S be a finite nonempty set of positive integers, M = max S, p >= 1 and
    n0 >= 0. If G(n + p) = G(n) for n0 <= n < n0 + M, then for all n >= n0.

    **Proof.** Induction on n >= n0 + M, the equality being known from n0 to n - 1. As n >= M,
    every s in S is a move from n and from n + p, and
    G(n + p) = mex {G(n + p - s) : s in S} = mex {G(n - s) : s in S} = G(n), because
    n0 <= n - M <= n - s < n. ∎

    The M equalities speak of the terms below n0 + M + p: that is the bound. M - 1 equalities
    would not do. Only saltus 0 is possible, since G(n) <= |S|.

    **Rules that are such from some heap on.** The proof asks for the moves of n and n + p, n >= n0
    + M, alone, and for nothing of the values before n0. So it proves the same where S is removed
    from the heaps n >= N only, smaller heaps having any moves, with max(n0, N) for n0 in the bound.
    """

    name: ClassVar[str] = "finite window"
    source: ClassVar[str] = (
        "S. W. Golomb, A mathematical investigation of games of 'take-away', "
        "J. Combinatorial Theory 1 (1966) 443-458; proof in full in "
        "discover/heaps/theorems/finite_window.py"
    )
    statement: ClassVar[str] = (
        "For a finite subtraction set with largest member M: if G(n + p) = G(n) for M consecutive "
        "n >= 0, then for all n from there on."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)
    eventual: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> Subtraction | Inapplicable:
        if not isinstance(rule, Subtraction):
            return Inapplicable("the rule is not a subtraction set")
        if not rule.finite:
            return Inapplicable("the subtraction set is infinite")
        return rule

    def bound_of(self, shape: Subtraction, claim: Periodic) -> int | Inapplicable:
        if claim.saltus:
            return Inapplicable("values of a finite subtraction set are bounded: saltus 0 only")
        return claim.preperiod + claim.period + shape.largest

    def checked(self, shape: Subtraction, claim: Periodic) -> Sequence[tuple[str, str]]:
        window = f"{claim.preperiod} <= n < {claim.preperiod + shape.largest}"
        return (
            ("the subtraction set is finite", f"{len(shape.members)} members"),
            ("its largest member", f"M = {shape.largest}"),
            ("M consecutive n with G(n + p) = G(n)", f"p = {claim.period}, {window}"),
        )

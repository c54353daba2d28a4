"""Intervals between two floors of n: a geometric law is decided by its first values."""

from __future__ import annotations

from typing import ClassVar

from discover.pattern import Pattern
from discover.patterns.geometric import Geometric
from discover.theorem import Inapplicable, Theorem
from rules.families.interval.rule import Interval
from rules.language.forms import Floor
from rules.rule import Rule


class IntervalFloors(Theorem[int, Geometric]):
    """**Statement.** Let 2 <= q <= P be integers and let the moves from n >= 1 be to leave any
    number m of tokens, floor(n/P) <= m <= floor(n/q). Let c >= 2 be an integer, n0 >= 1 and
    P*n0 >= c. If G(n) = G(floor(n/c)) for n0 <= n < P*n0, then for all n >= n0.

    **Proof.** Induction on n >= P*n0, the law being known for n0, ..., n - 1. All options m of n
    have n0 <= floor(n/P) <= m < n, so G(m) = G(floor(m/c)). As m runs from floor(n/P) to
    floor(n/q), floor(m/c), which steps by 0 or 1, runs through every number from
    floor(floor(n/P)/c) = floor(floor(n/c)/P) to floor(floor(n/q)/c) = floor(floor(n/c)/q): these
    are the options of floor(n/c), which is at least 1 as n >= P*n0 >= c. So n and floor(n/c) have
    options of the same values. ∎

    A claim with P*n0 < c is checked up to n1 = ceil(c/P) as well, as for division games.
    """

    name: ClassVar[str] = "interval of floors"
    source: ClassVar[str] = (
        "proof in full in discover/theorems/interval_floors.py; "
        "floor(floor(n/a)/b) = floor(n/(a*b))"
    )
    statement: ClassVar[str] = (
        "For the moves from n to floor(n/P), ..., floor(n/q), 2 <= q <= P, an integer c >= 2 and "
        "P*n0 >= c: if G(n) = G(floor(n/c)) for n0 <= n < P*n0, then for all n >= n0."
    )
    about: ClassVar[tuple[type[Pattern], ...]] = (Geometric,)

    def hypotheses(self, rule: Rule) -> int | Inapplicable:
        """P, if the rule meets the hypotheses."""
        if not isinstance(rule, Interval):
            return Inapplicable("the rule is not to leave an interval of numbers of tokens")
        ends = rule.left_forms()
        for end in ends:
            if not isinstance(end, Floor) or (end.a, end.b) != (1, 0) or end.c < 2:
                return Inapplicable("an end is not floor(n/d) with d >= 2")
        low, high = ends
        assert isinstance(low, Floor)
        assert isinstance(high, Floor)
        if low.c < high.c:
            return Inapplicable("the interval is empty")
        return low.c

    def bound_of(self, shape: int, claim: Geometric) -> int | Inapplicable:
        if claim.ceil:
            return Inapplicable("the law rounds otherwise than the rule")
        return shape * max(claim.start, -(-claim.ratio // shape))

"""Leave any number up to h(n), where h never falls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from discover.pattern import Pattern
from discover.patterns.threshold import Threshold
from discover.shapes.interval_ends import at_most, never_falls
from discover.theorem import Inapplicable, Theorem
from rules.families.interval.rule import Interval
from rules.language.forms import Form
from rules.rule import Rule

COMPARED = 64  # terms


class MoveAnywhere(Theorem[Form, Threshold]):
    """**Statement.** Let h(n) <= n - 1 never fall as n grows, and let the moves from n be to leave
    any number m, 0 <= m <= h(n), of tokens (none if h(n) < 0). Then G(n) = 0 if h(n) < 0, and
    G(n) = 1 + G(h(n)) otherwise.

    **Proof.** Claim: G never falls up to n, and takes on 0..n exactly the values 0, ..., G(n). For
    n = 0, h(0) < 0 and G(0) = 0. Let it hold for n - 1. If h(n) < 0, then h < 0 on 0..n, and G = 0
    there. Otherwise the options of n are 0, ..., h(n), with h(n) <= n - 1, so by the claim for h(n)
    their values are 0, ..., G(h(n)), and G(n) = 1 + G(h(n)). If h(n - 1) < 0, then G(n - 1) = 0 <
    G(n); otherwise h(n - 1) <= h(n) <= n - 1 gives G(n - 1) = 1 + G(h(n - 1)) <= G(n) <=
    1 + G(n - 1). In either case nothing is passed over: in the first, G is 0 on 0..n - 1, so
    G(n) = 1. ∎

    Here h(n) = min(end(n), n - 1), and that end never falls is read from its shape:
    floor((a*n + b)/c) with a >= 0, or isqrt(a*n + b) + k. An h that falls somewhere breaks the law.
    """

    name: ClassVar[str] = "move anywhere"
    source: ClassVar[str] = "proof in full in discover/theorems/move_anywhere.py"
    statement: ClassVar[str] = (
        "If the moves are to leave 0 to h(n) tokens, where h(n) < n never falls as n grows, then "
        "G(n) = 0 where h(n) < 0, and G(n) = 1 + G(h(n)) elsewhere."
    )
    about: ClassVar[tuple[type[Pattern], ...]] = (Threshold,)

    def hypotheses(self, rule: Rule) -> Form | Inapplicable:
        """The end of the interval of numbers left, if the rule meets the hypotheses."""
        if not isinstance(rule, Interval):
            return Inapplicable("the rule is not to leave an interval of numbers of tokens")
        low, high = rule.left_forms()
        if low is None or not at_most(low, 0):
            return Inapplicable("not every token may be removed, as far as the shape tells")
        if high is None:
            return Inapplicable("the most tokens that may be left have no normal form")
        if not never_falls(high):
            return Inapplicable("the most tokens that may be left fall somewhere")
        return high

    def bound_of(self, shape: Form, claim: Threshold) -> int | Inapplicable:
        if claim != Threshold(shape):
            return Inapplicable("the claim is about another h")
        return COMPARED

    def claims_of(self, shape: Form) -> Iterable[Threshold]:
        yield Threshold(shape)

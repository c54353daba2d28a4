"""Leave any number from a constant up to h(n), where h never falls."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.arithmetic.ends import at_most, never_falls
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.families.interval.rule import Interval

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.threshold import Threshold
    from mexplore.rules.rule import Rule


class MoveAnywhere(OneLaw["Threshold"]):
    """**Statement.** Let a >= 0 be a constant, let h(n) <= n - 1 never fall as n grows, and let the
    moves from n be to leave any number m, a <= m <= h(n), of tokens (none if h(n) < a). Then
    G(n) = 0 if h(n) < a, and G(n) = 1 + G(h(n)) otherwise.

    **Proof.** For n <= a there is no move, as h(n) <= n - 1 < a: G(0) = ... = G(a) = 0. Claim: G
    never falls up to n, and takes on a..n exactly the values 0, ..., G(n). For n = a this is so.
    Let n > a, and let it hold for n - 1. If h(n) < a, then h < a on 0..n, and G = 0 there.
    Otherwise the options of n are a, ..., h(n), with h(n) <= n - 1, so by the claim for h(n) their
    values are 0, ..., G(h(n)), and G(n) = 1 + G(h(n)). If h(n - 1) < a, then G = 0 on 0..n - 1, and
    G(n) = 1. Otherwise h(n - 1) <= h(n) <= n - 1 gives G(n - 1) = 1 + G(h(n - 1)) <= G(n) <=
    1 + G(n - 1). In each case G does not fall, and no value is passed over. ∎

    Here h(n) = min(end(n), n - 1), and that end never falls is read from its shape:
    floor((a*n + b)/c) with a >= 0, or isqrt(a*n + b) + k. An h that falls somewhere breaks the law.
    """

    name: ClassVar[str] = "move anywhere"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/move_anywhere.py"
    statement: ClassVar[str] = (
        "If the moves are to leave a to h(n) tokens, where a is constant and h(n) < n never falls "
        "as n grows, then G(n) = 0 where h(n) < a, and G(n) = 1 + G(h(n)) elsewhere."
    )
    about: ClassVar[tuple[str, ...]] = ("threshold",)

    def hypotheses(self, rule: Rule) -> Threshold | Inapplicable:
        """The law that the theorem gives, if the rule meets the hypotheses."""
        if not isinstance(rule, Interval):
            return Inapplicable("the rule is not to leave an interval of numbers of tokens")
        low, high = rule.left_forms()
        least = _least(low)
        if least is None:
            return Inapplicable("the fewest tokens that may be left are not seen to be constant")
        if high is None:
            return Inapplicable("the most tokens that may be left have no normal form")
        if not never_falls(high):
            return Inapplicable("the most tokens that may be left fall somewhere")
        from mexplore.discover.heaps.patterns.threshold import Threshold

        return Threshold(high, least)

    def instead(self, shape: Threshold) -> str:
        del shape
        return "the claim is about another h, or another number of tokens"


def _least(low: Form | None) -> int | None:
    """The least number of tokens left, clipped to 0, where it is the same for every heap."""
    if low is None:
        return None
    if at_most(low, 0):
        return 0
    return low.constant if isinstance(low, Floor) else None

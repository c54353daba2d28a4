"""Remove 1 to f(n) tokens, where f steps by 0 or 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.arithmetic.ends import at_most, is_slow
from mexplore.rules.arithmetic.forms import Floor, Form
from mexplore.rules.families.interval.rule import Interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.heaps.patterns.slow_interval import SlowInterval
    from mexplore.rules.rule import Rule

COMPARED = 64  # terms


class SlowF(Theorem["Form", "SlowInterval"]):
    """**Statement.** Let f(0) = 0, f(n) - f(n - 1) be 0 or 1 for all n >= 1, and let the moves
    from n be to remove any number from 1 to f(n) of tokens. Then G(0) = 0, and for n >= 1, G(n) =
    f(n) if f(n) = f(n - 1) + 1, and G(n) = G(n - f(n) - 1) otherwise.

    **Proof.** f(n) <= n, so the options of n are W(n) without n, where W(n) = {n - f(n), ..., n}
    has f(n) + 1 elements. Claim: G maps W(n) one to one onto {0, ..., f(n)}. This holds for n = 0.
    Let it hold for n - 1. If f(n) = f(n - 1) + 1, then n - f(n) = n - 1 - f(n - 1), so the options
    of n are all of W(n - 1), with the values 0, ..., f(n - 1); G(n) = f(n - 1) + 1 = f(n), and the
    claim holds for n. If f(n) = f(n - 1), the options of n are W(n - 1) without its least element
    e = n - 1 - f(n), with all of 0, ..., f(n) but G(e) as values; so G(n) = G(e), and the claim
    holds for n. ∎

    That f steps by 0 or 1 is read from its shape, min(max(end(n), 0), n) with end(n) =
    floor((a*n + b)/c), 0 <= a <= c, or isqrt(a*n + b) + k with small a
    (`rules.arithmetic.ends.is_slow`).
    An end that is never below n is f(n) = n, Nim. The proof needs no values; the first few are
    compared all the same.
    """

    name: ClassVar[str] = "slow f"
    source: ClassVar[str] = (
        "for 'at most n/k' (Strange Nim): AtCoder Regular Contest 091 F (2018); proof in full in "
        "discover/heaps/theorems/slow_f.py"
    )
    statement: ClassVar[str] = (
        "If the moves are to remove 1 to f(n) tokens, where f(0) = 0 and f steps by 0 or 1, then "
        "G(n) = f(n) where f(n) = f(n - 1) + 1, and G(n) = G(n - f(n) - 1) elsewhere."
    )
    about: ClassVar[tuple[str, ...]] = ("slow-interval",)

    def hypotheses(self, rule: Rule) -> Form | Inapplicable:
        """The end of the interval of numbers removed, if the rule meets the hypotheses."""
        if not isinstance(rule, Interval):
            return Inapplicable("the rule is not to remove an interval of numbers of tokens")
        low, high = rule.removed_forms()
        if low is None or not at_most(low, 1):
            return Inapplicable("one token may not always be removed, as far as the shape tells")
        if high is None:
            return Inapplicable("the most tokens that may be removed have no normal form")
        if isinstance(high, Floor) and high.a >= high.c and high.b >= 0:
            return Floor(1, 0)  # never below n
        if not is_slow(high):
            return Inapplicable("the most tokens that may be removed do not step by 0 or 1")
        return high

    def bound_of(self, shape: Form, claim: SlowInterval) -> int | Inapplicable:
        if claim.end != shape:
            return Inapplicable("the claim is about another f")
        return COMPARED

    def claims_of(self, shape: Form) -> Iterable[SlowInterval]:
        from mexplore.discover.heaps.patterns.slow_interval import SlowInterval

        yield SlowInterval(shape)

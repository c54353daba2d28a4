"""Subtraction sets that are residue classes from some number on: a window decides a period."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.dataclass import dataclass
from mexplore.rules.families.subtraction.rule import Subtraction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class Classes:
    """Whether k >= start is in the set depends on k mod m alone."""

    m: int
    start: int
    rule: Subtraction


class ClassesAndFew(Theorem["Classes", "Periodic"]):
    """**Statement.** Let S be a set of positive integers, and whether k >= s0 is in S depend on
    k mod m alone. Let q = lcm(p, m), and W = n0 + 2q + s0. If G(n + p) = G(n) for all n >= n0 with
    n + p < W, then for all n >= n0.

    **Proof.** First, let n >= W and G(j) = G(j - q) for n0 + q <= j < n. Then G(n) = G(n - q), as
    n and n - q have options of the same values:

    (a) for s < s0 in S, n - s and n - q - s are options, n - s >= n0 + q, and so G(n - s) =
    G(n - q - s);

    (b) the other options of n are the j with 0 <= j <= n - s0 and (n - j) mod m in certain classes;
    those of n - q are the j with 0 <= j <= n - q - s0 and n - q - j in the same classes, which are
    those j <= n - q - s0 among the former, as m | q. Let n - q - s0 < j <= n - s0 be one of the
    others. Then j > n0 + q, so G(j) = G(j - q), and j - q <= n - q - s0 is an option of n - q
    if it is not negative; it is greater than n0.

    Now let n >= W and the law hold as far as terms below n are concerned. By steps of p it gives
    G(j) = G(j - q) for n0 + q <= j < n, so G(n) = G(n - q) by the first part. As n - q < n and
    n - q - p >= n0, G(n - q) = G(n - q - p); as n - p < n and n - p - q >= n0, G(n - p) =
    G(n - p - q). So G(n) = G(n - p). ∎

    **Rules that are such from some heap on.** The proof asks for the moves of n >= W and of n - q
    >= n0 + q + s0 alone, and takes the values before n0 as they are. So it proves the same where
    the moves are those of the heaps n >= N only, with max(n0, N) for n0 in the bound.
    """

    name: ClassVar[str] = "residue classes and a few"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/classes_and_few.py"
    statement: ClassVar[str] = (
        "If whether k >= s0 may be removed depends on k mod m alone, q = lcm(p, m), and "
        "G(n + p) = G(n) for all n >= n0 with n + p < n0 + 2q + s0, then for all n >= n0."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)
    eventual: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> Classes | Inapplicable:
        if not isinstance(rule, Subtraction):
            return Inapplicable("the rule is not a subtraction set")
        if rule.finite:
            return Inapplicable("the subtraction set is finite")
        parts = [part.eventual_classes() for part in rule.named]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return Inapplicable("the subtraction set is not known to be of residue classes")
        few = max((*rule.members, *(rule.missing or ())), default=0)
        start = max(few + 1, *(part.start for part in known), 1)
        return Classes(lcm(*(part.m for part in known)), start, rule)

    def bound_of(self, shape: Classes, claim: Periodic) -> int | Inapplicable:
        if claim.saltus:
            return Inapplicable("only a period with saltus 0 is decided by it")
        return claim.preperiod + 2 * lcm(claim.period, shape.m) + shape.start

    def checked(self, shape: Classes, claim: Periodic) -> Sequence[tuple[str, str]]:
        q = lcm(claim.period, shape.m)
        return (
            (
                "whether k >= s0 may be removed depends on k mod m",
                f"s0 = {shape.start}, m = {shape.m}",
            ),
            ("q = lcm(p, m)", f"p = {claim.period}, q = {q}"),
            ("G(n + p) = G(n) for n >= n0, n + p < n0 + 2q + s0", f"n0 = {claim.preperiod}"),
        )

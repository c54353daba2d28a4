"""All-but sets: a window of 2M + 1 values decides an arithmetic period."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Since, Theorem
from mexplore.rules.families.subtraction.rule import as_subtraction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.rule import Rule


class AllBut(Theorem["tuple[int, ...]", "Periodic"]):
    """**Statement.** Let S be the set of all positive integers outside a finite set F, let M =
    max F (M = 0 where F is empty: Nim), p >= 1, s >= 0 and n0 >= 0. If G(n + p) = G(n) + s for
    n0 <= n <= n0 + 2M, then for all n >= n0.

    **Proof.** Write mu(t) for the largest of G(0), ..., G(t - 1), t >= 1.

    (1) The values before any t >= 1 are exactly 0, ..., mu(t). Induction on t: G(t) is the mex of
    some of these values, so it is one of them or mu(t) + 1.

    (2) G(n) > mu(n - M) for n > M. Every m < n - M is an option of n, as n - m > M is not in F;
    so G(n) is none of the values before n - M, which by (1) are 0, ..., mu(n - M).

    (3) For n >= 2M + 1, mu(n - M) is the largest of G(n - 2M - 1), ..., G(n - M - 1). If n is
    2M + 1, these are all the values before n - M. Otherwise (2) for n - M - 1 > M says that
    G(n - M - 1) exceeds every value before n - 2M - 1.

    (4) Hence for n >= 2M + 1, G(n) is the least v above the largest of G(n - 2M - 1), ...,
    G(n - M - 1) that differs from G(n - j) for all 1 <= j <= M outside F: the options m < n - M
    exclude exactly 0, ..., mu(n - M), the options n - j are the others. This expresses G(n) by
    the 2M + 1 values before it, and adding s to all of them adds s to G(n).

    Now induct on n >= n0 + 2M + 1, the equality being known for n - 2M - 1, ..., n - 1, which are
    at least n0 >= 0: (4) holds for n and for n + p, and gives G(n + p) = G(n) + s. ∎

    **Rules that are such from some heap on.** Let these be the moves of the heaps n >= N only, and
    let every move of a smaller heap leave one heap, or none. (1) holds of all t, as the options are
    single heaps; (2) holds for n >= N, n > M; so (3), which uses (2) for n - M - 1, and (4) hold
    for n >= N + 2M + 1, and the induction begins at max(n0, N) + 2M + 1: the bound has max(n0, N)
    for n0. A small heap that may become two breaks (1), and the theorem refuses.

    The 2M + 1 equalities speak of the terms below n0 + p + 2M + 1: that is the bound. For F = {m}
    the law is p = 2m, s = m.
    """

    name: ClassVar[str] = "all-but window"
    source: ClassVar[str] = (
        "that a law exists: A. Siegel, in D. Sleator and M. Slusky, Subtraction games with FES "
        "sets of size 3, arXiv:1201.3299 (2012), section 1; the window: proof in full in "
        "discover/heaps/theorems/all_but.py"
    )
    statement: ClassVar[str] = (
        "If all numbers but finitely many may be removed, the largest exception being M, and "
        "G(n + p) = G(n) + s for 2M + 1 consecutive n >= 0, then for all n from there on."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)
    eventual: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> tuple[int, ...] | Inapplicable:
        """F, if the moves are those of an all-but set, in whatever notation."""
        subtraction = as_subtraction(rule)
        if subtraction is None or subtraction.missing is None:
            return Inapplicable("the rule is not a subtraction set of all numbers but a few")
        return subtraction.missing

    def bound_of(self, shape: tuple[int, ...], claim: Periodic) -> int:
        return claim.preperiod + claim.period + 2 * max(shape, default=0) + 1

    def bound_since(self, since: Since[tuple[int, ...]], claim: Periodic) -> int | Inapplicable:
        if not since.rule.one_heap:
            return Inapplicable("a move of a small heap may leave several heaps")
        return super().bound_since(since, claim)

    def checked(self, shape: tuple[int, ...], claim: Periodic) -> Sequence[tuple[str, str]]:
        few = ", ".join(map(str, shape)) or "none"
        return (
            ("all numbers but finitely many may be removed; the others", few),
            ("the largest exception", f"M = {max(shape, default=0)}"),
            ("p and s", f"p = {claim.period}, s = {claim.saltus}"),
            ("2M + 1 consecutive n", f"from n = {claim.preperiod} on"),
        )

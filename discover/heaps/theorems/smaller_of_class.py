"""Nim on residue classes: all smaller heaps of a class, and a few that are always the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.moves.class_ranges import SmallerOfClass
    from mexplore.rules.rule import Rule


class SmallerHeapsOfClass(Theorem["SmallerOfClass", "Periodic"]):
    """**Statement.** Let every move leave one heap, or none. Let p >= 1 and N >= 1, and let the
    options of every n >= N be all m = n (mod p) with l_r <= m < n, where r = n mod p, and finitely
    many other heaps, the set C_r, which depends on r alone; let every l_r be at most N, and every
    heap in C_r be less than N. Smaller heaps may have any such moves. If G(n + p) = G(n) + 1 for
    n0 <= n < max(n0, N + p*(N + 1)), then for all n >= n0.

    **Proof.** G(m) <= m for all m: by induction the options of m, which are single heaps less than
    m, have values below m. Fix a residue r, let n_0 < n_1 < ... be the n >= N with n = r (mod p),
    and F the set of the values of the m = r (mod p), l_r <= m < N, and of the heaps in C_r. All of
    these heaps are less than N, so every number in F is.

    The options of n_i have the values F and G(n_0), ..., G(n_(i-1)). So G(n_i) is the least number
    outside of these, and that of n_(i+1) is the least that also differs from G(n_i): it is greater
    than G(n_i). So G(n_i) >= i. For i >= N, G(n_i) exceeds every number in F; all smaller numbers
    are values of options of n_i, and these and G(n_i) itself are those of n_(i+1). So G(n_(i+1)) =
    G(n_i) + 1. As n_0 < N + p, this is so for all n >= N + p*(N + 1). ∎

    The equalities speak of the terms below max(n0, N + p*(N + 1)) + p: that is the bound. That the
    options are single heaps is needed: where small heaps may split, numbers in F may be large.
    """

    name: ClassVar[str] = "smaller heaps of a class"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/smaller_of_class.py"
    statement: ClassVar[str] = (
        "If from n = N on the moves leave every smaller heap of the residue class of n modulo p, "
        "but perhaps the smallest, and a few heaps less than N that depend on that class, and no "
        "move of any heap leaves two: G(n + p) = G(n) + 1 for all n >= N + p*(N + 1)."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)

    def hypotheses(self, rule: Rule) -> SmallerOfClass | Inapplicable:
        if not rule.one_heap:
            return Inapplicable("a move may leave several heaps")
        from mexplore.rules.moves.class_ranges import smaller_of_class

        found = smaller_of_class(rule)
        return Inapplicable(found) if isinstance(found, str) else found

    def bound_of(self, shape: SmallerOfClass, claim: Periodic) -> int | Inapplicable:
        if (claim.period, claim.saltus) != (shape.step, 1):
            return Inapplicable(f"it speaks of the period {shape.step} and saltus 1 only")
        return max(claim.preperiod, shape.first + shape.step * (shape.first + 1)) + shape.step

    def checked(self, shape: SmallerOfClass, claim: Periodic) -> Sequence[tuple[str, str]]:
        others = sorted(set().union(*shape.others))
        return (
            ("all smaller heaps of the residue class are left", f"p = {shape.step}"),
            ("from n = N on", f"N = {shape.first}"),
            ("other heaps that are left from some classes", ", ".join(map(str, others)) or "none"),
            ("G(n + p) = G(n) + 1 for all terms below", str(self.bound_of(shape, claim))),
        )

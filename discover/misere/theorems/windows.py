"""Bounded codes under misère play: a window of heaps decides that classes repeat."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.misere.patterns.pattern import ClassesOfHeaps
from mexplore.discover.misere.theorems.theorem import ByClasses
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.misere.game import Misere
from mexplore.rules.moves.option_sets import Bounded, bounded_of


class MisereWindows(ByClasses[Bounded]):
    """**Statement.** (Theorem 4.) Let the rule be *bounded of shape (r, d)*: for fixed sets K_j of
    numbers from 0 to r, 0 <= j <= d, the options of n are the multisets of i nonempty heaps with n
    - j tokens in all, where j <= min(d, n) and i is in K_j (i >= 2 for j = 0). Let n0, p >= 1, and
    let classes Φ in a finite commutative monoid, or types, be given for 1 <= n < n0 + p and
    continued by Φ(n + p) = Φ(n) for n >= n0. If the conditions of Theorem 1, or (2) of Theorem 6,
    hold with all heaps 1 <= n <= r(n0 + p - 1) + d, they hold with all heaps, so that Φ tells who
    loses every sum.

    **Proof.** Let m = r(n0 + p - 1) + d, let S(n) be the set of the classes of the options of n,
    and let n > m. Then n - p >= m + 1 - p >= n0 + d, as r >= 1. *S(n) = S(n - p):*

    Let j <= d, i in K_j, and let a_1 <= ... <= a_i be nonempty heaps with n - j tokens in all.
    n > d, so i >= 1. The largest has a_i >= (n - j)/r > (m - d)/r = n0 + p - 1 tokens, so a_i >=
    n0 + p. Hence a_i - p >= n0 >= 1 has the class of a_i, and a_1, ..., a_i - p is an option of
    n - p of the same class.

    Let a_1 <= ... <= a_i have n - p - j tokens in all. n - p > d, so i >= 1. The largest has a_i >=
    (m + 1 - p - d)/r = n0 + p - 1 - (p - 1)/r >= n0. Hence a_i + p has the class of a_i, and
    a_1, ..., a_i + p is an option of n of the same class (for j = 0, i >= 2, so all parts are < n).

    Also Φ(n) = Φ(n - p), as n - p >= n0. The conditions with n speak of Φ(n) and S(n) only, and n
    is terminal if S(n) is empty: they hold with n as they hold with n - p, and the set of the
    classes of heaps that are not terminal is that of the heaps up to m. Induction on n. ∎

    For r = 2 this is Plambeck's misère periodicity theorem, but for two things: the quotient need
    not have been computed by a trusted program, as its conditions are checked, and it need not be
    reduced. One heap less is false: of 0.4 (r = 2, d = 1), n0 = p = 1, the heaps below 3 have no
    move at all, and 3 becomes 1 + 1. Codes with `!`, `?`, `=` are not covered: a part that is
    shifted by p may meet an equal one.
    """

    name: ClassVar[str] = "misère windows"
    source: ClassVar[str] = (
        "T. E. Plambeck, Taming the wild in impartial combinatorial games, Integers 5 (2005) G5, "
        "for r = 2; proof in full in discover/misere/theorems/windows.py"
    )
    statement: ClassVar[str] = (
        "Where a move takes at most d tokens and leaves at most r heaps, of any sizes: if classes "
        "of period p from n0 on meet the conditions on moves with the heaps up to r(n0 + p - 1) + "
        "d, they do with all heaps."
    )

    def hypotheses(self, rule: Misere) -> Bounded | Inapplicable:
        shape = bounded_of(rule.rule)
        if shape is None:
            return Inapplicable(
                "the moves are not those of a code or a finite set, without ! ? =, that take and "
                "leave boundedly many"
            )
        return shape

    def bound_of(self, shape: Bounded, law: ClassesOfHeaps) -> int | Inapplicable:
        if not law.repeats_with:
            return Inapplicable("the law is about finitely many heaps")
        return shape.heaps * len(law.listed) + shape.tokens + 1

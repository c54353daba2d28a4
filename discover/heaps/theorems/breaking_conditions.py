"""Taking and breaking into any number of heaps, with conditions of equality and inequality."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.theorems.breaking import bounded_code
from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.rule import Rule


class EqualOrUnequalHeaps(Theorem["TakeAndBreak", "Periodic"]):
    """**Statement.** Let a take-and-break code have finitely many digits and no unbounded heap
    counts; let each heap count >= 2 be without condition, or ask for heaps that are pairwise
    unequal (``!``), not all equal (``?``), or all equal (``=``); a digit that adds a tokens leaves
    at least a + 2 heaps, so that every part of every move from n is less than n. Let k >= 0 be
    the largest number of tokens that a move removes, and t >= 2 an upper bound of the number of
    heaps that it leaves. Let p >= 1 and n0 >= 1, and let Q >= 1 be a common multiple of p, of
    i*p for every odd i, and of i for every even i, such that some digit allows i >= 2 equal heaps
    only. Put W = k + 1 + t*(n0 + Q - 1) + Q*t*(t - 1)/2. If G(n + p) = G(n) for n0 <= n < W - p,
    then for all n >= n0.

    **Proof.** Induction on n >= W: let G(m) = G(m - p) for n0 + p <= m < n; so G is p-periodic, and
    Q-periodic, on n0, ..., n - 1. It suffices that n and n - Q, which is at least n0 + p, have
    options of the same values: then G(n) = G(n - Q), and G(n - Q) = G(n - p) by the p-law below n
    (if Q = p there is nothing left to say).

    An option that removes j <= k tokens (adds -j, if j < 0) from n has r = n - j tokens in all, and
    r >= W - k = 1 + t*(n0 + Q - 1) + Q*t*(t - 1)/2; one of n - Q has r - Q >= 1 + t*(n0 + Q - 1)
    tokens, as t*(t - 1)/2 >= 1. Both are positive, so the number i of heaps is at least 1, and at
    most t: the largest heap exceeds n0 + Q - 1. Every heap is smaller than n, or n - Q.

    *From n - Q to n.* Let x >= n0 + Q be a largest heap of an option of n - Q; x + Q < n. Without
    condition, with ``!`` and with ``?``, put x + Q in its place: it is larger than all others, so
    the condition holds, and the value is the same. With ``=`` all i heaps are x = (r - Q)/i; i
    divides Q, so i heaps of x + Q/i are an option of n. For even i both have the value 0. For odd
    i they have the values G(x) and G(x + Q/i), equal as p divides Q/i.

    *From n to n - Q.* Let the heaps of an option of n be given. No condition: a largest heap x >=
    n0 + Q becomes x - Q >= n0 >= 1, and the value is the same. ``=``: the i heaps r/i >= n0 + Q
    become r/i - Q/i >= n0, with equal values as before. ``!``: if there is a heap x >= n0 + Q such
    that x - Q is none of the heaps, it becomes x - Q, the heaps are still unequal, and the value is
    the same. There is one: otherwise let y1 < ... < yc be the heaps in one residue class modulo Q.
    Then y1 <= n0 + Q - 1, and ym is at most that or ym - Q is a heap, so that ym <= y(m-1) + Q;
    hence ym <= n0 + Q - 1 + (m - 1)*Q, and the class has at most c*(n0 + Q - 1) + Q*c*(c - 1)/2
    tokens. The sum over all classes is at most i*(n0 + Q - 1) + Q*i*(i - 1)/2 < r: a contradiction.
    ``?``, i >= 2: a largest heap x >= n0 + Q becomes x - Q. If the heaps are then all equal, the
    option was x = b + Q and i - 1 times b, i*b = r - Q, b >= (1 + t*(n0 + Q - 1))/i > n0 + Q - 1.
    Then b + Q, b - Q and i - 2 times b, not all equal, are an option of n - Q; as b - Q >= n0, its
    value is that of i heaps b, as was that of the option of n. ∎

    **Rules that are such from some heap on.** The proof asks for the moves of n >= W and of n - Q
    >= n0 + p alone. So it proves the same where the code's moves are those of the heaps n >= N
    only, with max(n0, N) for n0 in the bound.

    The equalities speak of the terms below W: that is the bound. A claim with preperiod 0 is
    proved with n0 = 1, and its equality at n = 0 is one of the terms compared.

    The bound is larger than needed for t >= 3 if no digit asks for unequal heaps (``!``). The term
    Q*t*(t - 1)/2 enters the proof twice: with ``!``, and as a number >= Q, so that r - Q tokens are
    enough for a heap >= n0 + Q. Without ``!`` the term Q would do. The bound keeps the one formula,
    which certificates state.
    """

    name: ClassVar[str] = "equal or unequal heaps"
    source: ClassVar[str] = (
        "after R. K. Guy and C. A. B. Smith, The G-values of various games, Proc. Cambridge "
        "Philos. Soc. 52 (1956) 514-526; proof in full in "
        "discover/heaps/theorems/breaking_conditions.py"
    )
    statement: ClassVar[str] = (
        "For a take-and-break code whose moves remove at most k tokens and leave at most t heaps, "
        "t >= 2, which may have to be equal or unequal, n0 >= 1, and Q a common multiple of p, of "
        "i*p (of i) for each odd (even) number i of heaps that must be equal: if G(n + p) = G(n), "
        "n >= n0, for all terms below k + 1 + t*(n0 + Q - 1) + Q*t*(t - 1)/2, then for all n."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)
    eventual: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> TakeAndBreak | Inapplicable:
        if not isinstance(rule, TakeAndBreak):
            return Inapplicable("the rule is not a take-and-break code")
        if not rule.has_suffix:
            return Inapplicable("no heaps have to be equal or unequal")
        return bounded_code(rule)

    def bound_of(self, shape: TakeAndBreak, claim: Periodic) -> int | Inapplicable:
        if claim.saltus:
            return Inapplicable("it speaks of saltus 0 only")
        assert shape.most_heaps is not None
        first, t = max(claim.preperiod, 1), max(shape.most_heaps, 2)
        q = common_multiple(shape, claim.period)
        return shape.largest_take + 1 + t * (first + q - 1) + q * t * (t - 1) // 2

    def checked(self, shape: TakeAndBreak, claim: Periodic) -> Sequence[tuple[str, str]]:
        return (
            ("a take-and-break code with finitely many digits", str(shape)),
            ("most tokens that a move removes", f"k = {shape.largest_take}"),
            ("most heaps that a move leaves", f"t = {max(shape.most_heaps or 2, 2)}"),
            ("the common multiple of the periods", f"Q = {common_multiple(shape, claim.period)}"),
            ("n0 and p", f"n0 = {max(claim.preperiod, 1)}, p = {claim.period}"),
        )


def common_multiple(rule: TakeAndBreak, p: int) -> int:
    """Q: the least common multiple of p, of i*p for every odd number i >= 2 of heaps that must be
    equal, and of every even one.

    >>> common_multiple(TakeAndBreak.parse("0.4=8="), 5)
    30
    """
    found = p
    for digit in rule.digits.values():
        for count, suffix in digit.listed:
            if suffix == "=":
                found = lcm(found, count * p if count % 2 else count)
    return found

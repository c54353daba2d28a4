"""Taking and breaking: the theorem of Guy and Smith, for moves that leave up to t heaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.rule import Rule


class GuySmith(Theorem["TakeAndBreak", "Periodic"]):
    """**Statement.** Let a take-and-break code have finitely many digits, heap counts without
    conditions of (in)equality, and no unbounded counts; let every part of every move from n be
    less than n. Let k >= 0 be the largest number of tokens that a move removes and t >= 1 an
    upper bound of the number of heaps that it leaves. Let p >= 1 and n0 >= 1. If G(n + p) = G(n)
    for n0 <= n < t*n0 + (t - 1)*p + k, then for all n >= n0.

    **Proof.** Induction on n >= t*n0 + (t - 1)*p + k, the equality being known from n0 to n - 1.
    It suffices that n and n + p have options of the same values.

    From n to n + p: n >= n0 + k > k, so no move takes the whole heap, and an option of n
    consists of i heaps, 1 <= i <= t, of n - k tokens in all or more. Its largest heap h has
    h >= (n - k)/t >= n0, and h < n. Adding p tokens to it gives i nonempty heaps that the same
    digit allows from n + p, and G(h + p) = G(h): an option of the same value.

    From n + p to n: likewise an option of n + p has a largest heap h >= (n + p - k)/t >=
    (t*n0 + t*p)/t = n0 + p, and h < n + p. Removing p tokens from it leaves h - p >= n0 >= 1
    tokens, so i nonempty heaps that the same digit allows from n; and n0 <= h - p < n, so
    G(h) = G((h - p) + p) = G(h - p): an option of the same value. ∎

    The equalities speak of the terms below t*(n0 + p) + k: that is the bound. A claim with
    preperiod 0 is proved with n0 = 1, and its equality at n = 0 is one of the terms checked; with
    n0 = 0 the theorem is false (4.0 with p = 1), as the part h - p might be empty.

    With a condition such as ``!`` the proof fails: adding p to one of two equal parts makes a
    legal move that had no counterpart (4!.333 with n0 = 5, p = 5 passes the window and is false).
    A digit that adds a tokens is harmless if it leaves at least a + 2 heaps, because then every
    part is less than n.

    **Rules that are such from some heap on.** The proof asks for the moves of n and n + p, n >=
    t*n0 + (t - 1)*p + k, alone; the values before n0 may be any. So it proves the same where the
    code's moves are those of the heaps n >= N only, smaller heaps having any moves, with max(n0, N)
    for n0 in the bound.
    """

    name: ClassVar[str] = "Guy-Smith"
    source: ClassVar[str] = (
        "R. K. Guy and C. A. B. Smith, The G-values of various games, "
        "Proc. Cambridge Philos. Soc. 52 (1956) 514-526, for two heaps; proof for t heaps in full "
        "in discover/heaps/theorems/breaking.py"
    )
    statement: ClassVar[str] = (
        "For a take-and-break code whose moves remove at most k tokens and leave at most t heaps, "
        "without conditions of equality, and n0 >= 1: if G(n + p) = G(n) for "
        "n0 <= n < t*n0 + (t-1)*p + k, then for all n >= n0."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)
    eventual: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> TakeAndBreak | Inapplicable:
        if not isinstance(rule, TakeAndBreak):
            return Inapplicable("the rule is not a take-and-break code")
        if rule.has_suffix:
            return Inapplicable(
                "the code has heaps that must be unequal or equal: adding p to one of two equal "
                "parts makes a legal move that had no counterpart"
            )
        return bounded_code(rule)

    def bound_of(self, shape: TakeAndBreak, claim: Periodic) -> int | Inapplicable:
        if claim.saltus:
            return Inapplicable("it speaks of saltus 0 only")
        assert shape.most_heaps is not None
        return shape.most_heaps * (max(claim.preperiod, 1) + claim.period) + shape.largest_take

    def checked(self, shape: TakeAndBreak, claim: Periodic) -> Sequence[tuple[str, str]]:
        n0, p, k, t = max(claim.preperiod, 1), claim.period, shape.largest_take, shape.most_heaps
        assert t is not None
        window = f"n0 = {n0}, p = {p}: {n0} <= n < {t * n0 + (t - 1) * p + k}"
        return (
            ("a take-and-break code with finitely many digits", str(shape)),
            ("no digit asks for equal or unequal heaps", "none does"),
            ("most tokens that a move removes", f"k = {k}"),
            ("most heaps that a move leaves", f"t = {t}"),
            ("G(n + p) = G(n) for n0 <= n < t*n0 + (t - 1)*p + k", window),
        )


def bounded_code(rule: TakeAndBreak) -> TakeAndBreak | Inapplicable:
    """The code, if its digits are finitely many, none allows any number of heaps, and every part
    of every move is smaller than the heap played on, moves that add tokens included.

    >>> bounded_code(TakeAndBreak.parse("0.[3]"))
    Inapplicable(reason='its digits repeat forever: moves remove any number of tokens')
    """
    if rule.repeating:
        return Inapplicable("its digits repeat forever: moves remove any number of tokens")
    if rule.most_heaps is None:
        return Inapplicable("a digit allows any number of heaps")
    for j, digit in rule.digits.items():
        if j < 0 and any(heaps < 2 - j for heaps, _ in digit.listed):
            return Inapplicable(f"a move that adds {-j} tokens may leave fewer heaps than {2 - j}")
    return rule

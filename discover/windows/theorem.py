"""Octal games with few rare values: a period proved on a stream, no value of which is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.theorems.breaking import bounded_code
from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.engine.grundy import Watcher, grundy_values, no_progress
from mexplore.rules.families.take_and_break.rule import TakeAndBreak

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.families.take_and_break.sparse.game import SplittingGame
    from mexplore.rules.rule import Rule

MOST_STREAMED = 10**15
"""Values that a machine may stream in some weeks."""


class Window(Theorem["SplittingGame", "Periodic"]):
    """**Setting.** A take-and-break code has finitely many digits, its moves add no tokens, and
    leave at most two heaps, without conditions on them. A move that removes j tokens and leaves
    one heap is a *take* j >= 1, one that leaves two heaps a *split* j >= 0; there is a split.
    Let k >= 1 be at least the largest number of tokens that a move removes.

    Let M be a mask, a nonnegative integer, and e = 0 or 1, where e = 1 only if all splits j have
    one parity; let o be this parity if e = 1, and 0 if e = 0. Say that a value v is *common at n*
    if (number of ones in v & M) + e*n + o is odd, and *rare at n* otherwise. A position n >= 1 is
    common, or rare, if G(n) is at n. Let R >= 0 and B >= max(R, 1) be integers, L0 = R + k and
    L = B + k. For n > L0 + R let

        C(n) = {G(r) xor G(n - j - r) : 1 <= r <= R rare, j a split}
               together with {G(n - j) : j a take, G(n - j) common at n},
        c(n) = the least value common at n that is not in C(n),
        V(n):  every value v < c(n) that is rare at n is G(n - j) for a take j,
               or G(a) xor G(n - j - a) for a split j and some 1 <= a <= B with n - j - a >= 1.

    **Statement.** Let p >= 1 and s > L + R. If

    1. no position n with R < n < s + p is rare,
    2. G(n + p) = G(n) for s - L <= n < s,
    3. V(n) holds for s <= n < s + p,

    then G(n + p) = G(n) for all n >= s - L, and no position n > R is rare.

    **Proof.** *Lemma 1.* For a split j and a + b = n - j with a, b >= 1, the value G(a) xor G(b) is
    rare at n if a and b are both rare or both common, and common at n otherwise. For the ones of
    G(a) xor G(b) in M are, mod 2, those of G(a) and of G(b) together, and (e*a + o) + (e*b + o) =
    e*(n - j) = e*n + e*j = e*n + o mod 2, as e*j = o mod 2 (e = 1: j has parity o; e = 0: o = 0).

    *Lemma 2.* Let n > L0 + R, and let no position in (R, n) be rare. Then C(n) is the set of all
    values of options of n that are common at n; if V(n) holds, G(n) = c(n) and n is common; and if
    n is common, G(n) = c(n). For n > k, no move leaves no heap. Of a split into a + b = n - j not
    both are rare, since then a + b <= 2R < n - k. So its value is common at n if and only if one of
    them is rare, r <= R, and the other, n - j - r >= n - k - R > R, is common; that is the first
    part of C(n). The second part is that of takes. The mex G(n) is not in C(n), so if it is common
    at n it is at least c(n); and it is at most c(n), which is not an option's value. If V(n)
    holds, every value below c(n) is that of an option: the common ones by the definition of c(n),
    the rare ones by V(n), whose pairs are legal moves. So G(n) = c(n), common at n.

    *Induction.* Position s - 1 >= s - L is greater than R, and so is s - 1 + p; both are common by
    1, their values are equal by 2, so e*(s - 1) and e*(s - 1 + p) have one parity: e*p is even, and
    what is common (rare) at n is so at n + p. We show for n >= s, by induction:

        G(n + p) = G(n),  n + p is common,  V(n + p) holds.

    Let it hold for all smaller n from s on. Then no position in (R, n + p) is rare: those below
    s + p by 1, the others by induction. And G(t + p) = G(t) for s - L <= t < n, by 2 and induction.
    The sets C(n) and C(n + p) are the same: in them stand values at n - j - r, n + p - j - r with
    s - L <= n - k - R <= n - j - r < n, at n - j, n + p - j with s - L <= n - j < n, and of the
    same r. So c(n + p) = c(n) =: c. V(n) holds: by 3 if n < s + p, else by induction, at n - p. So
    does V(n + p): a rare v < c is G(n - j) = G(n + p - j), or it is G(a) xor G(n - j - a) =
    G(a) xor G(n + p - j - a), as s - L <= n - k - B <= n - j - a < n. By Lemma 2, G(n) = c and
    G(n + p) = c, and n + p is common. ∎

    A pair of equal heaps (n - j)/2, whose value 0 is rare or common by rule, is no witness in V(n)
    unless (n - j)/2 <= B: it lies ever deeper, and would not go over from n to n + p for odd p.

    **What is run.** B = 2^15, R <= B/2 the last rare position that is known, k <= 32; S = 2^16.
    For the claim 'G(n + p) = G(n) for all n >= n0' let m = max(n0, B), N = m + p + B + k. In order:

    a. the values below S come from the engine that stores them; none in (R, S) is rare;
    b. for S <= n < N one after another c(n) is computed and V(n) checked, so that by Lemma 2
       G(n) = c(n) and n is common (S > L0 + R): no position in (R, N) is rare; for n <= m it is
       enough that each rare v < c(n) is G(a) xor G(n - j - a) for some a, found by looking
       through all, for so Lemma 2 is shown, too;
    c. with s0 = m + L0, the L0 values before s0 + p are those before s0;
    d. G(n + p) = G(n) for n0 <= n < B, one by one;
    e. that n0 and p are least: G(n0 - 1 + p) != G(n0 - 1) if n0 > 0, and for each prime q that
       divides p the values from s0 - L0 to s0 - 1 are not those p/q later, which they would be
       if p/q were a period from n0 on; the least period divides p, so if it were less than p, it
       would divide p/q for some q.

    Put s = s0 + B - R = m + k + B; then s > L + R because m >= B > R. Condition 1 is b, as s + p
    is N, and so is condition 3, as s >= S and s > m. Condition 2: s - L = s0 - L0, and for
    s - L <= n < s0 it is c. For s0 <= n < s, n and n + p are common and below N, so G(n) = c(n) and
    G(n + p) = c(n + p) (Lemma 2, with n > L0 + R), each determined by the L0 values before it and
    by what is common there; e*p is even as above, so equality goes on from each n to the next. So
    G(n + p) = G(n) for all n >= s - L = m; with d, for all n >= n0. ∎

    A witness deeper than B beyond m, a rare position after R, or a value that does not fit a word
    of 64 indices ends the stream: nothing is claimed then.

    *The mask may grow.* Let e = 0, let 2^b be greater than M and than all values below S, and let
    the run stop at n because 2^b is rare at n, less than c(n), and not excluded. It goes on from n
    with the mask M' = M + 2^b, for what was found below n holds for M' too: no position in (R, n)
    is rare for M', and for S <= t < n the value c(t) is the same for M', and V(t) holds for it (or
    what is enough in its place). Proof: Let t < n be the first heap with G(t) >= 2^b, if there is
    one. The values of its options are xors of numbers below 2^b, so G(t) <= 2^b, that is, G(t) =
    2^b. As e = o = 0 and 2^b & M = 0, the value 2^b is rare for M at every heap; but t >= S, and
    all heaps from S to n - 1 are common. So all values below n are less than 2^b. Numbers below 2^b
    are rare for M' where they are for M; so are the positions below n, and C(t) is the same set.
    c(t) = G(t) < 2^b is the least number common at t that is not in C(t), for M' as for M, and
    V(t) speaks of the same v < c(t). ∎
    """

    name: ClassVar[str] = "window"
    source: ClassVar[str] = (
        "rare and common values: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, "
        "chapter 4; theorem and proof in full in discover/windows/theorem.py"
    )
    statement: ClassVar[str] = (
        "For an octal code, a mask whose last rare position is at most R, k the most tokens that a "
        "move removes, B >= R: if no position n with R < n < s + p is rare, G(n + p) = G(n) for "
        "s - B - k <= n < s, where s > B + k + R, and for s <= n < s + p every rare value below "
        "G(n) is that of a move to one heap or to two, one of them at most B, then "
        "G(n + p) = G(n) for all n >= s - B - k."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)
    by_search: ClassVar[bool] = True
    streaming: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> SplittingGame | Inapplicable:
        if not isinstance(rule, TakeAndBreak):
            return Inapplicable("the rule is not a take-and-break code")
        bounded = bounded_code(rule)
        if isinstance(bounded, Inapplicable):
            return bounded
        from mexplore.discover.windows.streaming.reach import MOST_REMOVED
        from mexplore.rules.families.take_and_break.sparse.game import splitting_game

        game = splitting_game(rule)
        reasons = (
            (rule.has_suffix, "the code has heaps that must be unequal or equal"),
            (rule.adds_tokens or (rule.most_heaps or 3) > 2, "a move leaves more than two heaps"),
            (game is None, "no move leaves two heaps"),
            (rule.largest_take > MOST_REMOVED, f"a move removes more than {MOST_REMOVED} tokens"),
        )
        reason = next((reason for fails, reason in reasons if fails), None)
        if reason is not None or game is None:
            return Inapplicable(reason or "no move leaves two heaps")
        return game

    def bound_of(self, shape: SplittingGame, claim: Periodic) -> int | Inapplicable:
        del shape, claim
        return Inapplicable("it needs a stream of values, which begins only where many are known")

    def streamed_bound(self, shape: SplittingGame, claim: Periodic) -> int | Inapplicable:
        if claim.saltus:
            return Inapplicable("it speaks of saltus 0 only")
        from mexplore.discover.windows.streaming.reach import bound_of

        bound = bound_of(claim.preperiod, claim.period, shape.reach)
        if bound > MOST_STREAMED:
            return Inapplicable(f"a stream of {bound} values would take weeks")
        return bound

    def check_stream(
        self, rule: Rule, shape: SplittingGame, claim: Periodic, watcher: Watcher = no_progress
    ) -> Inapplicable | None:
        # Machine code is emitted by these: they import the compiler.
        from mexplore.discover.windows.checking import check_law
        from mexplore.discover.windows.streaming.frame import FEWEST_VALUES, Refused, framed
        from mexplore.discover.windows.streaming.machine import Machine, least_width

        frame = framed(shape, grundy_values(rule, FEWEST_VALUES))
        if isinstance(frame, Refused):
            return Inapplicable(frame.reason)
        return check_law(Machine(frame, least_width(frame)), claim, watcher)

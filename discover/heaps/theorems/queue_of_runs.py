"""Remove h to f(n) tokens, where f steps by 0 or 1: the runs of equal values are a queue."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, OneLaw
from mexplore.rules.arithmetic.ends import grows_slowly
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.families.interval.rule import Interval

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.run_queue import RunQueue
    from mexplore.rules.rule import Rule


class QueueOfRuns(OneLaw["RunQueue"]):
    """**Statement.** Let h >= 1, f(0) = 0, f(n) - f(n - 1) be 0 or 1 for all n >= 1, let f(n) and
    n - f(n) grow beyond every bound, and let the moves from n be to remove any number from h to
    f(n) of tokens (no move where f(n) < h). Let n1 be the least n with f(n) = h, y = n1 - h, and
    T(x) the least n with n - f(n) >= x. Let x_0 = y, v_0 = 0, x_1 = y + h, and for k >= 1,

        S_r = max(T(x_{r+1}), T(x_r) + h) for r < k,   x_{k+1} = min(x_k + h, S_q),

    where q is the number of the S_r, r < k, that are <= x_k. If x_k is one of them, let v_k = v_r:
    run k is the *return* of run r. Else let v_k be the number of runs before k that are no returns:
    a *new* value. Then G(n) = 0 for n < y, and G(n) = v_k for x_k <= n < x_{k+1}.

    **Proof.** A(n) = n - f(n) also steps by 0 or 1, and the options of n are A(n), ..., n - h.

    *Beginning.* Below n1 there is no move, and G = 0. For n >= n1, f(n) >= h: A(n) <= n - h, there
    is a move, and its options are at least A(n1) = y, where run 0 begins.

    *T.* T(x + 1) >= T(x) + 1, because A steps by at most 1: so T(b) - T(a) >= b - a for a <= b (1).
    If x > y, A(T(x)) = x > A(n1), so T(x) > n1 and T(x) >= x + h (2).

    *The runs are defined.* Call run k *full* if x_{k+1} - x_k = h, and *short* if it is less; run 0
    is full. By (2), S_r >= x_{r+1} + h, so S_r > x_{r+1}: run k can be the return of run r only if
    k >= r + 2 (3). So run 1 is new, q <= k - 1, and S_q is defined. If run r is full, T(x_{r+1}) >=
    T(x_r) + h by (1), so S_r = T(x_{r+1}) (4).

    *Lemma.* (a) *If run k is short, run k - 1 is full, run k + 1 is a return, and both have smaller
    values than run k.* (b) *S_0 < S_1 < ... < S_{k-1}.* By induction over k >= 1.

    (b) Let r + 1 < k. If r + 1 is full, S_{r+1} = T(x_{r+2}) >= T(x_{r+1}) + h by (4) and (1); this
    is greater than T(x_{r+1}) and, as T(x_{r+1}) > T(x_r), than T(x_r) + h: than S_r. If r + 1 is
    short, r is full by (a), S_r = T(x_{r+1}), and S_{r+1} >= T(x_{r+1}) + h. So S_r < S_{r+1}.
    Hence S_q > x_k, x_{k+1} > x_k, and no S_r is passed over: the returns begin at S_0, S_1, ...

    (a) Let run k be short: x_{k+1} = S_q < x_k + h, so run k + 1 is the return of run q <= k - 1.
    If run k is new, its value is greater than all before, v_{k-1} and v_q too. If it is the return
    of run r, then r = q - 1 and S_{r+1} < S_r + h. Were r + 1 short, then by (a) r would be full,
    S_r = T(x_{r+1}) and S_{r+1} >= T(x_{r+1}) + h, a contradiction. So r + 1 is full and S_{r+1} =
    T(x_{r+2}) >= T(x_{r+1}) + h, hence S_r > T(x_{r+1}): by (4) r is short, r >= 1, and S_r =
    T(x_r) + h. By (a) v_{r-1} < v_r > v_{r+1} (run r + 1 follows r), and r - 1 is full: S_{r-1} =
    T(x_r) = S_r - h. The run that begins at S_{r-1} ends at min(S_{r-1} + h, S_r) = x_k: it is run
    k - 1. So v_{k-1} = v_{r-1} < v_r = v_k, and v_{k+1} = v_{r+1} < v_k. And run k - 1 is not
    short, since by (a) its value would be greater than v_k. ∎ (So no two neighbours are short.)

    *The mex.* By strong induction on n >= n1 = x_1 let G be as stated below n. Let n be in run k,
    and q the number of S_r <= x_k, that is, <= n. Every return takes the value of the first run
    that has not yet returned; so the runs q, ..., k have different values, and these are all the
    values 0, ..., M used so far. An option of n is in run i if and only if x_i <= n - h and
    x_{i+1} > A(n), that is, T(x_{i+1}) > n. Of the runs q, ..., k these contain no option:

    *Run k*, as n < x_{k+1} <= x_k + h.

    *Run k - 1, if it is short and n < x_{k-1} + h*; then v_{k-1} > v_k by (a). But if k - 1 is
    full, or k - 1 is short and so k - 2 full, that run and all before begin at x_k - h or earlier.

    *Run q, if T(x_{q+1}) <= n < S_q.* Then by (4) q is short, q >= 1, and S_q = T(x_q) + h. By (a)
    q - 1 is full: S_{q-1} = T(x_q) <= n < S_q = S_{q-1} + h, so n is in the run that begins at
    S_{q-1}. So v_k = v_{q-1} < v_q by (a). Run q + 1 is full, T(x_{q+2}) >= T(x_{q+1}) + h >
    S_q > n, and T grows, so the runs from q + 1 on are not out of reach. (If T(x_{q+1}) > n, those
    from q on are not.)

    For i < q, T(x_{i+1}) <= S_i <= n: these runs contain no option. So the options of n have the
    values 0, ..., M without v_k, and without at most two values greater than v_k: the mex is v_k. ∎

    That f steps by 0 or 1 and grows more slowly than n is read from its shape, min(max(end(n), 0),
    n) with end(n) = floor((a*n + b)/c), 0 < a < c, or isqrt(a*n + b) + k with small a
    (`rules.arithmetic.ends.grows_slowly`). The proof needs no values; the first few are
    compared all the same.
    """

    name: ClassVar[str] = "queue of runs"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/queue_of_runs.py"
    statement: ClassVar[str] = (
        "If the moves are to remove h to f(n) tokens, where f(0) = 0, f steps by 0 or 1, and f(n) "
        "and n - f(n) are unbounded, the values come in runs of h or fewer. When a run is out of "
        "reach, its value comes again, first in, first out, and ends a run of a greater value; "
        "all other runs have new values."
    )
    about: ClassVar[tuple[str, ...]] = ("run-queue",)

    def hypotheses(self, rule: Rule) -> RunQueue | Inapplicable:
        """The law, if the rule meets the hypotheses; h = 1 is left to another theorem."""
        if not isinstance(rule, Interval):
            return Inapplicable("the rule is not to remove an interval of numbers of tokens")
        low, high = rule.removed_forms()
        least = low.constant if isinstance(low, Floor) else None
        if least is None:
            return Inapplicable("the fewest tokens that may be removed are no constant")
        if least < 2:
            return Inapplicable("one token may be removed")
        if high is None:
            return Inapplicable("the most tokens that may be removed have no normal form")
        if not grows_slowly(high):
            return Inapplicable(
                "the most tokens that may be removed do not grow by steps of 0 or 1, below n"
            )
        from mexplore.discover.heaps.patterns.run_queue import RunQueue

        return RunQueue(high, least)

    def instead(self, shape: RunQueue) -> str:
        del shape
        return "the claim is about another queue"

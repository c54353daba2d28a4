"""Points and intervals between linear ends: runs that recur with their events recur forever."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.patterns.run_schedule.form import Moves
from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.arithmetic.forms import Floor
from mexplore.rules.moves.pieces import FEW, Pieces, first_at, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.heaps.patterns.geometric import Geometric
    from mexplore.discover.heaps.patterns.run_schedule.pattern import RunSchedule
    from mexplore.rules.rule import Rule


class RunSchedules(Theorem["Moves", "RunSchedule | Geometric"]):
    """**Statement.** Let E be finitely many *ends* e(n) = floor((a*n + b)/c) and n0 >= 1 such that

    (H0) for n >= n0 the options of n are one heap each: the heaps f(n) of some ends f (points),
         and all heaps from A(n) to B(n) for some pairs of ends (A, B) (intervals), and no others;
    (H1) 0 < a < c, and 0 <= e(n) < n for n >= n0, for every end, and A(n) <= B(n) for n >= n0.

    Let x_0 < x_1 < ... be the starts of the maximal runs of equal values, v_k the value of run k,
    and T_e(x) = ceil((c*x - b)/a) the least n with e(n) >= x. The *event* (e, i) is that the end e
    enters run i; its time is T_e(x_i). All events at the same time are a *group*. Let sigma(k) be
    v_k with the groups at the times in [x_k, x_{k+1}), in order, each event (e, i) written as
    (e, i - k). Let P >= 1 and s < K be such that

    (H2) runs k >= s start after n0; sigma(k) = sigma(k - P) for s + P <= k < K; v_K and the first
         group of run K are those of run K - P; and K - s >= 2P;
    (H3) every end has exactly P events in the runs [K - P, K);
    (H4) K - P - D >= s, where D is the greatest k - (the number of the run that holds e(x_k - 1)),
         over all ends e and K - P <= k <= K;
    (H5) choose for each residue r mod P one event (e, k - d), d >= 1, of the first group of the run
         k = r mod P, the *creator*, so that x_k = T_e(x_{k-d}); along each cycle C of the map
         r -> r - d on residues let L_C be the sum of the d and mu_C the product of the c/a, and
         let B be a common multiple of P and all L_C: then K - B >= s, and all mu_C^(B/L_C) are
         one number rho.

    (H6) From this follow intervals [l_r, h_r] with x_k - rho*x_{k-B} in [l_r, h_r] for k = r mod P:
         on a cycle by the composition of the maps of B/L_C rounds, beginning with [0, 0], where T_e
         takes y in mu*x + [l, h] to mu*(c/a)*x + [(c*l - b)/a, (c*h - b + a - 1)/a]; for an r off
         the cycles, and for every event (e, i), from the [l, h] of what it is entered or created
         by, as [l*c/a - (1 - rho)*b/a - rho*u, h*c/a - (1 - rho)*b/a + u], u = (a - 1)/a.

    Consider all groups in the runs [K - B, K) and the first group of run K, at times t with
    intervals [lo, hi] (the intersection over the events of the group), and let the *chain* of i be
    i, i - d, ..., from creator to creator.

    (H7) For every event (e, i) of these groups, i less the descent of its chain down to the first
         residue on a cycle is >= s.
    (H8) In each group all intervals are one and the same number; or any two events have chains that
         meet in a run j >= s from whose start the two compositions of maps lead to equal times,
         whatever x_j is.
    (H9) For consecutive groups (t2 - t1)*(rho - 1) + lo2 - hi1 >= 0; or some event of the first and
         some of the second have chains that meet in a run j >= s from whose start the compositions
         of maps lead to an earlier and a later time, whatever x_j is.

    Then sigma(k) = sigma(k - P) for all k >= s + P: the values v_k have period P from k = s on, and
    each x_k, k >= s, is T_e(x_{k-d}) by the creator of its residue.

    **Proof.** *Events.* e(n) >= x is a*n + b >= c*x, so T_e(x) is as stated; T_e(x + 1) >= T_e(x) +
    1, so the events of an end have different times. There are infinitely many runs: n >= n0 has an
    option e(n), whose value is not G(n), and e(n) grows past every bound. For n >= n0 the options
    of n have the values v_i with f(n) in run i, f a point, and those with A(n) or B(n) in run i or
    in between. So from an event of some end to the next event of any the value is constant: runs
    that start after n0 start with an event, which by H1 is about an earlier run.

    *The formal runs.* For k > K let x_k = T_e(x_{k-d}) with the creator of k mod P, and let v_k =
    v_{k-P}. By H2, x_k is T_e(x_{k-d}) with the creator of its residue for s <= k <= K as well. Let
    the *formal events* be those in [K - B, K) and their shifts (e, i + mB), m >= 1, at the times
    T_e(x_{i+mB}), counted to the run that is mB further on.

    *Times of a block later.* For i >= s down to a cyclic residue (H7) the relations used in H6 are
    in force for i + B and, off the cycles, for i: T_e(y) = (c*y - b)/a + u', 0 <= u' <= u, and on a
    cycle x_{i+B} is the composition at x_i. As they depend on residues only, an event at time t
    recurs at a time in rho*t + [lo, hi] from every block to the next, with the same [lo, hi].

    *Order and ties persist.* By H8 the events of a group have the same time again, block after
    block. Let t1 < t2 be the times of consecutive groups. If the first case of H9 holds, then a
    block later t2' - t1' >= rho*(t2 - t1) + lo2 - hi1 >= t2 - t1 > 0, so the first case holds again
    with the larger difference. In the second case t1' < t2' because both are the same compositions
    of maps at x_{j+B}. So the formal groups come in the order of the block, forever; the first
    group of K is, by H2, that of K - B shifted, so block follows upon block. In particular the x_k
    increase, and the groups of run k lie in [x_k, x_{k+1}).

    *Every end is where its formal events say.* By H3 and periodicity each end has B events in
    the runs [K - B, K), (e, i), ..., (e, i + B - 1), say; shifted by B, 2B, ... they are all
    (e, i'), i' >= i, once each and in order. So for n >= x_{K-B} the last run that e has entered by
    its formal events at times <= n is the i' with T_e(x_i') <= n < T_e(x_{i'+1}): the formal run
    that contains e(n).

    *The formal runs are the runs.* Let F(n) = v_k on x_k <= n < x_{k+1}; F(n) = G(n) for n <
    x_K. Let n >= x_K lie in run k after a number of its groups, and let n' lie in run k - P after
    as many of its groups. Because every end has P events in any P consecutive runs, at n each
    end is P runs further on than at n'. By H4, and as this makes the distances D recur, all runs i
    from whose values the mex at n is formed have i - P >= k - P - D >= s, so that v_i = v_{i-P}:
    the options of n have under F the same values as those of n', of which the mex is v_{k-P} = v_k,
    by induction. So F(n) is the mex of F at the options of n for all n >= n0, F = G below n0, and
    options are smaller than n: F = G. As neighbouring v_k differ, the formal runs are maximal. ∎

    *What is checked.* From n0 on the values are followed from event to event until K runs have
    begun, for some K that grow; all of H2 to H9 are checked on these. The bound is x_K + 1: below
    it the claim is held against the values once more. A difference of compositions of maps of equal
    slope is periodic in x, because T_e(x + a) = T_e(x) + c, and is computed on a whole period.

    If rho is an integer c and every [l_r, h_r] is [0, 0], then x_{k+B} = c*x_k for k >= K - B, by
    H7; let j >= s be the least number from which on the runs seen show it up to there. Then G(n) =
    G(floor(n/c)) from x_{j+B} on. If every one is [1 - c, 1 - c], x_{k+B} - 1 = c*(x_k - 1), and
    G(n) = G(ceil(n/c)). Such a geometric law is proved, with its least start, if it holds below the
    bound. (Off the cycles H6 says nothing of those k >= s whose chains begin before s.)

    Without H3 and H4 false schedules pass (an end that lags behind, such as floor(n/2^1400)), and
    without H4 and H7 (an end that still reads runs of another kind); so they do without H8, and
    without H9. Of H4 and H7 each mostly refuses what the other does: no rule is known for which
    one of them alone keeps a false schedule out.
    """

    name: ClassVar[str] = "run schedules"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/run_schedules/theorem.py"
    statement: ClassVar[str] = (
        "The options are heaps and intervals of heaps whose ends are floors of linear functions of "
        "n with slopes between 0 and 1. If the runs of equal values recur, with the order in which "
        "ends enter runs, over two periods, every end keeps pace, nothing before is read, starts "
        "grow by one ratio over a block of runs, and no two events of the block can change their "
        "order when it recurs, then the runs recur forever."
    )
    about: ClassVar[tuple[str, ...]] = ("run-schedule", "geometric")

    def hypotheses(self, rule: Rule) -> Moves | Inapplicable:
        pieces = pieces_of(rule)
        if pieces is None or not pieces.pieces:
            return Inapplicable(
                "the options are not heaps, and intervals of heaps, between ends that never fall"
            )
        ends = [end for end in pieces.ends if isinstance(end, Floor) and 0 < end.a < end.c]
        if len(ends) < len(pieces.ends):
            return Inapplicable("an end is not floor((a*n + b)/c) with 0 < a < c")
        at_least_0 = [first_at(end, 0) for end in ends]
        first = max(pieces.first, *(n for n in at_least_0 if n is not None))
        if first > FEW:
            return Inapplicable(f"some end is negative for heaps beyond {FEW}")

        from mexplore.discover.heaps.patterns.run_schedule.form import Inverse

        return Moves(rule, Pieces(pieces.pieces, first), tuple(map(Inverse.of, ends)))

    def bound_of(self, shape: Moves, claim: RunSchedule | Geometric) -> int | Inapplicable:
        from mexplore.discover.heaps.theorems.run_schedules.law import bound_of

        return bound_of(shape, claim)

    def claims_of(self, shape: Moves) -> Iterable[RunSchedule | Geometric]:
        """The law; the geometric one where starts are multiplied exactly."""
        from mexplore.discover.heaps.theorems.run_schedules.law import claim_for

        law = claim_for(shape)
        if law is not None:
            yield law

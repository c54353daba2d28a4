"""Periods of all kinds at once: the theorem of Guy and Smith for systems of kinds."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.study.theorem import Inapplicable
from mexplore.discover.systems.patterns.kind_laws import KindLaws
from mexplore.discover.systems.patterns.pattern import KindValues
from mexplore.discover.systems.theorems.shifts import Shifts
from mexplore.discover.systems.theorems.theorem import SystemTheorem
from mexplore.rules.systems.system import System


class GuySmithForKinds(SystemTheorem):
    """**Statement.** Let play in a system end, as the ranks of `rules.systems.ends` show, and let T
    be a set of kinds whose schemas have parts of kinds in T only. For each t in T let n_t >= 0 and
    p_t >= 1 be given, and let Q_t be a common multiple of p_t, of the p_u of all kinds u of parts
    of schemas of t, and of all moduli in these schemas. Let N_t be the size from which on the
    options of heaps of kind t are those of schemas, and let B_t be the greatest of N_t + Q_t, of
    n_t + Q_t, and, for every schema of t with k >= 1 parts of kinds u_i, with least sizes lo_i and
    drop j, of

        j + sum of max(n_{u_i}, lo_i) + k (Q_t - 1) + 1.

    If G_t(n + p_t) = G_t(n) for all t in T and all n >= n_t with n + p_t < B_t, then this is true
    of all t in T and all n >= n_t.

    **Proof.** Let F_t(n) = G_t(n) for n < B_t, and F_t(n) = F_t(n - p_t) for n >= B_t; since B_t >=
    n_t + Q_t >= n_t + p_t this is defined, and F_t(n + p_t) = F_t(n) for all n >= n_t. It is to be
    shown that F_t(n) = G_t(n) for all t in T and all n, by induction over the rank S n + w_t, which
    is bounded from below and falls from a heap to each part that a schema makes of it. For n < B_t
    nothing is to be shown. Let n >= B_t, and m = n - Q_t >= N_t. The options of (t, n) and of
    (t, m) are those of schemas. Their parts have kinds in T and ranks below that of (t, n), even
    where a drop is negative and a part has more tokens than the heap: (t, m) itself has a lower
    rank than (t, n). So by induction F gives the values of all these parts, and of (t, m). The
    fixed heaps beside the parts are the same for n and m, and so are their values; a schema without
    parts is for n if it is for m. So by the Lemma of `shifts`, for each schema with its fixed heaps
    as c, the options of (t, n) have the same values as those of (t, m). Both have the same mex:
    G_t(n) = G_t(m) = F_t(m) = F_t(n), the last as m >= n_t and p_t divides Q_t. ∎

    *One period for all.* With n0 and p in place of all n_t and p_t, where n0 is at least every N_t
    and lo_i, it is enough that G_t(n + p) = G_t(n) for n0 <= n < k n0 + (k - 1)(p - 1) + J, k being
    the greatest number of parts and J >= 0 the greatest drop. For k = 1 it is a window of J values
    of all kinds.

    *From below.* T may be any set of kinds that is closed under 'leads to': the kinds of a strongly
    connected component may have other periods than those below it, which only have to divide Q_t.

    **One value less is not enough.** A(n) -> A(n - 3) has the values 0, 0, 0, 1, 1, 1, ...: with
    n_t = 0 and p_t = 1 the bound is 4, and the law G(n + 1) = G(n) holds for n + 1 < 3. A(n) ->
    A(a) + A(b) with a, b >= 1 and a + b = n - 1 has its first move at 3; the bound is 4 again.
    """

    name: ClassVar[str] = "Guy-Smith for kinds"
    source: ClassVar[str] = (
        "R. K. Guy, C. A. B. Smith, The G-values of various games, Proc. Camb. Phil. Soc. 52 "
        "(1956) 514-526, for one kind; proof in full in discover/systems/theorems/guy_smith.py"
    )
    statement: ClassVar[str] = (
        "Where moves make one heap into boundedly many heaps of finitely many kinds, with sums of "
        "sizes n - j: if the values of each kind repeat with a period of its own for all sizes "
        "below a bound, which follows from preperiods, periods, drops and numbers of parts, then "
        "they do for all sizes."
    )

    def bound_of(self, system: System, claim: KindLaws, known: KindValues) -> int | Inapplicable:
        del known
        if any(law.saltus for law in claim.of.values()):
            return Inapplicable("the values of some kinds grow")
        shifts = Shifts(system, claim)
        return max(
            max(shifts.bound(kind, shifts.common(kind)), shifts.least(kind))
            for kind in shifts.named()
        )

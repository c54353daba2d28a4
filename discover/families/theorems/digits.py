"""Laws with parameters are true if finitely many sentences of linear integer arithmetic are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from mexplore.discover.families.patterns.law import DigitLaw
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.solvers.formulas import Script
from mexplore.discover.families.solvers.solver import Solver
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.discover.families.theorems.proving import Outcome, prove_law, script_of
from mexplore.rules.parameters.rule import ParametricRule


class Digits(TheoremByCases[ParametricRule, FamilyLaw]):
    """Let games ``subtract(s_1(k), ..., s_m(k))`` be given, k = (k_1, ..., k_r) integers, and a law
    as in `discover.families.patterns.law`, on a cell C: a conjunction of linear inequalities,
    equations and congruences in k. Values are integers >= 0.

    **Notation.** x = (x_d, ..., x_1, x_0) are digits, val(x) = sum of w_i x_i; ghosts are further
    coordinates of weight 0. R is the union of the pieces, Per of those that are periodic, V_v of
    those of value v; V_v is empty for a value that no piece has. neg(y): every digit is <= 0, free
    digits are 0, y_0 < 0. nonneg(y): every digit is >= 0, free digits are 0. e_0 is the unit vector
    of the last digit. n0 = val(start), p = val(period).

    **Hypotheses.** *Identities* of polynomials in k and x, which are expanded:

    * (I1) val(v_j) = s_j(k).
    * (I2) val(z) = 0 for every carry, of moves, of the successor and of the range, and for every
      relation.
    * (I3) w_0 = 1, ghosts have weight 0; a relation is 1 at its digit, 0 at higher digits and at
      free ones. Weights, v_j, relations, start and period have parameters only, as have invariants.
    * (I4) every invariant vanishes on every v_j, every carry of moves and successor, start, period,
      and e_0.
    * (I5) entries of v_j, carries, relations, start and period are linear, cells and pieces too.

    *Conditions*; each says that for all integers k in C and x its negation is false:

    * (W) in the relation of a digit the lower entries are <= 0.
    * (E) s_j >= 1: s_j is linear and >= 1, or nonneg(v_j + z) and v_j + z is >= 1 at a *positive*
      digit, where z is 0 or one of the carries of the move, negated. The last digit is positive; a
      digit that is not free is, where its relation is <= -1 at a positive digit.
    * (P) p >= 1, in the same way with z = 0.
    * (N) for x in R some z, 0 or a carry of the range, has nonneg(x + z).
    * (S) 0 is in R, start is in Per; for x in a piece P some carry z of the successor has
      x + e_0 + z in R, and in Per if P is periodic.
    * (L) for x in R and every move j some carry z of it has x - v_j + z in R, or neg(x - v_j + z).
    * (X) for x in a piece of value v, every j and every carry z of j: x - v_j + z is not in V_v.
    * (M) for x in a piece of value v and each w < v some j and z have x - v_j + z in V_w.
    * (Q) for x in a periodic piece of value v: x + period is in V_v.

    **Theorem 1.** Then for every k in C: every n >= 0 is val(x) of some x in R; G(val(x)) is the
    value of any piece that holds x; p >= 1, and G(n + p) = G(n) for all n >= n0.

    **Proof.** Fix k in C. By (I2), (I3) and (W), w_i is the sum of (-entry_l) w_l over lower digits
    l that are not free, so that w_i >= 0 for all digits i that are not free, by induction from
    w_0 = 1; and w_i >= 1 for positive digits. Hence val(x) = val(x + z) >= 0 for x in R, by (N) and
    (I2), and val(y) <= y_0 w_0 < 0 where neg(y). By (E) and (I1) every s_j = val(v_j + z) is at
    least the entry at a positive digit, which is >= 1, as is p by (P).

    *Every n has digits in R.* 0 has, by (S). If val(x) = n with x in R, then some x + e_0 + z is in
    R, and its value is n + 1. From start on the same induction stays in Per: every n >= n0 has
    digits in Per.

    *Values*, by induction on n. Let x be in a piece of value v, any one that holds x, val(x) = n.
    Every y = x - v_j + z has val(y) = n - s_j. By (L) some y is in R, so that n - s_j >= 0 and the
    move j exists, and G(n - s_j) is the value of every piece that holds any such y, as s_j >= 1; or
    neg(y) for some y, so that n - s_j < 0 and there is no move j. By (X) no move leads to the value
    v: the y in R of (L) is in some piece, whose value is G(n - s_j), and is not v. By (M) for each
    w < v some y is in V_w: it is in R, so that the move exists, and G(n - s_j) = w. So G(n) = v.

    *Period.* n >= n0 has digits x in Per, of value v; by (Q) x + period is in V_v, so that
    G(n + p) = v. ∎

    No digits need be unique, and the list of carries may be any: one that is too short makes (S),
    (L) or (M) fail; a longer one makes (X) a stronger condition, which is true of all digits.

    **Phases.** Let there be invariants lambda, polynomials in k for each digit and ghost. Theorem 1
    holds with R and its pieces replaced by their points, with ghosts, at which every lambda is 0:
    the start of each induction (0 and start) is such a point, and by (I4) so are x + e_0 + z,
    x - v_j + z and x + period if x is. So conditions may take facts for granted at x and at every
    x - v_j + z and x + e_0 + z that follow from lambda = 0. One is: if lambda is f - r t + a s,
    with a free digit f, a digit t and a ghost s, then t = 0 and 0 <= f < a imply f = 0. (For
    f = -a s is a multiple of a, and 0 is the only one there.) It is derived from lambda, not read.

    Where ``reduced``, period is a at t, r at s, and 0 elsewhere, and a divisor of p is claimed:

    * (T) a >= 1; for x in a periodic piece of value v and tau >= 1: x + tau e_t is in V_v.

    Then (a/g) w_t is a period, g = gcd(a, r): the vector with a/g at t and r/g at s has integer
    entries and lambda = 0 on it, its value is (a/g) w_t, and (T) with tau = a/g is (Q) for it.

    **Least period.** Let *landmarks* d be given, vectors with values v, and further vectors z of
    value 0 (*ups*, in (I2), (I4) and (I5) like carries, as are landmarks in (I4) and (I5)), and let
    period be 1 at one digit q and 0 elsewhere, and start be 0 at q. If on C also

    * (K) start + d is in Per and in V_v for every landmark;
    * (U0) for x in Per with x_q = 0 some carry z of the successor has x + e_0 + z in Per with 0 at
      q, or x + e_0 + z = start + period;
    * (U) for each x in Per with x_q = 0, x not start, some landmark d, some z and some w other than
      the value of d have x + d + z in V_w,

    then p is the least period: no p' with 0 < p' < p has G(n + p') = G(n) for all n >= n0.

    *Proof.* By (U0) each of n0, ..., n0 + p - 1 has digits in Per with 0 at q, by induction from
    start: x + e_0 + z = start + period would have the value n0 + p. Let p' be such a period. It is
    one also from any m on from which p is one: G(n + p') = G(n + p' + K p) = G(n + K p) = G(n) for
    n >= m and K large. start + d is in Per, so that p is a period from its value on, and
    G(val(start + d) + p') = v. Take digits x of n0 + p' as above; x is not start, as the values
    differ. x + d + z has the value val(start + d) + p', so where it is in V_w, w = v: (U) fails. ∎

    Where ``reduced``, with start = 0: in (U) x is any of Per that is not 0 at all digits but t, and
    (U0) is not needed. Let p' >= 1 be a period; p' has digits x in Per, at which (U) says that only
    x_t is not 0, so p' = x_t w_t, where x_t >= 1; lambda(x) = 0 is -r x_t + a s = 0, so a divides
    r x_t, a/g divides x_t, and p' >= (a/g) w_t. ∎

    **The family.** Members are the integer values of names that satisfy the constraints. A split
    writes every member in the parameters of one of its cases, by division with remainder
    (`discover.families.patterns.splits`); that widths are >= 1 and what is divided >= 0 is shown.
    A law of a case is about the elements of the family in these parameters. The family has members,
    and every cell has a point in the domain of its case. Every member has a law if no point of the
    domain of a case is in none of its cells.

    What is trusted: this page, the solver, the expansion of polynomials, and what writes the
    conditions (`discover.families.theorems.conditions`). A piece that a constraint excludes for x
    in P is left out of "in R" and "in V_v" (`discover.families.theorems.identities`); in (S), (L),
    (M), (Q) and (T) that can only make a condition stronger, so that for (X) alone it matters that
    nothing else is left out.
    """

    name: ClassVar[str] = "digits"
    source: ClassVar[str] = (
        "proof in full in discover/families/theorems/digits.py, with sentences of Presburger "
        "arithmetic (1929) as conditions"
    )
    statement: ClassVar[str] = (
        "If a law's digits, carries and pieces satisfy finitely many sentences of linear integer "
        "arithmetic, then it gives every value of every member in its cell, with its period."
    )

    about: ClassVar[tuple[str, ...]] = (FamilyLaw.name,)
    conditions: ClassVar[Mapping[str, str]] = {
        "W": "weights: each is a sum of lower ones with coefficients >= 0",
        "E": "every element is at least 1",
        "P": "the period is at least 1",
        "N": "digits in a piece stand for a number >= 0",
        "S": "0 and the start have digits in pieces, and so has n + 1 with n",
        "L": "a move leads into a piece, or below 0",
        "X": "no move leads to a piece of the same value",
        "M": "some move leads to each smaller value",
        "Q": "a period later is a piece of the same value",
        "T": "the same for the divided period",
        "K": "landmarks have their values",
        "U0": "the numbers of the first period have digits without whole periods",
        "U": "no smaller number moves every landmark to its own value",
    }

    def outcome(
        self,
        rule: ParametricRule,
        case: Case,
        law: DigitLaw,
        solvers: Sequence[Solver],
        deadline: float | None = None,
    ) -> Outcome:
        """Theorem 1, with the least period if the law claims one."""
        elements = tuple(element.with_names(case.family) for element in rule.elements)
        return prove_law(law, elements, solvers, deadline)

    def script(self, rule: ParametricRule, case: Case, law: DigitLaw) -> Script:
        """A function of the law alone.

        >>> from mexplore.discover.families.patterns.digits import TWICE
        >>> from mexplore.discover.families.patterns.pattern import CaseLaw
        >>> from mexplore.discover.families.patterns.writing import read_law
        >>> claim = FamilyLaw((), (CaseLaw(0, read_law(TWICE)),), True)
        >>> rule = ParametricRule.parse("subtract(k) for k >= 1")
        >>> [(name, answer) for name, _, answer in Digits().scripts(rule, claim)]
        [('members', 'sat'), ('cells', 'sat'), ('law-0', 'unsat'), ('cover', 'unsat')]
        """
        del rule, case
        return script_of(law)

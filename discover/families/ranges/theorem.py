"""Laws whose values are digit vectors are true if finitely many linear sentences are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from mexplore.discover.families.patterns.splits import Case
from mexplore.discover.families.ranges.conditions import script_of
from mexplore.discover.families.ranges.law import NumberSystem, RangeLaw, ValueLaw
from mexplore.discover.families.solvers.formulas import Script
from mexplore.discover.families.solvers.solver import SECONDS_EACH, Solver
from mexplore.discover.families.theorems.by_cases import TheoremByCases
from mexplore.discover.families.theorems.proving import Outcome, ask_all
from mexplore.rules.parameters.ranges import Range, RangeFamily


def first_wrong_identity(law: ValueLaw, ranges: tuple[Range, ...]) -> str:
    """The first identity that does not hold, in words; empty if all do. ``ranges`` are those of
    the family, in the parameters of the law."""
    return next(_wrong(law, ranges), "")


def _wrong(law: ValueLaw, ranges: tuple[Range, ...]) -> Iterator[str]:
    given = tuple(tuple(law.positions.val(end) for end in ends) for ends in law.ends)
    if given != ranges:
        yield "the ends are those of the ranges of the family"
    for system in (law.positions, law.values):
        yield from _wrong_system(system)
    yield from _wrong_degrees(law)


def _wrong_system(system: NumberSystem) -> Iterator[str]:
    """(I2) and (I3)."""
    if system.weights[-1] != 1:
        yield "the last digit has the weight 1"
    if any(system.val(z) != 0 for z in (*system.carries, *system.relations)):
        yield "every carry and every relation has the value 0"
    for i, relation in enumerate(system.relations):
        if relation[i] != 1 or any(entry != 0 for entry in relation[:i]):
            yield "a relation is 1 at its digit and 0 at higher ones"


def _wrong_degrees(law: ValueLaw) -> Iterator[str]:
    """(I4): what a solver sees is linear."""
    seen = [
        *law.positions.relations,
        *law.positions.carries,
        *law.values.relations,
        *law.values.carries,
        *(end for ends in law.ends for end in ends),
        *(piece.value for piece in law.pieces),
        *law.witnesses,
        *law.landmarks,
        law.period,
        law.saltus,
    ]
    if any(not entry.is_linear for vector in seen for entry in vector):
        yield "carries, relations, ends, values, witnesses, landmarks, period, saltus are linear"
    if law.landmarks and law.the_saltus != 0:
        yield "the saltus of a law with landmarks is 0"
    cells = [law.cell, law.values_in, *(piece.where for piece in law.pieces)]
    if any(not constraint.form.is_linear for cell in cells for constraint in cell):
        yield "cells and pieces are linear"


class RangeTheorem(TheoremByCases[RangeFamily, RangeLaw]):
    """One theorem about laws of ranges."""

    about: ClassVar[tuple[str, ...]] = (RangeLaw.name,)


class DigitValues(RangeTheorem):
    """Let S(k) be a set of numbers s >= 1, for integers k = (k_1, ..., k_r): those that lie in one
    of the ranges [A_1, B_1], ..., [A_m, B_m], or those that lie in none of them. The ends are
    polynomials in k; a range with A_i > B_i is empty. From a heap of n one takes s <= n tokens,
    s in S(k). Let a law as in `discover.families.ranges.law` be given on a cell C:
    a conjunction of linear inequalities, equations and congruences in k.

    **Notation.** Positions and values are written in a number system each, with digits x and w and
    weights; val is the number of a vector in either one, e_0 the unit vector of its last digit. R
    is the union of the pieces; u_P(x) is the vector of the value in the piece P. W is the region of
    the digits of values. For a vector d of either system *d is shown* means: d + z has no entry
    below 0, for z = 0 or one of the carries z of the system. For a vector d of positions

    * *d is in [A, B]* is shown if d - A and B - d are, with vectors A, B of the ends; *d is not in
      it* if A - d - e_0 or d - B - e_0 is;
    * *d is a move* is shown if d - e_0 is, and that d is in one of the ranges (in none of them);
    * *d is not a move* is shown if -d is, or that d is in none of the ranges (in one of them).

    **Hypotheses.** *Identities*, which are expanded:

    * (I1) the vectors of the ends have the values A_i and B_i.
    * (I2) val(z) = 0 for every carry and every relation, in either system.
    * (I3) in either system the last weight is 1, and each digit but the last has a relation, which
      is 1 there and 0 at higher digits. Weights, carries, relations, ends, period and saltus have
      parameters only; C too; u_P, the pieces and landmarks also x, W also w, witnesses also x and
      w. Where there are landmarks, val(saltus) = 0.
    * (I4) all of these but the weights are linear.

    *Conditions*; each says that for all integers k in C, x, y and w its negation is false:

    * (W) the lower entries of relations are <= 0, in either system.
    * (P) period - e_0 is shown.
    * (S) 0 is in R; for x in R some z, 0 or a carry, has x + e_0 + z in R.
    * (T) 0 is in W; for w in W some z, 0 or a carry of values, has w + e_0 + z in W.
    * (N) x is shown for x in R. (V) u_P(x) is shown for x in P.
    * (Q) for x in P a piece P' holds x + period, and u_P'(x + period) = u_P(x) + saltus.
    * (X) for x in P and y in P': u_P(x) - u_P'(y) - e_0 is shown, or u_P'(y) - u_P(x) - e_0 is, or
      that x - y is not a move.
    * (M) for x in P and w in W: w - u_P(x) is shown, or a witness t lies in a piece P' with
      u_P'(t) = w, and that x - t is a move is shown.
    * (U), only where there are landmarks: for x in P: -x is shown, or x - period is, or there are a
      landmark t in a piece P', and z, 0 or a carry, with x + t + z in a piece P'', such that
      u_P'(t) - u_P''(x + t + z) - e_0 is shown, or u_P''(x + t + z) - u_P'(t) - e_0 is.

    **Theorem.** Then for every k in C every n >= 0 is val(x) of some x in R; G(val(x)) is
    val(u_P(x)) for every piece P that holds x; p = val(period) >= 1, and G(n + p) = G(n) + s for
    all n >= 0, where s = val(saltus). Where there are landmarks, p is the least period: for no p'
    with 0 < p' < p G(n + p') = G(n) for all n >= 0.

    **Proof.** Fix k in C. By (I2), (I3) and (W) each weight but the last, which is 1, is a sum of
    lower ones with factors >= 0: weights are >= 0. So *if d is shown, val(d) >= 0*: val(d) is
    val(d + z) for some z of value 0, a sum of products of numbers >= 0. Hence, as val is linear
    and val(e_0) = 1: where it is shown that d is in [A, B], A <= val(d) <= B; that it is not,
    val(d) < A or val(d) > B; that d is a move, val(d) >= 1 and val(d) is in S(k); that d is no
    move, val(d) <= 0, or val(d) is not in S(k) (by (I1)). By (P) p >= 1, and by (N) and (V)
    val(x) >= 0 for x in R and val(u_P(x)) >= 0 for x in P.

    *Every n >= 0 is val(x) of some x in R*, by induction: 0 by (S), and x + e_0 + z has the value
    val(x) + 1. In the same way every number >= 0 is val(w) of some w in W, by (T).

    *Values*, by induction on n. Let P hold x, val(x) = n and v = val(u_P(x)) >= 0. An option is an
    n' with 0 <= n' < n and n - n' in S(k). It is val(y) for some y in R, in a piece P', and
    G(n') = val(u_P'(y)) by induction. As val(x - y) = n - n' is >= 1 and in S(k), it is not shown
    that x - y is not a move; by (X) v - G(n') >= 1 or G(n') - v >= 1: no option has the value v.
    Let 0 <= c < v and take w in W with val(w) = c. As val(w - u_P(x)) < 0, it is not shown; so by
    (M) a witness t is in a piece P' with u_P'(t) = w, and n - val(t) = val(x - t) is >= 1 and in
    S(k). val(t) >= 0, as t is in R. So val(t) is an option, and G(val(t)) = val(w) = c by
    induction. So v is the least number that is not the value of an option: G(n) = v.

    *Period.* n >= 0 is val(x) with x in a piece P; by (Q) n + p = val(x + period) has the value
    val(u_P(x) + saltus) = G(n) + s.

    *Least period.* Let 0 < p' < p, and p' = val(x) with x in a piece P. As val(-x) < 0 and
    val(x - period) < 0, neither is shown. So by (U) there are a landmark t and z such that, with
    d = val(t) >= 0, p' + d = val(x + t + z), G(d) = val(u_P'(t)) and G(p' + d) = val(u_P''(x + t +
    z)) differ by 1 or more: p' is not a period. ∎

    No digits need be unique, and lists of carries and witnesses may be any: what is too short makes
    a condition fail. There is no quantifier but the outermost: witnesses are in the certificate.

    **The family** is split into cases as in `discover.families.theorems.digits`: what the steps
    take for granted is shown, there are members, every cell has a point in the domain of its case,
    and no point of the domain of a case is in none of its cells, so that every member has a law.
    """

    name: ClassVar[str] = "digit values"
    source: ClassVar[str] = (
        "proof in full in discover/families/ranges/theorem.py, with sentences of Presburger "
        "arithmetic (1929) as conditions"
    )
    statement: ClassVar[str] = (
        "If the digits of positions and of values, the pieces and the witnesses of a law satisfy "
        "finitely many sentences of linear integer arithmetic, then it gives every value of every "
        "member in its cell, where moves are ranges of numbers, or all but ranges."
    )

    conditions: ClassVar[Mapping[str, str]] = {
        "W": "weights: each is a sum of lower ones with coefficients >= 0",
        "P": "the period is at least 1",
        "S": "0 has digits in a piece, and so has n + 1 with n",
        "T": "0 is a value in digits, and so is v + 1 with v",
        "N": "digits in a piece stand for a number >= 0",
        "V": "values are numbers >= 0",
        "Q": "a period later is a piece of the same value, or of one that is larger by the saltus",
        "X": "no move leads to the same value",
        "M": "some move leads to each smaller value",
        "U": "a landmark has another value a smaller number later: the period is the least",
    }

    def outcome(
        self,
        rule: RangeFamily,
        case: Case,
        law: ValueLaw,
        solvers: Sequence[Solver],
        deadline: float | None = None,
    ) -> Outcome:
        return prove_law(law, in_case(rule.ranges, case), rule.all_but, solvers, deadline)

    def script(self, rule: RangeFamily, case: Case, law: ValueLaw) -> Script:
        del case
        return script_of(law, rule.all_but)


def prove_law(
    law: ValueLaw,
    ranges: tuple[Range, ...],
    all_but: bool,
    solvers: Sequence[Solver],
    deadline: float | None = None,
    each: float = SECONDS_EACH,
) -> Outcome:
    """Whether a law is true for all parameters in its cell: every solver has to show every
    condition."""
    try:
        law.refuse_misfits()
    except ValueError as error:
        return Outcome(failed=str(error))
    wrong = first_wrong_identity(law, ranges)
    if wrong:
        return Outcome(failed=f"it is not true that {wrong}")
    return ask_all(script_of(law, all_but), law.parameters, solvers, deadline, each)


def in_case(ranges: tuple[Range, ...], case: Case) -> tuple[Range, ...]:
    """The ranges of a family in the names of a case."""
    return tuple((a.with_names(case.family), b.with_names(case.family)) for a, b in ranges)

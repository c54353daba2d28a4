"""Multiples of k and finitely many other numbers: a window decides an arithmetic period."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.families.subtraction.rule import Subtraction
from mexplore.rules.sets.multiples import Multiples

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.rules.rule import Rule


class MultiplesAndFew(Theorem["Subtraction", "Periodic"]):
    """**Statement.** Let S be the set of all multiples k, 2k, 3k, ... of k >= 1 together with a
    finite set A of positive numbers that are no multiples of k, E = |A|, and W = max(k*(3E + 1),
    max A). Let p >= 1, s >= 0 and n0 >= 0. If G(n + p) = G(n) + s for n0 <= n < n0 + W, then for
    all n >= n0. (With A empty, W = k, and G(n) = floor(n/k).)

    **Proof.** Fix a residue class c modulo k and write g(i) = G(c + i*k), V_i = {g(0), ...,
    g(i - 1)}, and X_i for the values of the options n - a of n = c + i*k, a in A, a <= n. All
    smaller numbers of the class are options of n, so g(i) is the least number outside V_i and X_i.

    (1) In each class every value occurs at most once, since g(i) is outside V_i.

    (2) A given v lies in X_i for at most E of the i. For v in X_i there is an a in A with
    G(n - a) = v, and n - a lies in another class, which depends on a only; by (1) it is the one
    number of that class with the value v. So each a gives at most one n.

    (3) g(i) is among the E + 1 least numbers outside V_i, as X_i has at most E elements. So, when
    a number is taken that exceeds all before it, at most E smaller ones are left out, and until
    the next such number is taken these can only become fewer: of any E + 1 consecutive i, at least
    one has g(i) larger than all of V_i.

    (4) If v is outside V_i, no number larger than v is in V_(i - 2E). Let j be the least index with
    g(j) > v. At step j, v is outside V_j and smaller than g(j), so by (3) at most E - 1 numbers
    outside V_j are smaller than v, and v is in X_j. In each later step before v is taken, either
    one of those smaller numbers is taken, at most E - 1 times, or a number larger than v is taken
    and v is in that X, by (2) at most E - 1 more times. So v is taken by step j + 2E - 1 at the
    latest; as it is not among g(0), ..., g(i - 1), j + 2E - 1 >= i, and j >= i - 2E + 1.

    (5) Let i >= 3E + 1 and mu = max V_(i - 2E). By (4) all numbers below mu are in V_i; the others
    in V_i are among g(i - 2E), ..., g(i - 1). By (3) mu is the largest of g(i - 3E - 1), ...,
    g(i - 2E - 1). So for n >= W, G(n) is the least number above the largest of G(n - j*k),
    2E + 1 <= j <= 3E + 1, that differs from G(n - j*k), 1 <= j <= 2E, and from G(n - a), a in A.
    This expresses G(n) by the W values before it, and adding s to them adds s to G(n).

    Now induct on n >= n0 + W: (5) for n and for n + p gives G(n + p) = G(n) + s. ∎

    The window may be longer than needed: no rule is known for which max(k*(2E + 1), max A) equal
    differences are followed by another one. With k*(E + 1) the statement is false: for k = 7 and
    A = {4, 19}, G(n + 22) = G(n) + 3 holds for 35 <= n < 62 and fails at 62.
    """

    name: ClassVar[str] = "multiples and a few"
    source: ClassVar[str] = "proof in full in discover/heaps/theorems/multiples.py"
    statement: ClassVar[str] = (
        "If all multiples of k and a finite set A of E other numbers may be removed, and "
        "G(n + p) = G(n) + s for max(k*(3E + 1), max A) consecutive n >= 0, then for all n from "
        "there on."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)

    def hypotheses(self, rule: Rule) -> Subtraction | Inapplicable:
        if not isinstance(rule, Subtraction) or not _step(rule):
            return Inapplicable("the rule is not to remove multiples of a number, or one of a few")
        return rule

    def bound_of(self, shape: Subtraction, claim: Periodic) -> int:
        window = max(_step(shape) * (3 * len(shape.members) + 1), *shape.members, 0)
        return claim.preperiod + claim.period + window

    def claims_of(self, shape: Subtraction) -> Iterable[Periodic]:
        from mexplore.discover.heaps.patterns.periodic import Periodic

        if not shape.members:
            yield Periodic(0, _step(shape), 1)


def _step(rule: Subtraction) -> int:
    """The k such that the set consists of all multiples of k and finitely many others; 0 if there
    is none.

    The members of a rule in canonical shape are no members of its named set.
    """
    if len(rule.named) != 1:
        return 0
    (part,) = rule.named
    if not isinstance(part, Multiples) or any(s in part for s in rule.members):
        return 0
    return part.step

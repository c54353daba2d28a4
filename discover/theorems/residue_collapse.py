"""Infinite subtraction sets that behave like a few of their members: residue collapse."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from discover.coq.collapse import collapse_law
from discover.theorem import Inapplicable, Theorem
from rules.families.subtraction.rule import Subtraction
from rules.rule import Rule, grundy_by_definition

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discover.coq.law import CoqLaw
    from discover.patterns.periodic import Periodic

LONGEST_PERIOD = 2000  # the check costs the square of the period
_PROPOSED = 64


class ResidueCollapse(Theorem["Subtraction", "Periodic"]):
    """**Statement.** Let S be a set of positive integers, finite or not, p >= 1, and f(r) = G(r)
    for 0 <= r < p. If f(r) != f((r - s) mod p) for every r and every s in S, then G(n) = f(n mod p)
    for all n >= 0; and conversely.

    **Proof.** Induction on n, with r = n mod p. (a) Every v < f(r) is the value of an option of
    n: f(r) is the mex of the options of r, so there is an s in S, s <= r, with f(r - s) = v; as
    s <= r <= n it is a move from n as well, and (n - s) mod p = r - s, so G(n - s) = v. (b) No
    option of n has the value f(r): for s in S, s <= n, G(n - s) = f((r - s) mod p) != f(r). So
    G(n) = f(r). Conversely, for s in S and any r take an n >= s with n mod p = r: n - s is an
    option of n, so G(n) != G(n - s). ∎

    Only the residues of S modulo p enter, and they must be known exactly (from polynomials, from
    the orbit of powers, from Dirichlet's theorem for primes): every member counts, not the first
    few. The members below p alone have the same Grundy sequence. Powers of 2 have the period 3,
    powers of an even k the period k + 1, 1 with the primes the period 4.

    The condition is checked here in full; the terms below 2p are compared as well.
    """

    name: ClassVar[str] = "residue collapse"
    source: ClassVar[str] = "proof in full in discover/theorems/residue_collapse.py"
    statement: ClassVar[str] = (
        "If G(r) != G((r - s) mod p) for all 0 <= r < p and every s of the subtraction set (of "
        "which the residues modulo p are known exactly), then G(n + p) = G(n) for all n >= 0."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)

    def hypotheses(self, rule: Rule) -> Subtraction | Inapplicable:
        if not isinstance(rule, Subtraction):
            return Inapplicable("the rule is not a subtraction set")
        if rule.finite:
            return Inapplicable("the subtraction set is finite")
        return rule

    def bound_of(self, shape: Subtraction, claim: Periodic) -> int | Inapplicable:
        if claim.preperiod or claim.saltus:
            return Inapplicable("only periods with preperiod 0 and saltus 0 collapse")
        p = claim.period
        if p > LONGEST_PERIOD:
            return Inapplicable(f"the period is too long to be checked: {p} > {LONGEST_PERIOD}")
        clash = _clash(grundy_by_definition(shape, p), shape.residues(p))
        if clash is not None:
            r, s = clash
            return Inapplicable(f"G({r}) would equal the value of an option: s = {s} modulo {p}")
        return 2 * p

    def checked(self, shape: Subtraction, claim: Periodic) -> Sequence[tuple[str, str]]:
        residues = sorted(shape.residues(claim.period))
        return (
            ("the period", f"p = {claim.period}"),
            ("residues modulo p of all members of the set", ", ".join(map(str, residues))),
            ("G(r) != G((r - s) mod p) for every r and s", f"{claim.period * len(residues)} pairs"),
        )

    def coq(self, shape: Subtraction, claim: Periodic) -> CoqLaw | Inapplicable:
        return collapse_law(shape, claim, claim.period - 1)

    def claims_of(self, shape: Subtraction) -> Iterable[Periodic]:
        from discover.patterns.periodic import Periodic

        first = grundy_by_definition(shape, _PROPOSED)
        for p in range(1, _PROPOSED + 1):
            if _clash(first[:p], shape.residues(p)) is None:
                yield Periodic(0, p, 0)
                return


def _clash(values: list[int], residues: frozenset[int]) -> tuple[int, int] | None:
    """An r and a residue s with f(r) = f((r - s) mod p), p = len(values); None if there is none.

    >>> _clash([0, 1, 2], frozenset({1, 2})), _clash([0, 1, 0], frozenset({1, 2}))
    (None, (0, 1))
    """
    p = len(values)
    for r in range(p):
        for s in sorted(residues):
            if values[r] == values[r - s]:  # an index below 0 counts from the end: modulo p
                return r, s
    return None

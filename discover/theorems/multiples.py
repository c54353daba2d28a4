"""Multiples of k: Nim with the tokens in bundles of k."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from discover.pattern import Pattern
from discover.patterns.periodic import Periodic
from discover.theorem import Inapplicable, Theorem
from rules.families.subtraction import Subtraction
from rules.rule import Rule
from rules.sets.multiples import Multiples


class MultiplesOnly(Theorem):
    """**Statement.** Let S = {k, 2k, 3k, ...}, k >= 1. Then G(n) = floor(n/k). So G(n + p) =
    G(n) + s for all n >= n0 if it holds for k consecutive n from n0 >= 0 on.

    **Proof.** Induction on n. With n = q*k + r, 0 <= r < k, the options of n are j*k + r for
    0 <= j < q, of the values 0, ..., q - 1; their mex is q. As a function of n,
    floor((n + p)/k) - floor(n/k) has the period k, so k consecutive equalities are all of them. ∎
    """

    name: ClassVar[str] = "multiples"
    source: ClassVar[str] = "proof in full in this file"
    statement: ClassVar[str] = "If exactly the multiples of k may be removed, G(n) = floor(n/k)."
    about: ClassVar[tuple[str, ...]] = (Periodic.name,)

    def applies(self, rule: Rule) -> Inapplicable | None:
        if not _step(rule):
            return Inapplicable("the rule is not to remove the multiples of a number")
        return None

    def bound(self, rule: Rule, claim: Pattern) -> int | Inapplicable:
        if refusal := self.applies(rule):
            return refusal
        if not isinstance(claim, Periodic):
            return Inapplicable("the claim is not one of an arithmetic period")
        return claim.preperiod + claim.period + _step(rule)

    def claims(self, rule: Rule) -> Iterable[Pattern]:
        if step := _step(rule):
            yield Periodic(0, step, 1)


def _step(rule: Rule) -> int:
    """The k of which exactly the multiples may be removed; 0 if there is none."""
    if not isinstance(rule, Subtraction) or rule.members or len(rule.named) != 1:
        return 0
    (part,) = rule.named
    return part.step if isinstance(part, Multiples) else 0

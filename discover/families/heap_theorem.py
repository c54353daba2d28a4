"""Members of a family: the law of the family is one of each of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.study.theorem import Inapplicable, Theorem
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mexplore.discover.families.library import NamedFamily
    from mexplore.discover.families.member import DigitForm
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.study.pattern import EventualSteps
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule

COMPARED = 300
"""Values of the member that are compared with the law, though it is proved without them."""


@dataclass(frozen=True)
class Membership:
    """A rule as a member of a family with a proved law: the values of its names, the values of the
    member as the law tells them, and its least period, preperiod and saltus."""

    family: NamedFamily
    values: tuple[tuple[str, int], ...]
    form: DigitForm
    steps: EventualSteps


@lru_cache(maxsize=64)
def membership_of(rule: Rule) -> Membership | Inapplicable:
    """The first family of which the rule is a member, with a law of which the least period is
    known; otherwise why there is none.

    >>> from mexplore.rules.notation import parse_rule
    >>> found = membership_of(parse_rule("subtract(2, 999999999)"))
    >>> found.family.name, found.values, found.steps.period
    ('two-elements', (('a', 2), ('b', 999999999)), 1000000001)
    """
    from mexplore.discover.families.library import families_of

    refused = Inapplicable(
        "the rule is no member of a family with a proved law (--laws FILE takes one of your own)"
    )
    for family, values in families_of(rule):
        found = membership_in(family, values, rule)
        if isinstance(found, Membership):
            return found
        refused = found
    return refused


def membership_in(
    family: NamedFamily, values: Mapping[str, int], rule: Rule
) -> Membership | Inapplicable:
    """The same for the member of this family at these values of its names, which the rule is."""
    from mexplore.discover.families.least_steps import least_steps
    from mexplore.discover.families.member import DigitForm

    found = family.law.law_of(family.rule, values)
    if found is None:
        return Inapplicable(f"no law of {family.rule} is about this member")
    form = DigitForm(found[0], tuple(found[1].items()), rule)
    steps = least_steps(form)
    if steps is None:
        return Inapplicable(f"the least period of this member of {family.rule} is not known")
    return Membership(family, tuple(values.items()), form, steps)


class LawOfFamily(Theorem["Rule", "Periodic"]):
    """**Setting.** A family is a rule with names in it, for all integers that satisfy given
    constraints; putting integers in the places of the names makes a *member*. Its law, a list of
    cases with digits, is proved for all members by the theorem of its kind (*digits*, *digit
    values* or *sums of runs*).

    **Statement.** Let a rule be the member of such a family at the values k, and let the law of
    the case and cell that hold k say that G(n + p) = G(n) + s for all n >= n0, where p, s and n0
    are numbers once k is put in. Then this is true of the rule. If, in addition,

    1. the law claims that p is the least period, or for every prime r that divides p and s some
       n >= n0 has G(n + p/r) != G(n) + s/r (a prime that divides p and not s needs no n), and
    2. n0 = 0, or G(n0 - 1 + p) != G(n0 - 1) + s,

    then p is the least period, and n0 the least preperiod.

    **Proof.** The first part is the law of the family at k: the member is the rule itself, and the
    law is about all n. Let q be the least number such that for some t, and from some n on,
    G(n + q) = G(n) + t. If a > b are two such numbers, so is a - b; so q divides p (Euclid), and
    s = (p/q) t. For n >= n0 and large i the equation holds at n + ip, and gives
    G(n + q) = G(n + q + ip) - is = G(n + ip) + t - is = G(n) + t: so q is a period from n0 on. If
    q < p, let r be a prime that divides p/q. Then p/r is a multiple of q, and so a period from n0
    on, with the saltus (p/q) t / r = s/r; this is a whole number, so r divides s, against 1. Hence
    q = p. If a preperiod were smaller than n0, the law would hold at n0 - 1, against 2. ∎

    Values of n that satisfy 1 are looked for in `discover.families.least_steps`; a solver may find
    instead that there is none, and then a smaller period takes the place of p.
    """

    name: ClassVar[str] = "law of a family"
    source: ClassVar[str] = "the law of a family at one of its members; the least period as above"
    statement: ClassVar[str] = (
        "A law that is proved for all members of a family is a law of each of them."
    )
    about: ClassVar[tuple[str, ...]] = ("periodic",)
    by_search: ClassVar[bool] = True

    def hypotheses(self, rule: Rule) -> Rule | Inapplicable:
        found = membership_of(rule)
        return found if isinstance(found, Inapplicable) else rule

    def bound_of(self, shape: Rule, claim: Periodic) -> int | Inapplicable:
        """As many terms as are compared with the law; the proof needs none of them."""
        found = membership_of(shape)
        if isinstance(found, Inapplicable):
            return found
        steps = found.steps
        if (claim.preperiod, claim.period, claim.saltus) == (
            steps.preperiod,
            steps.period,
            steps.saltus or 0,
        ):
            return COMPARED
        return Inapplicable(
            f"the law of {found.family.rule} gives this member the least period {steps.period}"
            f"{f', saltus {steps.saltus},' if steps.saltus else ''} from {steps.preperiod} on"
        )

    def checked(self, shape: Rule, claim: Periodic) -> list[tuple[str, str]]:
        del claim
        found = membership_of(shape)
        if isinstance(found, Inapplicable):
            return []
        family = found.family
        values = ", ".join(f"{name} = {value}" for name, value in found.values)
        proof = (
            f"proved by {family.certificate['theorem']}, {family.certificate['bound']} conditions"
        )
        return [(f"a member of {family.rule}", values), ("the law of all members", proof)]

    def check_again(
        self,
        rule: Rule,
        claim: Periodic,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """The certificate of the family is checked again, and the first values of the member, by
        the definition, are compared with those of the law."""
        from mexplore.discover.families.kind import kind_of_family
        from mexplore.discover.study.checking import checked
        from mexplore.discover.study.kind import Invalid
        from mexplore.rules.rule import grundy_by_definition

        del claim
        found = membership_of(rule)
        if isinstance(found, Inapplicable):
            raise Invalid(found.reason)
        verdict = checked(
            found.family.certificate,
            kind_of_family,
            by_definition=by_definition,
            fast=fast,
            watcher=watcher,
        )
        if not verdict.valid:
            raise Invalid(f"the law of {found.family.rule} is not proved: {verdict.reason}")
        for n, value in enumerate(islice(grundy_by_definition(rule, COMPARED), COMPARED)):
            if found.form.at(n) != value:
                raise Invalid(f"the law of {found.family.rule} is false for this member at n = {n}")
        return f"the law of {found.family.rule} checked again, {COMPARED} values compared"

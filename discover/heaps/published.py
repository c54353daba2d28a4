"""What is known of a game beyond a study: a published law, or that of a family it is a member of.

A study that ends early may see a law that is known to be false: 0.16 seems to have one at
n < 65536, and its period is 149459.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from mexplore.discover.study.pattern import EventualSteps
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.reduction import reduced
from mexplore.rules.library import OpenProblem, open_problem, open_rules, shipped
from mexplore.rules.members import members_beside

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.periodic import Periodic
    from mexplore.discover.study.pattern import ClosedForm, Pattern
    from mexplore.rules.rule import Rule


@dataclass(frozen=True)
class KnownLaw:
    """A law of all values, and where it stands."""

    statement: str
    source: str
    proved: bool = False
    """Whether it is proved for all members of a family that mexplore knows."""

    def words(self) -> str:
        """The law with its source."""
        return f"{self.statement} ({self.source})"

    def sentence(self) -> str:
        """The same as a sentence, which says whether mexplore has a proof."""
        known = "Known by the law of a family" if self.proved else "Known, but not proved here"
        return f"{known}: {self.words()}."


@dataclass(frozen=True)
class PublishedLaw(KnownLaw):
    """A law of the library: preperiod and period of the claim are the least ones."""

    claim: Periodic = field(kw_only=True)

    def denies(self, claim: Pattern, form: ClosedForm | None = None) -> bool:
        """Whether a claim, of this form, is false: from some m on it has values repeat after q,
        where q is not a multiple of the least period, or m is before the least preperiod n0.

        (With the period p all periods of the values from some n on are multiples of p. Let q be
        one, and m < n0. Then G(n0 - 1 + p) = G(n0 - 1 + q), as both are from n0 on, and if the law
        were true, that would be G(n0 - 1); but n0 is the least preperiod.)
        """
        from mexplore.discover.heaps.patterns.periodic import Periodic

        steps = form.eventual_steps() if form is not None else None
        if isinstance(claim, Periodic):
            steps = EventualSteps(claim.preperiod, claim.period, claim.saltus)
        if steps is None:
            return False
        whole = steps.period % self.claim.period == 0 and steps.saltus == self.claim.saltus
        return not (whole and steps.preperiod >= self.claim.preperiod)


@cache
def _open_by_representative() -> dict[str, str]:
    """A rule that the literature calls open, by the rule from which its values follow."""
    from mexplore.rules.notation import parse_rule

    return {str(reduced(parse_rule(rule))[0]): rule for rule in open_rules()}


def known_problem(rule: Rule | None) -> OpenProblem | None:
    """The open problem of the literature about the values of a rule, or about those of another
    one, where both follow from the same: each is then eventually periodic if the other is
    (`discover.surveys.record`). None where no literature is known that calls it open, which does
    not mean that it is solved.

    >>> from mexplore.rules.notation import parse_rule
    >>> known_problem(parse_rule("0.37")).question
    'whether the values of 0.6, and so those of 0.37, are eventually periodic'
    >>> known_problem(parse_rule("0.56")), known_problem(parse_rule("0.777"))
    (None, None)
    """
    if rule is None or (found := open_problem(str(rule))) is not None:
        return None if rule is None else found
    other = _open_by_representative().get(str(reduced(rule)[0]))
    found = None if other is None else open_problem(other)
    if found is None:
        return None
    both = f"the values of {other}, and so those of {rule}, are"
    return replace(found, question=found.question.replace("the values are", both))


FAMILIES = "mexplore.discover.laws_of_members"
"""The group to which packages that know laws of families add them (`rules.members`)."""


class LawsOfMembers(ABC):
    """Laws that are proved for all members of a family."""

    @abstractmethod
    def law_of(self, rule: Rule) -> Any:
        """What tells all values of a rule (a `discover.heaps.values.Warranted`), if it is a member
        of a family with a proved law; None if not."""


@cache
def _of_library() -> dict[str, PublishedLaw]:
    from mexplore.discover.heaps.patterns.periodic import Periodic

    found = {}
    for game in shipped().values():
        claim = Periodic.from_statement(game.law) if game.law else None
        if claim is not None:
            found[game.rule] = PublishedLaw(game.law, game.source, claim=claim)
    return found


def published_law(rule: Rule | None) -> PublishedLaw | None:
    """The law that the library gives of a rule; None where it gives none.

    >>> from mexplore.rules.notation import parse_rule
    >>> published_law(parse_rule("0.16")).words()  # doctest: +ELLIPSIS
    'G(n + 149459) = G(n) for all n >= 105351 (A. Gangolli and T. Plambeck, ... (1989) 311-320)'
    """
    return _of_library().get(str(rule))


def family_law(rule: Rule) -> Any:
    """The law of a family of which the rule is a member, proved for all members (a
    `discover.heaps.values.Warranted`); None where no such family is known."""
    found = (laws().law_of(rule) for laws in members_beside(FAMILIES, LawsOfMembers))
    return next((law for law in found if law is not None), None)


def known_law(rule: Rule | None) -> KnownLaw | None:
    """What is known of the values at all n, published or of a family; None where nothing is.

    >>> from mexplore.rules.notation import parse_rule
    >>> known_law(parse_rule("subtract(2, 999999999)")).statement
    'G(n + 1000000001) = G(n) for all n >= 0'
    """
    if rule is None or (known := published_law(rule)) is not None:
        return None if rule is None else known
    law = family_law(rule)
    steps = None if law is None else law.form.eventual_steps()
    if law is None or steps is None or steps.saltus is None:
        return None
    from mexplore.discover.heaps.patterns.periodic import Periodic

    claim = Periodic(steps.preperiod, steps.period, steps.saltus)
    return KnownLaw(claim.statement(), law.warrant.words, proved=True)

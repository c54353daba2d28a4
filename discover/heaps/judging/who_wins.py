"""Who wins with one heap, where no law of the values is proved: a search when all else is done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mexplore.discover.heaps.theorems.lost_by_digits import COMPARED, HeapsLostByDigitsTheorem
from mexplore.discover.heaps.theorems.values_by_digits import HeapValuesByDigitsTheorem
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.outcomes.learning import Table
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.limits import Limits
    from mexplore.rules.rule import Rule, Values

THEOREM, FIRST_VALUES = HeapsLostByDigitsTheorem(), HeapValuesByDigitsTheorem()
SHARE = 0.2  # of the budget
LEAST = 2.0  # seconds of a budget that are for laws of the values alone
SECONDS = 30.0  # where there is none
TRIED = 16  # heaps whose options are looked at
FURTHEST = 1 << 16  # of a table from which a law is guessed


@dataclass(eq=False)
class WhoWins:
    """The search for a law that says which heaps are lost alone, if the limits ask for one; and why
    there is none, where it was sought."""

    rule: Rule | None
    limits: Limits
    not_told: str = ""

    @cached_property
    def kept_back(self) -> float:
        """Seconds of the budget that nothing else uses."""
        wanted = self.limits.who_wins and self.rule is not None
        return _share_of(self.limits.budget or 0.0) if wanted else 0.0

    def look_at_rule(self) -> None:
        """Keep nothing back where no law is looked for: asked when some terms are known, as to read
        the rule takes a moment."""
        if self.kept_back and self.rule is not None and THEOREM.applies(self.rule) is not None:
            self.kept_back = 0.0

    def sought(self, evidence: Evidence, end: float | None) -> list[Finding]:
        """The law, from tables of known outcomes, if moves leave single heaps: otherwise it would
        say little of the game. It is held against all known terms."""
        if self.rule is None or not self._is_wanted(self.rule, evidence):
            return []
        shape = THEOREM.hypotheses(self.rule)
        if isinstance(shape, Inapplicable):
            return self._refused(shape)
        known = evidence.prefix(FURTHEST).whole()

        def values(side: int) -> Values | None:
            return known[:side] if side <= len(known) else None

        def table(side: int) -> Table | None:
            return None if (some := values(side)) is None else some == 0

        found = THEOREM.sought(shape, table, self._deadline(end))
        if isinstance(found, Inapplicable):
            return self._refused(found)
        if (failure := found.first_failure(evidence)) is not None:
            return self._refused(Inapplicable(f"a law fails at n = {failure}, against its proof"))
        law = Finding(found, evidence.stop, Proof(THEOREM.name, COMPARED))
        more = FIRST_VALUES.followed(shape, found, values, self._deadline(end))
        if more is None or more.first_failure(evidence) is not None:
            return [law]
        proof = Proof(FIRST_VALUES.name, COMPARED)
        return [law, Finding(more, evidence.stop, proof, more.closed_form(evidence))]

    def _is_wanted(self, rule: Rule, evidence: Evidence) -> bool:
        return self.limits.who_wins and evidence.stop >= COMPARED and not _splits(rule)

    def _deadline(self, end: float | None) -> float:
        """When a search that begins now ends."""
        budget = self.limits.budget
        limit = working_seconds() + (SECONDS if budget is None else _share_of(budget))
        return limit if end is None else min(limit, end)

    def _refused(self, why: Inapplicable) -> list[Finding]:
        self.not_told = f"{THEOREM.name}: {why.reason}"
        return []


def _share_of(budget: float) -> float:
    """Little of a short budget: a law of the values says more."""
    return SHARE * min(budget, max(budget - LEAST, 0.0) * 2)


def _splits(rule: Rule) -> bool:
    """Whether a move from one of the first heaps leaves several."""
    return any(len(option) > 1 for n in range(TRIED) for option in rule.options(n))

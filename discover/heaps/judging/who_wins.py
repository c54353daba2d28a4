"""Who wins with one heap, where no law of the values is proved: a search beside that for such
laws."""

from __future__ import annotations

from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from mexplore.discover.heaps.theorems.lost_by_digits import COMPARED, HeapsLostByDigitsTheorem
from mexplore.discover.heaps.theorems.values_by_digits import HeapValuesByDigitsTheorem
from mexplore.discover.study.finding import Finding, Proof
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds

if TYPE_CHECKING:
    from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits
    from mexplore.discover.heaps.patterns.values_by_digits import HeapValuesByDigits
    from mexplore.discover.outcomes.learning import Table
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.limits import Limits
    from mexplore.discover.study.theorem import AnyTheorem
    from mexplore.rules.rule import Rule, Values

THEOREM, FIRST_VALUES = HeapsLostByDigitsTheorem(), HeapValuesByDigitsTheorem()
SHARE = 0.2  # of the budget
LEAST = 2.0  # seconds of a budget that are for laws of the values alone
SECONDS = 30.0  # where there is none
FOR_ANSWERS = 1.0  # seconds of a short budget where a law of who wins is an answer
TRIED = 16  # heaps whose options are looked at
FURTHEST = 1 << 16  # of a table from which a law is guessed
STAGES = (1 << 12, 1 << 14, FURTHEST)  # numbers of terms at which it is sought


@dataclass(eq=False)
class WhoWins:
    """The search for a law that says which heaps are lost alone, if the limits ask for one; and why
    there is none, where it was sought.

    It is sought when `STAGES` terms are known: a law of the values may ask for many more terms, and
    where each takes long there is no time left in the end. All of these may take as long as the
    search in the end.
    """

    rule: Rule | None
    limits: Limits
    not_told: str = ""
    kept_back: float = 0.0
    """Seconds of the budget that nothing else uses."""
    found: list[Finding] = field(default_factory=list)
    """The law, and one of the first values that follows it."""
    _passed: int = 0
    """The largest number of terms at which it was sought."""
    _spent: float = 0.0
    """Seconds, before the end."""

    @cached_property
    def _is_possible(self) -> bool:
        """Whether the theorem applies to the rule, and the search is wanted."""
        rule = self.rule if self.limits.who_wins else None
        return rule is not None and THEOREM.applies(rule) is None

    def look_at_rule(self) -> None:
        """Keep time back where a law is looked for: asked when some terms are known, as to read
        the rule takes a moment, in which others may find a law of the values."""
        if self.limits.budget is not None and self._seconds > 0 and self._is_possible:
            self.kept_back = self._seconds

    @property
    def tells_all(self) -> bool:
        """Whether every value is told."""
        return any(finding.form is not None for finding in self.found)

    @cached_property
    def _seconds(self) -> float:
        """How long it is sought: for an answer, which it is enough for, longer."""
        budget = self.limits.budget
        if budget is None:
            return SECONDS
        answer = FOR_ANSWERS if self.limits.enough else 0.0
        return max(_share_of(budget), min(answer, budget - LEAST), 0.0)

    def look_early(self, evidence: Evidence, end: float | None) -> None:
        """Seek the law if one more stage is passed, for what is left of the time."""
        passed = max((stage for stage in STAGES if stage <= evidence.stop), default=0)
        if passed <= self._passed or self.tells_all or self._spent >= self._seconds:
            return
        self._passed = passed
        began = working_seconds()
        self._look(evidence.prefix(passed), _earlier(end, began + self._seconds - self._spent))
        self._spent += working_seconds() - began
        self.not_told = ""  # there may be a law with more terms

    def look(self, evidence: Evidence, end: float | None) -> None:
        """Seek the law, or more first values than are told: all terms are known that there will
        be. What was found before is held against them."""
        if not self.tells_all and self._seconds > 0:
            self._look(evidence, _earlier(end, working_seconds() + self._seconds))
        self.found = [held for each in self.found if (held := self._held(each, evidence))]

    def _look(self, evidence: Evidence, end: float) -> None:
        """Until then; what was found before is followed further."""
        from mexplore.discover.heaps.patterns.lost_by_digits import HeapsLostByDigits

        if self.rule is None or not self._is_wanted(self.rule, evidence):
            return
        shape = THEOREM.hypotheses(self.rule)
        if isinstance(shape, Inapplicable):
            self._refused(shape)
            return
        known = evidence.prefix(FURTHEST).whole()

        def values(side: int) -> Values | None:
            return known[:side] if side <= len(known) else None

        def table(side: int) -> Table | None:
            return None if (some := values(side)) is None else some == 0

        if not self.found:
            sought = THEOREM.sought(shape, table, end)
            if isinstance(sought, Inapplicable):
                self._refused(sought)
                return
            self._keep(sought, THEOREM, evidence)
        told = self.found[0].claim if self.found else None
        if isinstance(told, HeapsLostByDigits):
            more = FIRST_VALUES.followed(shape, told, values, end)
            if more is not None:
                del self.found[1:]
                self._keep(more, FIRST_VALUES, evidence)

    def _keep(
        self, law: HeapsLostByDigits | HeapValuesByDigits, theorem: AnyTheorem, evidence: Evidence
    ) -> None:
        """A law that is proved, if the known terms are as it says, as they must be."""
        proof = Proof(theorem.name, COMPARED)
        found = Finding(law, evidence.stop, proof, law.closed_form(evidence))
        if (held := self._held(found, evidence)) is not None:
            self.found.append(held)

    def _held(self, finding: Finding, evidence: Evidence) -> Finding | None:
        evidence = evidence if evidence.by_runs is None else evidence.prefix(FURTHEST)
        failure = finding.claim.first_failure(evidence)
        if failure is None:
            return replace(finding, checked_to=evidence.stop)
        self._refused(Inapplicable(f"a law fails at n = {failure}, against its proof"))
        return None

    def _is_wanted(self, rule: Rule, evidence: Evidence) -> bool:
        """Only where moves leave single heaps: otherwise it would say little of the game."""
        return self.limits.who_wins and evidence.stop >= COMPARED and not _splits(rule)

    def _refused(self, why: Inapplicable) -> None:
        self.not_told = f"{THEOREM.name}: {why.reason}"


def _earlier(end: float | None, other: float) -> float:
    return other if end is None else min(end, other)


def _share_of(budget: float) -> float:
    """Little of a short budget: a law of the values says more."""
    return SHARE * min(budget, max(budget - LEAST, 0.0) * 2)


def _splits(rule: Rule) -> bool:
    """Whether a move from one of the first heaps leaves several."""
    return any(len(option) > 1 for n in range(TRIED) for option in rule.options(n))

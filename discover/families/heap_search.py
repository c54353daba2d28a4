"""The search for a proof of a single rule by the law of a family of which it is a member."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.heaps.judging.state import ProofSearch
from mexplore.discover.study.finding import Finding, Proof, Refusal
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.reach import unreached

if TYPE_CHECKING:
    from mexplore.discover.heaps.judging.state import StudyState

MANY = 1 << 17
"""Where fewer values prove a law by a theorem that needs no solver, they are computed."""


@dataclass
class FamilyProof(ProofSearch):
    """The law of a family, for rules whose own values show a law only far out, if at all."""

    early: ClassVar[bool] = True

    def proves(self, state: StudyState, known: int) -> bool:
        rule = self.rule
        if rule is None or (known < MANY and unreached(rule, MANY) is None):
            return False
        from mexplore.discover.families.heap_theorem import COMPARED, LawOfFamily, membership_of
        from mexplore.discover.heaps.patterns.periodic import Periodic
        from mexplore.discover.heaps.published import PublishedLaw

        theorem, evidence = LawOfFamily.name, self.source.evidence
        found = membership_of(rule)
        if isinstance(found, Inapplicable) or evidence.stop < COMPARED:
            return False
        few = evidence.prefix(COMPARED).whole()
        wrong = next((n for n, v in enumerate(few.tolist()) if found.form.at(n) != v), None)
        if wrong is not None:
            self.refusal = Refusal(theorem, f"the law of {found.family.rule} fails at n = {wrong}")
            return False
        steps = found.steps
        claim = Periodic(steps.preperiod, steps.period, steps.saltus or 0)
        law = PublishedLaw(claim.statement(), theorem, claim=claim)
        for other in state.findings:
            if other.proof is None and law.denies(other.claim, other.form):
                state.note_refuted(other.claim, evidence.stop, None, f"{theorem}: {law.statement}")
        kept = [f for f in state.findings if f.claim not in state.refuted and f.claim != claim]
        state.findings = [
            *kept,
            Finding(claim, evidence.stop, Proof(theorem, COMPARED), found.form),
        ]
        state.log.append(f"{theorem}: a member of {found.family.rule}")
        return True

"""The state of a running study: claims, refutations and proofs.

A claim is proposed by a detector, or by a theorem that needs no detector. It is refuted by further
terms, by a theorem, or by a proved claim that contradicts it; a refuted claim is not proposed
again. Light theorems are applied first, heavy ones only while no law that predicts every term is
proved and time is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mexplore.discover.heaps.judging.detectors import Detectors, ignore_progress, is_few, is_over
from mexplore.discover.heaps.known import patterns
from mexplore.discover.study.finding import Finding, Lacking, Proof, Refusal, Refuted
from mexplore.discover.study.theorem import AnyTheorem, Disproof, Inapplicable
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.text.long_decimals import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.pattern import Pattern
    from mexplore.rules.rule import Rule

HEAVY_SHARE = 0.4  # of the time left, that heavy theorems may use


def _share(deadline: float | None) -> float | None:
    """The deadline of heavy theorems for the terms known now: the rest of the time is for
    computing more terms."""
    if deadline is None:
        return None
    now = working_seconds()
    return deadline if deadline <= now else now + (deadline - now) * HEAVY_SHARE


@dataclass
class StudyState:
    """The state of the study of one sequence; ``rule`` is None for a bare sequence, of which
    nothing can be proved."""

    rule: Rule | None
    theorems: list[AnyTheorem]
    findings: list[Finding] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    refuted: dict[Pattern, Refuted] = field(default_factory=dict)
    wanted: list[int] = field(default_factory=list)  # bounds of theorems, beyond the known terms
    waiting: set[Pattern] = field(default_factory=set)  # claims that need more terms
    log: list[str] = field(default_factory=list)
    late_theorems: set[str] = field(default_factory=set)  # that had no time for these terms
    seconds: tuple[float, float] = (0.0, 0.0)  # of light work in the last two rounds
    detectors: Detectors = field(default_factory=Detectors)
    report: Callable[[str], None] = ignore_progress  # what is being tried

    @property
    def explained(self) -> bool:
        """Whether a law is proved that predicts every term."""
        return any(f.proof and f.form for f in self.findings)

    def candidate(self) -> dict[str, int]:
        """The parameters of the shortest claim that predicts every term, for progress reports."""
        claim = next((f.claim for f in self.findings if f.form is not None), None)
        parameters = claim.parameters() if claim else {}
        return {f"candidate {key}": n for key, n in parameters.items() if type(n) is int}

    def expected(self, size: int, later: int) -> float:
        """An estimate of the seconds that light work will take when the evidence has grown from
        ``size`` to ``later``: the last time, extrapolated linearly from the last doubling."""
        before, now = self.seconds
        if not before:
            return 0.0  # the first round mostly loads modules: its time says nothing
        skipped = self.detectors.expected(later)
        return skipped + now + 2 * max(now - before, 0.0) * (later - size) / max(size, 1)

    @cached_property
    def shapes(self) -> dict[str, Any]:
        """What each theorem needs to know of the rule, by the theorem's name; a refusal where it
        does not apply."""
        rule = self.rule
        return {t.name: t.hypotheses(rule) for t in self.theorems} if rule is not None else {}

    def _read(self) -> None:
        """Do the work that does not depend on the terms, before time is measured."""
        patterns()
        _ = self.shapes

    @property
    def is_incomplete(self) -> bool:
        """Whether detectors or theorems were left out that more time might still run."""
        return self.detectors.has_skipped or bool(self.late_theorems)

    def not_tried(self, evidence: Evidence) -> tuple[str, ...]:
        """The detectors and theorems that had no time for these terms, in words; none if a law is
        proved that predicts every term."""
        if self.explained:
            return ()
        shown = {type(f.claim) for f in self.findings}
        laws = (kind.name for kind in self.detectors.unread(evidence) if kind not in shown)
        return (
            *(f"{name} laws" for name in sorted(laws)),
            *(f"the theorem {name}" for name in sorted(self.late_theorems)),
        )

    def consider(
        self, evidence: Evidence, deadline: float | None = None, *, run_all: bool = False
    ) -> None:
        """Refute old claims, collect new ones, and apply the theorems to each. With ``run_all``
        every detector runs, even those that the schedule would skip, and heavy theorems have all
        of the time that is left: no more terms will be computed.

        Of few terms all detectors and light theorems run, whatever the deadline.
        """
        self._read()
        began = working_seconds()
        few = is_few(evidence)
        soon = None if few else deadline
        self._refute(evidence)
        holding = [f.claim for f in self.findings if f.claim not in self.refuted]
        self.findings, self.refusals, self.wanted, self.waiting = [], [], [], set()
        self.late_theorems = set()
        # Claims that the rule itself suggests are cheap; detectors may take all of the time.
        proposed = [*self._proposed(evidence, soon, heavy=False)]
        made = self.detectors.claims(evidence, holding, soon, run_all=run_all)
        self._add([*proposed, *made], evidence)
        self.findings = [self._judged(f, evidence, soon, heavy=False) for f in self.findings]
        self.seconds = self.seconds[1], working_seconds() - began
        if not self.explained:
            until = deadline if run_all else _share(deadline)
            self._add([*self._proposed(evidence, until, heavy=True)], evidence)
            self.findings = [self._judged(f, evidence, until, heavy=True) for f in self.findings]
        if self.explained:
            self._add([*self.detectors.beside_a_proof(evidence, soon)], evidence)
            self.findings = [self._judged(f, evidence, soon, heavy=False) for f in self.findings]
        self._refute_contradicted(evidence)
        self.findings = [f for f in self.findings if f.claim not in self.refuted]

    def _add(self, claims: list[Pattern], evidence: Evidence) -> None:
        """Add new claims as findings without proof; findings are sorted, the shortest claim
        first."""
        known = [f.claim for f in self.findings]
        new = [c for c in dict.fromkeys(claims) if c not in self.refuted and c not in known]
        found = [Finding(c, evidence.stop, None, c.closed_form(evidence)) for c in new]
        self.findings = sorted([*self.findings, *found], key=lambda f: f.claim.size())
        self.log.append(
            f"{to_decimal(evidence.stop)} terms known; {len(self.findings)} claims hold so far"
        )

    def _proposed(
        self, evidence: Evidence, deadline: float | None, *, heavy: bool
    ) -> Iterator[Pattern]:
        """The claims that theorems read off the rule without a detector and that hold so far."""
        for theorem in self.theorems if self.rule is not None else ():
            shape = self.shapes[theorem.name]
            if theorem.heavy != heavy or isinstance(shape, Inapplicable):
                continue
            self.report(f"the theorem {theorem.name}")
            claims = () if heavy and is_over(deadline) else theorem.claims_before(shape, deadline)
            for claim in claims:
                if claim.first_failure(evidence) is None:
                    yield claim
            if heavy and is_over(deadline):
                self.late_theorems.add(theorem.name)

    def _judged(
        self, finding: Finding, evidence: Evidence, deadline: float | None, *, heavy: bool
    ) -> Finding:
        """The finding with the first proof that a theorem gives (a heavy or a light one);
        refusals are recorded."""
        claim = finding.claim
        for theorem in self.theorems if finding.proof is None and self.rule is not None else ():
            if theorem.heavy != heavy or not theorem.is_about(claim):
                continue
            if claim in self.refuted:
                break
            if heavy and claim in self.waiting:
                break  # computing more terms is cheaper than a heavy theorem
            if heavy and is_over(deadline):
                if not isinstance(self.shapes[theorem.name], Inapplicable):
                    self.late_theorems.add(theorem.name)
                continue
            proof = self._proof_by(theorem, claim, evidence, deadline)
            if proof is not None:
                return Finding(claim, evidence.stop, proof, finding.form)
        return finding

    def _proof_by(
        self, theorem: AnyTheorem, claim: Pattern, evidence: Evidence, deadline: float | None
    ) -> Proof | None:
        """The proof by this theorem, or None; then the reason is recorded."""
        self.report(f"the theorem {theorem.name}")
        shape = self.shapes[theorem.name]
        bound = (
            shape
            if isinstance(shape, Inapplicable)
            else theorem.bound_before(shape, claim, deadline)
        )
        against = _objection(claim, bound, evidence)
        self.log.append(f"{claim.statement()}: {theorem.name}: {against or 'proved'}")
        if not isinstance(bound, Inapplicable):
            if not against:
                self.log.extend(theorem.account(shape, claim))
                return Proof(theorem.name, bound)
            self.wanted.append(bound)
            self.waiting.add(claim)
        if isinstance(bound, Disproof):
            failure = bound.at if bound.exact else None
            self._note_refuted(claim, evidence.stop, failure, f"{theorem.name}: {bound.reason}")
        else:
            short = not isinstance(bound, Inapplicable) and bound > evidence.stop
            lacking: Lacking = "terms" if short else "claim"
            self.refusals.append(Refusal(theorem.name, against, claim, lacking))
        return None

    def _refute(self, evidence: Evidence) -> None:
        """Refute the findings that the new terms contradict."""
        for finding in self.findings:
            failure = finding.claim.first_failure(evidence)
            if failure is not None:
                self._note_refuted(finding.claim, finding.checked_to, failure, "")

    def _refute_contradicted(self, evidence: Evidence) -> None:
        """Refute findings that a proved claim contradicts: a sequence that is proved not to be
        periodic has no period, no matter how many terms agree with one."""
        for proved in (f for f in self.findings if f.proof is not None):
            assert proved.proof is not None
            for finding in self.findings:
                if finding.proof is None and proved.claim.denies(finding.claim):
                    reason = f"{proved.proof.theorem}: {proved.claim.statement()}"
                    self._note_refuted(finding.claim, evidence.stop, None, reason)

    def _note_refuted(self, claim: Pattern, seen_to: int, failure: int | None, why: str) -> None:
        if claim not in self.refuted:
            self.refuted[claim] = found = Refuted(claim, seen_to, failure, why)
            self.log.append(f"refuted: {found.statement()}")


def _objection(claim: Pattern, bound: int | Inapplicable, evidence: Evidence) -> str:
    """The reason why a theorem with this bound does not prove the claim; empty if it does."""
    if isinstance(bound, Inapplicable):
        return bound.reason
    if bound > evidence.stop:
        return f"it needs {bound} terms, and {evidence.stop} are known"
    failure = claim.first_failure(evidence.prefix(bound))
    if failure is not None:
        return f"the claim fails at n = {claim.as_stated(failure)}"
    return claim.not_least(evidence) or ""  # true, but a certificate of it would be rejected

"""The main job: compute, conjecture, refute, prove.

Detectors may guess anything; every claim is tested on every term known; a theorem says how many
terms would prove it, and the study computes so many if its limits allow. What is not proved is
reported only if a prefix of the terms already suggested it and the rest, unseen, agreed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from discover.certificate import Certificate, certificate_of
from discover.evidence.evidence import Evidence
from discover.evidence.growth import Growth, growth_of
from discover.evidence.sources import Source, source_of
from discover.finding import Finding, Proof, Refusal, Status
from discover.known import case_analysis, patterns, theorem_named, theorems
from discover.pattern import Pattern
from discover.theorem import AnyTheorem, Disproof, Inapplicable
from rules.computing.grundy import Progress, Watcher, nobody
from rules.errors import was_interrupted
from rules.rule import Rule

if TYPE_CHECKING:
    from discover.cases.analysis import Cases

DEFAULT_BUDGET = 20.0  # seconds
DEFAULT_MAX_TERMS = 10**7
DEFAULT_RUNS_UPTO = 10**30
FURTHEST_RUNS = 10**400  # a bound is followed so far without being asked
CONSIDERING = "patterns and proofs"  # the stage between two doublings, for watchers
HELD_OUT = (3, 4)  # an unproved claim must be seen in the first 3/4 of the terms

Ending = Literal["proved", "terms", "time", "interrupted"]


@dataclass(frozen=True)
class Limits:
    """How far a study may go: seconds, terms, the last n of runs; ``upto`` fixes the last n."""

    budget: float | None = DEFAULT_BUDGET
    max_terms: int = DEFAULT_MAX_TERMS
    upto: int | None = None
    runs_upto: int | None = None


@dataclass(frozen=True)
class Refuted:
    """A claim that fewer terms suggested and more terms refuted, at n; or a theorem did, whose
    ``reason`` is given then, with the n at which the claim fails where it says so."""

    claim: Pattern
    seen_to: int
    failure: int | None
    reason: str = ""


@dataclass(frozen=True, eq=False)
class Study:
    """What came of it. ``findings`` stand best first; ``rule`` is None for a bare sequence, which
    may have a name instead. What follows from these is computed once, when it is asked for."""

    rule: Rule | None
    evidence: Evidence
    findings: tuple[Finding, ...]
    refusals: tuple[Refusal, ...]
    refuted: tuple[Refuted, ...]
    ended: Ending
    seconds: float
    name: str = ""
    log: tuple[str, ...] = ()

    @property
    def status(self) -> Status:
        return self.findings[0].status if self.findings else "nothing found"

    @property
    def best(self) -> Finding | None:
        """The finding that explains the whole sequence best: the first that predicts it."""
        return next((f for f in self.findings if f.form is not None), None)

    @property
    def proved(self) -> Finding | None:
        """The best finding that has a proof."""
        return next((f for f in self.findings if f.proof is not None), None)

    @property
    def theorem(self) -> AnyTheorem | None:
        """The theorem by which the best proved finding is proved."""
        found = self.proved
        return theorem_named(found.proof.theorem) if found and found.proof else None

    @cached_property
    def cases(self) -> Cases | None:
        """The case analysis of the best law, where it is proved and has one."""
        best = self.best
        if self.rule is None or best is None or best.form is None or best.proof is None:
            return None
        return case_analysis(self.rule, best.form)

    @cached_property
    def growth(self) -> Growth | None:
        """How the number of runs grows: what there is to say where no law is found."""
        unexplained = not self.findings and not self.evidence.dense
        return growth_of(self.evidence.runs) if unexplained else None

    @cached_property
    def certificate(self) -> Certificate | None:
        """The certificate of the best proof, which `discover.certificate.verify` checks again."""
        found = self.proved
        return certificate_of(self.rule, found) if self.rule is not None and found else None


@dataclass
class _Notebook:
    """What a study knows while it goes on."""

    rule: Rule | None
    theorems: list[AnyTheorem]
    claims: list[Pattern] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    refuted: dict[Pattern, Refuted] = field(default_factory=dict)
    wanted: list[int] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def candidate(self) -> dict[str, int]:
        """The integers of the shortest claim that predicts every term, for whoever watches."""
        claim = next((f.claim for f in self.findings if f.form is not None), None)
        parameters = claim.parameters() if claim else {}
        return {f"candidate {key}": n for key, n in parameters.items() if type(n) is int}


def study(
    rule: Rule | None,
    limits: Limits | None = None,
    watcher: Watcher = nobody,
    source: Source | None = None,
) -> Study:
    """Study a rule, or a bare sequence given as a source.

    Without ``limits.upto`` more and more terms are computed until something is proved or the
    limits are reached. A KeyboardInterrupt ends the study with what is known by then.

    >>> from rules.notation import parse_rule
    >>> result = study(parse_rule("subtract(1, 3, 4)"))
    >>> result.findings[0].claim.statement(), result.status
    ('G(n + 7) = G(n) for all n >= 0', 'proved')
    """
    limits = limits or Limits()
    if source is None:
        if rule is None:
            raise ValueError("a study needs a rule or a source")
        source = source_of(rule, watcher)
    began = time.monotonic()
    book = _Notebook(rule, _theorems_for(rule))
    evidence, ended = _pursue(book, source, limits, watcher)
    # What an interrupted study still holds was seen in fewer terms and confirmed by the rest.
    kept = book.findings if ended == "interrupted" else _presentable(book, evidence)
    findings = tuple(sorted(kept, key=lambda finding: finding.rank()))
    return Study(
        rule,
        evidence,
        findings,
        _relevant(book, findings),
        tuple(book.refuted.values()),
        ended,
        time.monotonic() - began,
        log=(*book.log, f"ended: {ended}"),
    )


def _pursue(
    book: _Notebook, source: Source, limits: Limits, watcher: Watcher
) -> tuple[Evidence, Ending]:
    """Compute, conjecture, prove until something is proved, a limit is reached, or Ctrl-C."""
    deadline = None if limits.budget is None else time.monotonic() + limits.budget
    stop = min(source.first(), _limit(source, limits)) if limits.upto is None else limits.upto + 1
    try:
        while True:
            evidence = source.extend(stop, deadline)
            watcher(Progress(CONSIDERING, evidence.stop, evidence.stop))
            _consider(book, evidence)
            watcher(Progress(CONSIDERING, evidence.stop, evidence.stop, book.candidate()))
            if any(f.proof for f in book.findings):
                return evidence, "proved"
            if deadline and time.monotonic() > deadline:
                return evidence, "time"
            if evidence.stop < stop:
                return evidence, "terms"
            further = _further(book, source, stop, limits) if limits.upto is None else stop
            if further <= stop:
                return evidence, "terms"
            stop = further
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        evidence = source.evidence
        book.findings = [f for f in book.findings if f.claim.first_failure(evidence) is None]
        return evidence, "interrupted"


def claims_in(evidence: Evidence) -> Iterator[Pattern]:
    """The claims of all detectors that hold for every term known."""
    for pattern in patterns():
        for claim in pattern.detect(evidence):
            if claim.first_failure(evidence) is None:
                yield claim


def _theorems_for(rule: Rule | None) -> list[AnyTheorem]:
    return theorems() if rule is not None else []


def _limit(source: Source, limits: Limits) -> int:
    """The largest number of terms that the limits allow."""
    if source.evidence.by_runs is not None:
        return (limits.runs_upto or DEFAULT_RUNS_UPTO) + 1
    return limits.max_terms


def _consider(book: _Notebook, evidence: Evidence) -> None:
    """Refute old claims, make new ones, and try every theorem on each."""
    _refute(book, evidence)
    proposed = (c for t in book.theorems if book.rule for c in t.claims(book.rule))
    suggested = (claim for claim in proposed if claim.first_failure(evidence) is None)
    found = dict.fromkeys([*claims_in(evidence), *suggested])
    known = [claim for claim in found if claim not in book.refuted]
    book.claims = sorted(known, key=lambda claim: claim.size())
    book.findings, book.refusals, book.wanted = [], [], []
    book.log.append(f"{evidence.stop} terms known; {len(book.claims)} claims hold so far")
    book.findings = [_judge(book, claim, evidence, heavy=False) for claim in book.claims]
    if not any(f.proof and f.form for f in book.findings):
        book.findings = [
            f if f.proof else _judge(book, f.claim, evidence, heavy=True) for f in book.findings
        ]
    book.findings = [f for f in book.findings if f.claim not in book.refuted]


def _refute(book: _Notebook, evidence: Evidence) -> None:
    for finding in book.findings:
        failure = finding.claim.first_failure(evidence)
        if failure is not None and finding.claim not in book.refuted:
            claim = finding.claim
            book.refuted[claim] = Refuted(claim, finding.checked_to, failure)
            book.log.append(f"refuted: {claim.statement()}: it fails at n = {failure}")


def _judge(book: _Notebook, claim: Pattern, evidence: Evidence, *, heavy: bool) -> Finding:
    """The claim with the first proof that the (heavy) theorems allow; refusals are noted."""
    form = claim.closed_form(evidence)
    for theorem in book.theorems:
        if not isinstance(claim, theorem.about) or theorem.heavy != heavy or book.rule is None:
            continue
        bound = theorem.bound(book.rule, claim)
        against = _held_against(claim, bound, evidence)
        book.log.append(f"{claim.statement()}: {theorem.name}: {against or 'proved'}")
        if isinstance(bound, Disproof):
            failure = bound.at if bound.exact else None
            reason = f"{theorem.name}: {bound.reason}"
            book.refuted[claim] = Refuted(claim, evidence.stop, failure, reason)
            break
        if not isinstance(bound, Inapplicable):
            if not against:
                return Finding(claim, evidence.stop, Proof(theorem.name, bound), form)
            book.wanted.append(bound)
        book.refusals.append(Refusal(theorem.name, against, claim.statement()))
    return Finding(claim, evidence.stop, None, form)


def _held_against(claim: Pattern, bound: int | Inapplicable, evidence: Evidence) -> str:
    """Why a theorem with this bound does not prove the claim; empty if it does."""
    if isinstance(bound, Inapplicable):
        return bound.reason
    if bound > evidence.stop:
        return f"it asks for {bound} terms, and {evidence.stop} are known"
    failure = claim.first_failure(evidence.prefix(bound))
    return "" if failure is None else f"the claim fails at n = {failure}"


def _further(book: _Notebook, source: Source, stop: int, limits: Limits) -> int:
    """How many terms to look at next: what a theorem asks for, if that is not too far."""
    limit = _limit(source, limits)
    following = source.further(stop)
    wanted = [bound for bound in book.wanted if bound <= following]
    if source.evidence.by_runs is not None and limits.runs_upto is None:
        # A law is in sight: runs are cheap, so its bound is followed beyond the usual limit.
        limit = max([limit, *(bound for bound in book.wanted if bound <= FURTHEST_RUNS)])
    if wanted:
        following = max(min(wanted), stop + stop // 8)
    return min(limit, following)


def _presentable(book: _Notebook, evidence: Evidence) -> list[Finding]:
    """Proved findings, and those unproved ones that a held-out tail confirmed."""
    proved = [f for f in book.findings if f.proof]
    explained = any(f.form is not None for f in proved)
    early = evidence.prefix(evidence.stop * HELD_OUT[0] // HELD_OUT[1])
    unproved = [
        f
        for f in book.findings
        if not f.proof
        and not (explained and f.form)
        and f.claim.seen_enough(evidence)
        and _seen_in(early, f.claim)
    ]
    return [*proved, *unproved]


def _seen_in(early: Evidence, claim: Pattern) -> bool:
    return any(claim == guess for guess in type(claim).detect(early))


def _relevant(book: _Notebook, findings: Iterable[Finding]) -> tuple[Refusal, ...]:
    """Why what is unproved is unproved: refusals of claims, and of theorems about other rules."""
    findings = list(findings)
    if any(f.proof and f.form for f in findings):
        return ()
    shown = {f.claim.statement() for f in findings}
    about_claims = [r for r in book.refusals if r.claim in shown or not shown]
    named = {r.theorem for r in about_claims}
    about_rule = [
        Refusal(theorem.name, refusal.reason if refusal else _nothing_to_prove(theorem))
        for theorem in book.theorems
        if book.rule is not None and theorem.name not in named
        for refusal in [theorem.applies(book.rule)]
    ]
    return tuple(dict.fromkeys([*about_claims, *about_rule]))


def _nothing_to_prove(theorem: AnyTheorem) -> str:
    return f"it applies to the rule, but no {' or '.join(theorem.kinds())} law was seen"

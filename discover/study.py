"""The main job: compute, conjecture, refute, prove.

Detectors may guess anything; every claim is tested on every term known; a theorem says how many
terms would prove it, and the study computes so many if its limits allow. What is not proved is
reported only if a prefix of the terms already suggested it and the rest, unseen, agreed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from discover.certificate import Certificate, certificate_of
from discover.evidence.evidence import Evidence
from discover.evidence.growth import Growth, growth_of
from discover.evidence.limits import Limits
from discover.evidence.sources import Source, source_of
from discover.finding import Finding, Refusal, Refuted, Status
from discover.judging.asking import Detectors, is_over
from discover.judging.notebook import Notebook
from discover.judging.telling import candidates, nearest, refusals, told
from discover.known import case_analysis, has_case_analysis, theorem_named, theorems
from discover.theorem import AnyTheorem, Inapplicable
from discover.windows.pursuit import StreamPursuit
from rules.computing.grundy import Progress, Watcher, most_values, nobody
from rules.errors import was_interrupted, was_out_of_time
from rules.rule import Rule

if TYPE_CHECKING:
    from discover.cases.analysis import Cases
    from discover.pattern import Pattern

FURTHEST_RUNS = 10**400  # runs are followed so far without being asked
AND_AGAIN = 1.5  # detectors look a second time, at a prefix, before a claim is told
BYTES_A_TERM = 8  # that computing and looking through values take, at most
BYTES_ASKED_FOR = 4  # the same where the user names a number of terms
CONSIDERING = "patterns and proofs"  # the stage between two doublings, for watchers

Ending = Literal["proved", "terms", "time", "interrupted"]


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
    pace: float = 0.0
    """Terms a second that were computed last; 0 where that is not known."""
    candidates: tuple[Finding, ...] = ()
    """Laws that hold for all terms known and are not told: no terms agreed that had not already
    been needed to see them."""

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
    def checked(self) -> Sequence[tuple[str, str]]:
        """The hypotheses of the theorem, each with the value that was found."""
        applied = self._applied
        return applied[0].checked(*applied[1:]) if applied else ()

    @cached_property
    def account(self) -> Sequence[str]:
        """What the theorem checked beyond the terms, a line a step."""
        applied = self._applied
        return applied[0].account(*applied[1:]) if applied else ()

    @cached_property
    def _applied(self) -> tuple[AnyTheorem, Any, Pattern] | None:
        """The theorem, what it knows of the rule, and the claim that it proves."""
        found, theorem = self.proved, self.theorem
        if found is None or theorem is None or self.rule is None:
            return None
        shape = theorem.hypotheses(self.rule)
        return None if isinstance(shape, Inapplicable) else (theorem, shape, found.claim)

    @cached_property
    def nearest_refusals(self) -> tuple[Refusal, ...]:
        """Those of the refusals, one to three, that come nearest to a proof."""
        return nearest(self.refusals, theorems()) if self.refusals else ()

    @cached_property
    def cases(self) -> Cases | None:
        """The case analysis of the best law, where it is proved and has one."""
        best = self.best
        if not self.has_cases or self.rule is None or best is None or best.form is None:
            return None
        return case_analysis(self.rule, best.form)

    @cached_property
    def has_cases(self) -> bool:
        """Whether there are `cases`, which take an algebra system to make."""
        best = self.best
        if self.rule is None or best is None or best.form is None or best.proof is None:
            return False
        return has_case_analysis(self.rule, best.form)

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

    def tell(trying: str) -> None:
        known = source.evidence.stop
        watcher(Progress(CONSIDERING, known, known, trying=trying))

    known = [t for t in theorems() if not t.streaming] if rule is not None else []
    book = Notebook(rule, known, detectors=Detectors(tell=tell), tell=tell)
    deadline = None if limits.budget is None else began + limits.budget
    most = limits.max_terms if limits.upto is None else limits.upto + 1
    stream = StreamPursuit(rule, source, deadline, most, watcher)
    evidence, ended = _pursue(book, source, limits, deadline, watcher, stream)
    # What an interrupted study still holds was seen in fewer terms and confirmed by the rest.
    kept = book.findings if ended == "interrupted" else told(book, evidence)
    findings = tuple(sorted(kept, key=lambda finding: finding.rank()))
    return Study(
        rule,
        evidence,
        findings,
        (*([stream.refusal] if stream.refusal else []), *refusals(book, findings)),
        tuple(book.refuted.values()),
        ended,
        time.monotonic() - began,
        log=(*book.log, f"ended: {ended}"),
        pace=source.pace,
        candidates=candidates(book, findings, evidence),
    )


def _pursue(
    book: Notebook,
    source: Source,
    limits: Limits,
    deadline: float | None,
    watcher: Watcher,
    stream: StreamPursuit,
) -> tuple[Evidence, Ending]:
    """Compute, conjecture, prove until a law is proved, a limit is reached, or Ctrl-C."""
    stop = _first(source, limits)
    known, reserved = 0, 0.0
    considered: tuple[Evidence, list[Finding]] | None = None
    try:
        while True:
            until = None if deadline is None else deadline - reserved
            evidence = source.extend(stop, until)
            late = evidence.stop < stop and is_over(until)
            watcher(Progress(CONSIDERING, evidence.stop, evidence.stop))
            book.consider(evidence, deadline)
            considered = evidence, book.findings
            watcher(Progress(CONSIDERING, evidence.stop, evidence.stop, book.candidate()))
            if book.explained or stream.proves(book, evidence.stop):
                return evidence, "proved"
            known, further = stop, _further(book, source, stop, limits)
            ended: Ending | None = None
            if late or stream.late or is_over(deadline):
                ended = "time"
            elif evidence.stop < stop or further <= known:  # no more, or no memory for them
                ended = "terms"
            stop, reserved = further, _reserved(book, evidence, further)
            if deadline is not None and time.monotonic() + reserved > deadline:
                ended = ended or "time"
            if ended and book.may_know_more:
                book.consider(evidence, deadline, everybody=True)
                ended = "proved" if book.explained else ended
            if ended:
                return evidence, ended
    except (KeyboardInterrupt, Exception) as error:
        if not was_interrupted(error):
            raise
        if was_out_of_time(error):  # what is known by now was seen in the terms considered before
            evidence, book.findings = considered or (source.evidence.prefix(0), [])
            return evidence, "time"
        evidence = source.evidence
        book.findings = [f for f in book.findings if f.claim.first_failure(evidence) is None]
        return evidence, "interrupted"


def _reserved(book: Notebook, evidence: Evidence, stop: int) -> float:
    """The seconds that will be needed to consider the terms below stop, if what it took grows as
    it did before: some work does not depend on the number of terms."""
    if evidence.by_runs is not None:
        return AND_AGAIN * book.expected(evidence.stop.bit_length(), stop.bit_length())
    return AND_AGAIN * book.expected(evidence.stop, stop)


def _first(source: Source, limits: Limits) -> int:
    """How many terms to look at first: all that are asked for, but of runs, whose ends may be long
    numbers, as few as show a law where there is no time to be lost."""
    by_runs = source.evidence.by_runs is not None
    if limits.upto is not None and not (by_runs and limits.budget is not None):
        return limits.upto + 1
    return min(source.first(), _limit(source, limits))


def _limit(source: Source, limits: Limits) -> int:
    """The largest number of terms that the limits, or memory, allow."""
    if limits.upto is not None:
        return limits.upto + 1
    if source.evidence.by_runs is not None:
        return (limits.runs_upto or FURTHEST_RUNS) + 1
    if limits.max_terms is None:
        return most_values(BYTES_A_TERM)
    return min(limits.max_terms, most_values(BYTES_ASKED_FOR))


def _further(book: Notebook, source: Source, stop: int, limits: Limits) -> int:
    """How many terms to look at next: what a theorem asks for, if that is not too far."""
    if limits.upto is not None and stop > limits.upto:
        return stop
    following = source.further(stop)
    wanted = [bound for bound in book.wanted if bound <= following]
    if wanted:
        following = max(min(wanted), stop + stop // 8)
    return min(_limit(source, limits), following)

"""The study of a sequence: compute terms, conjecture laws, refute or prove them.

Detectors may guess anything; every claim is tested on every known term. A theorem says how many
terms would prove the claim, and the study computes this many if its limits allow. An unproved claim
is reported only if the detector finds it in a prefix of the terms and the held-out terms agree.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from mexplore.discover.heaps.evidence.sources import Source, source_of
from mexplore.discover.heaps.judging.detectors import Detectors, is_few, is_over
from mexplore.discover.heaps.judging.state import (
    StudyState,
    candidates,
    nearest,
    proof_searches,
    refusals,
    reported,
)
from mexplore.discover.heaps.judging.who_wins import WhoWins
from mexplore.discover.heaps.known import case_analysis, has_case_analysis, theorems
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding, Refusal, Refuted
from mexplore.discover.study.limits import Ending, Limits
from mexplore.discover.study.study import Search, StudyOf, all_of, run
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Progress, Watcher, most_values, no_progress
from mexplore.rules.engine.working import processor_seconds, uninterruptible_by_budget
from mexplore.rules.errors import was_out_of_time
from mexplore.rules.reach import Unreached, unreached
from mexplore.rules.rule import Rule

if TYPE_CHECKING:
    from mexplore.discover.heaps.cases import Cases
    from mexplore.discover.heaps.judging.conjecture import Conjectures, Growth
    from mexplore.discover.heaps.published import KnownLaw
    from mexplore.discover.study.pattern import Pattern

FURTHEST_RUNS = 10**400  # runs are followed to here unless a limit is given
FOR_DETECTION = 0.15  # of the budget, which values cannot use
SECONDS_TO_BEGIN = 2.0  # of the processor, for the first terms, even if the budget has ended
AND_AGAIN = 1.5  # detectors run a second time, on a prefix, before a claim is reported
BYTES_A_TERM = 8  # that computing and searching a value takes at most
BYTES_ASKED_FOR = 4  # the same where the user names a number of terms
TERMS_FOR_ALL_DETECTORS = 1 << 12  # where one law is enough
MANY_TERMS = 1 << 17  # without a law of every term, where another is read off the rule
CONSIDERING = "patterns and proofs"  # the stage between two doublings, for watchers


@dataclass(frozen=True, eq=False)
class Study(StudyOf[Finding, AnyTheorem]):
    """The study of a sequence. ``rule`` is None for bare numbers, which may have a name instead.
    What follows from these is computed when it is first used."""

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
    not_tried: tuple[str, ...] = ()
    """The detectors and theorems that had no time for the known terms: only where there are none,
    nothing was found because nothing holds."""
    candidates: tuple[Finding, ...] = ()
    """Laws that hold for all known terms and are not reported: the detector finds them only when it
    sees all terms, so that no held-out term supports them."""
    unreached: Unreached | None = None
    not_told: str = ""
    """Why no law tells who wins, where one was sought."""

    @property
    def game(self) -> Rule | None:
        return self.rule

    def theorems(self) -> list[AnyTheorem]:
        return theorems()

    def without_unseen(self, unreached: Unreached | None) -> Study:
        if unreached is None or not self.is_open:
            return self
        return replace(super().without_unseen(unreached), candidates=())

    def without_false(self) -> Study:
        """The study in which laws are refuted that contradict a published one."""
        from mexplore.discover.heaps.published import published_law

        seen = [f for f in (*self.findings, *self.candidates) if f.proof is None]
        known = published_law(self.rule) if seen else None
        if known is None:
            return self
        false = [f for f in seen if known.denies(f.claim, f.form)]
        why = f"published: {known.words()}"
        refuted = (Refuted(f.claim, f.checked_to, None, why) for f in false)
        return replace(
            self,
            findings=tuple(f for f in self.findings if f not in false),
            candidates=tuple(f for f in self.candidates if f not in false),
            refuted=(*refuted, *self.refuted),
        )

    @cached_property
    def known_law(self) -> KnownLaw | None:
        """A law that is known elsewhere, where none is proved here that gives every value."""
        from mexplore.discover.heaps.published import known_law

        return known_law(self.rule) if self.is_open else None

    @cached_property
    def conjectures(self) -> Conjectures:
        """What there is to say of the laws that are not proved."""
        from mexplore.discover.heaps.judging.conjecture import Conjectures

        return Conjectures(self.rule, self.evidence, self.findings, self.candidates)

    def seconds_for(self, stop: int) -> float | None:
        """An estimate of the seconds to compute the terms below ``stop``, at the rate of the last
        ones; None if the rate is not known."""
        return max(stop - self.evidence.stop, 0) / self.pace if self.pace else None

    @property
    def settled_for_less(self) -> bool:
        """Whether the search ended before its time with a law that does not tell every value."""
        return self.ended == "proved" and self.is_open

    @cached_property
    def checked(self) -> Sequence[tuple[str, str]]:
        """The hypotheses of the theorem, each with the value that was found."""
        applied = self._applied
        return applied[0].conditions(*applied[1:]) if applied else ()

    @cached_property
    def account(self) -> Sequence[str]:
        """What the theorem checked beyond the terms, a line a step."""
        applied = self._applied
        return applied[0].steps(*applied[1:]) if applied else ()

    @cached_property
    def _applied(self) -> tuple[AnyTheorem, Any, Pattern] | None:
        """The theorem, what it knows of the rule, and the claim that it proves."""
        found, theorem = self.proved, self.theorem
        if found is None or theorem is None or self.rule is None:
            return None
        shape = theorem.shape_of(self.rule)
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
        from mexplore.discover.heaps.judging.conjecture import growth_of

        return None if self.findings or self.evidence.dense else growth_of(self.evidence.runs)


def study(
    rule: Rule | None,
    limits: Limits | None = None,
    watcher: Watcher = no_progress,
    source: Source | None = None,
) -> Study:
    """Study a rule, or a bare sequence given as a source.

    Without ``limits.upto`` more and more terms are computed until something is proved or the
    limits are reached. A KeyboardInterrupt ends the study with what is known by then.

    >>> from mexplore.rules.notation import parse_rule
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
    search = _Sequence(rule, source, limits, watcher)
    evidence, ended = run(search)
    state = search.state
    with uninterruptible_by_budget():
        kept, ended = _kept(state, evidence, ended)
        findings = tuple(sorted(kept, key=lambda finding: finding.rank()))
        others_found = candidates(state, findings, evidence)
    found = Study(
        rule,
        evidence,
        findings,
        (*(each.refusal for each in search.others if each.refusal), *refusals(state, findings)),
        tuple(state.refuted.values()),
        ended,
        time.monotonic() - began,
        log=(*state.log, f"ended: {ended}"),
        pace=source.pace,
        not_tried=state.not_tried(evidence) if ended in ("time", "interrupted") else (),
        candidates=others_found,
        not_told=_not_told(search, findings),
    )
    if rule is None or not found.is_open:
        return found
    return found.without_false().without_unseen(unreached(rule, evidence.stop - 1))


def _not_told(search: _Sequence, findings: Sequence[Finding]) -> str:
    """Why no law of who wins is known; '' where one is, or none was sought."""
    why = search.who_wins.not_told
    if not why or search.state.explained:
        return ""
    from mexplore.discover.heaps.first_values import laws_of_first_values

    return "" if laws_of_first_values(findings) else why


def _kept(state: StudyState, evidence: Evidence, ended: Ending) -> tuple[Sequence[Finding], Ending]:
    """The findings that are reported. What an interrupted study still holds was seen in fewer terms
    and confirmed by the rest."""
    try:
        if ended != "interrupted":
            return reported(state, evidence), ended
    except KeyboardInterrupt as error:
        ended = "time" if was_out_of_time(error) else "interrupted"
    return state.findings, ended


class _Sequence(Search[Evidence, Finding]):
    """The study of a sequence while it runs: more and more of its terms."""

    def __init__(self, rule: Rule | None, source: Source, limits: Limits, watcher: Watcher) -> None:
        super().__init__(limits, watcher)
        self.source = source
        known = [t for t in theorems() if not t.by_search] if rule is not None else []
        detectors = Detectors(report=self._report)
        self.state = StudyState(rule, known, detectors=detectors, report=self._report)
        most = limits.max_terms if limits.upto is None else limits.upto + 1
        self.others = [each(rule, source, self.end, most, watcher) for each in proof_searches()]
        self.state.known_early = self._known_early
        self.stop = self._first()
        self.reserved = 0.0  # seconds before the deadline, to consider the next terms
        self.asked_the_first_only = False  # of the terms considered last
        self.late = False  # whether the time ended before the terms were computed
        self.last_seen: Sequence[Finding] = ()  # that held for the terms considered last
        self.who_wins = WhoWins(rule, limits)

    def _known_early(self, known: int) -> bool:
        return any(each.proves(self.state, known) for each in self.others if each.early)

    def _report(self, trying: str) -> None:
        known = self.source.evidence.stop
        self.watcher(Progress(CONSIDERING, known, known, trying=trying))

    @property
    def findings(self) -> Sequence[Finding]:
        return all_of(self.state.findings, self.who_wins.found)

    @findings.setter
    def findings(self, findings: Sequence[Finding]) -> None:
        self.state.findings = [*findings]

    def first_values(self) -> tuple[str, Iterable[int]]:
        return "G(0), G(1), ...", self.source.evidence.values

    def laws(self) -> Sequence[Finding]:
        """Those of now, which may be few while theorems are tried, and those of the last terms."""
        known = all_of(self.findings, self.last_seen)
        held = [finding for finding in known if finding.claim not in self.state.refuted]
        return sorted(held, key=lambda finding: finding.rank())

    def compute(self) -> Evidence:
        until = self._until()
        self._begin(until)
        evidence = self.source.extend(self.stop, until)
        self.late = evidence.stop < self.stop and is_over(until)
        self.watcher(Progress(CONSIDERING, evidence.stop, evidence.stop))
        return evidence

    def _until(self) -> float | None:
        """When no more terms are computed: the rest of the time is for considering them."""
        if self.end is None or self.limits.budget is None:
            return None
        considering = max(self.reserved, FOR_DETECTION * self.limits.budget)
        return self.end - considering - self.who_wins.kept_back

    def _begin(self, until: float | None) -> None:
        """Compute the first terms, however short the budget: they are little work, or else as much
        is done of it as SECONDS_TO_BEGIN allow."""
        if self.source.evidence.stop or until is None:
            return
        began = processor_seconds()

        def enough() -> bool:
            known = self.source.evidence.stop
            late = processor_seconds() - began > SECONDS_TO_BEGIN and is_over(until)
            return known >= self.stop or late

        with uninterruptible_by_budget():
            self.source.begin(enough)

    def consider(self, known: Evidence) -> None:
        first = self.limits.one_law or (self.limits.first_law and is_few(known))
        dense = known.by_runs is None
        self.asked_the_first_only = first and dense and self._is_for_the_first(known)
        if self.asked_the_first_only:
            self.last_seen = self.state.findings
        else:
            self._consider(known)

    def _is_for_the_first(self, known: Evidence) -> bool:
        """Whether the detectors that run first are enough for these terms: their law is proved, or
        there are so few terms that more of them cost less than all other detectors."""
        few = self.limits.one_law and known.stop < TERMS_FOR_ALL_DETECTORS
        return self.state.settles(known) or few

    def _consider(self, known: Evidence, *, run_all: bool = False) -> None:
        """Consider the terms; this is finished where it is little work."""
        end = None if self.end is None else self.end - self.who_wins.kept_back
        little = is_few(known) or is_over(end)
        with uninterruptible_by_budget() if little else nullcontext():
            self.state.consider(known, end, run_all=run_all)
        self.last_seen = self.state.findings

    def explained(self, known: Evidence) -> bool:
        self.watcher(Progress(CONSIDERING, known.stop, known.stop, self.state.candidate()))
        return self.state.explained or any(
            each.proves(self.state, known.stop) for each in self.others if not each.early
        )

    def ending(self, known: Evidence) -> Ending | None:
        stop, self.stop = self.stop, self._further()
        ended: Ending | None = None
        if self.late or any(each.late for each in self.others) or is_over(self.end):
            ended = "time"
        elif known.stop < stop or self.stop <= stop:  # no more, or no memory for them
            ended = "terms"
        self.reserved = self._needed(known)
        self.who_wins.look_at_rule()
        if is_over(self._until()):
            ended = ended or "time"
        if ended and self.asked_the_first_only:
            self._consider(known)
            ended = "proved" if self.state.explained else ended
        if ended is None and self._is_settled(known):
            self._consider(known, run_all=True)
            if self.state.explained:
                return "proved"
            if self._is_settled(known):
                return self._with_who_wins(known, "proved")
        no_more_to_do = is_few(known) and is_over(self.end)
        if ended and self.state.is_incomplete and not no_more_to_do:
            self._consider(known, run_all=True)
            ended = "proved" if self.state.explained else ended
        if ended == "proved":
            return ended
        return self._with_who_wins(known, ended)

    def _with_who_wins(self, known: Evidence, ended: Ending | None) -> Ending | None:
        """Why the study ends, after a law of who wins was sought."""
        if ended is not None:
            self.who_wins.look(known, self.end)
        elif not any(f.form is not None for f in self.state.findings):
            self.who_wins.look_early(known, self.end)
        ended = "proved" if self.who_wins.tells_all else ended
        if ended is not None:
            self.state.findings = [*self.findings]
        return ended

    def _is_settled(self, known: Evidence) -> bool:
        """Whether the search ends: a law that does not tell every value is proved, no other one is
        seen, and enough terms are known."""
        enough = self.limits.enough or (MANY_TERMS if self.limits.usual else known.stop + 1)
        if known.by_runs is not None or known.stop < enough:
            return False
        found = self.state.findings
        read = any(f.proof is not None and f.proof.bound <= 1 for f in found)
        return bool(read or self.who_wins.found) and not any(f.form is not None for f in found)

    def computed(self) -> Evidence:
        return self.source.evidence

    def unconsidered(self) -> Evidence:
        """All that is computed, of which the first terms are considered."""
        evidence = self.source.evidence
        self._consider(evidence)
        return evidence

    def _needed(self, known: Evidence) -> float:
        """The seconds that will be needed to consider the next terms, if what it took grows as it
        did before: some work does not depend on the number of terms."""
        sizes = known.stop, self.stop
        if known.by_runs is not None:
            sizes = known.stop.bit_length(), self.stop.bit_length()
        return AND_AGAIN * self.state.expected(*sizes)

    def _first(self) -> int:
        """How many terms to look at first: all that are asked for, but of runs, whose ends may be
        long numbers, as few as show a law where there is no time to be lost."""
        upto, by_runs = self.limits.upto, self.source.evidence.by_runs is not None
        if upto is not None and not (by_runs and self.limits.budget is not None):
            return upto + 1
        return min(self.source.first(), self._limit())

    def _limit(self) -> int:
        """The largest number of terms that the limits, or memory, allow."""
        if self.limits.upto is not None:
            return self.limits.upto + 1
        if self.source.evidence.by_runs is not None:
            return (self.limits.runs_upto or FURTHEST_RUNS) + 1
        if self.limits.max_terms is None:
            return most_values(BYTES_A_TERM)
        return min(self.limits.max_terms, most_values(BYTES_ASKED_FOR))

    def _further(self) -> int:
        """How many terms to look at next: what a theorem asks for, if that is not too far."""
        stop = self.stop
        if self.limits.upto is not None and stop > self.limits.upto:
            return stop
        following = self.source.further(stop)
        wanted = [bound for bound in self.state.wanted if bound <= following]
        if wanted:
            following = max(min(wanted), stop + stop // 8)
        return min(self._limit(), following)

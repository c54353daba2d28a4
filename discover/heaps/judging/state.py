"""The state of a running study: claims, refutations and proofs.

A claim is proposed by a detector, or by a theorem that needs no detector. It is refuted by further
terms, by a theorem, or by a proved claim that contradicts it; a refuted claim is not proposed
again. Light theorems are applied first, heavy ones only while no law that predicts every term is
proved and time is left. Other ways to a proof (`ProofSearch`) are tried when these have found none.

Every proved finding is reported. An unproved one is reported if no proved law predicts every term,
if enough terms support it, and if it passes a held-out test against overfitting: the detector must
find it in the first three quarters of the terms alone, so that the last quarter confirms it. Only
findings with least parameters are reported, as for certificates.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.heaps.judging.detectors import Detectors, ignore_progress, is_few, is_over
from mexplore.discover.heaps.judging.last_run import is_one_more_run
from mexplore.discover.heaps.known import patterns
from mexplore.discover.study.finding import Finding, Lacking, Proof, Refusal, Refuted
from mexplore.discover.study.theorem import AnyTheorem, Disproof, Inapplicable
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.working import working_seconds
from mexplore.rules.members import members_beside
from mexplore.rules.notation import parse_rule
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.pattern import Pattern
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.rule import Rule

HEAVY_SHARE = 0.4  # of the time left, that heavy theorems may use
SEEN = (3, 4)  # the detector sees the first 3/4 of the terms; the last quarter is held out
MOST_NEAREST = 3
PROBES = ("0.77", "subtract(1, 2)", "divide(2)", "remove(1 .. n//2)", "n -> [n*n % 7 % max(n, 1)]")
"""Rules of several kinds: a reason that a theorem gives for two or more of these is not specific to
the rule studied."""


def _share(deadline: float | None) -> float | None:
    """The deadline of heavy theorems for the terms known now: the rest of the time is for
    computing more terms."""
    if deadline is None:
        return None
    now = working_seconds()
    return deadline if deadline <= now else now + (deadline - now) * HEAVY_SHARE


def ignore_number(number: int) -> None:
    """Nothing is known elsewhere."""
    del number


class _Shapes(dict[str, Any]):
    """What each theorem needs to know of a rule, by the theorem's name."""

    def __init__(self, rule: Rule | None, theorems: Iterable[AnyTheorem]) -> None:
        self._rule, self._theorems = rule, {theorem.name: theorem for theorem in theorems}

    def __missing__(self, name: str) -> Any:
        assert self._rule is not None
        found = self[name] = self._theorems[name].shape_of(self._rule)
        return found


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
    known_early: Callable[[int], object] = ignore_number
    """Adds laws that are known elsewhere, before heavy theorems are tried; it is given the number
    of known terms."""

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
        does not apply. The rule is looked at when it is first asked for."""
        return _Shapes(self.rule, self.theorems)

    def _read(self) -> None:
        """Do the work that does not depend on the terms, before time is measured."""
        patterns()
        for theorem in self.theorems if self.rule is not None else ():
            _ = self.shapes[theorem.name]

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
            self.known_early(evidence.stop)
        if not self.explained:
            until = deadline if run_all else _share(deadline)
            self._add([*self._proposed(evidence, until, heavy=True)], evidence)
            self.findings = [self._judged(f, evidence, until, heavy=True) for f in self.findings]
        if self.explained:
            self._add([*self.detectors.beside_a_proof(evidence, soon)], evidence)
            self.findings = [self._judged(f, evidence, soon, heavy=False) for f in self.findings]
        self._refute_contradicted(evidence)
        self.findings = [f for f in self.findings if f.claim not in self.refuted]

    def settles(self, evidence: Evidence) -> bool:
        """Whether a law of the detectors that run first is proved by a light theorem; if so, it is
        the only finding, and otherwise there is none."""
        self._add([*self.detectors.of_the_first(evidence)], evidence)
        judged = [self._judged(f, evidence, None, heavy=False) for f in self.findings]
        self.findings = [f for f in judged if f.proof and f.form][:1]
        return self.explained

    def _add(self, claims: list[Pattern], evidence: Evidence) -> None:
        """Add new claims as findings without proof; findings are sorted, the shortest claim
        first."""
        for claim in claims:
            self._try_anew(claim)
        known = [f.claim for f in self.findings]
        new = [c for c in dict.fromkeys(claims) if c not in self.refuted and c not in known]
        found = [Finding(c, evidence.stop, None, c.closed_form(evidence)) for c in new]
        self.findings = sorted([*self.findings, *found], key=lambda f: f.claim.size())
        self.log.append(
            f"{to_decimal(evidence.stop)} terms known; {len(self.findings)} claims hold so far"
        )

    def _try_anew(self, claim: Pattern) -> None:
        """Forget that a claim is refuted if it is made again with other parameters: what is the
        same claim may say more than before, as a mask does that has gained a bit."""
        before = self.refuted.get(claim)
        if before is not None and before.claim.parameters() != claim.parameters():
            del self.refuted[claim]
            self.log.append(f"tried anew: {claim.statement()}")

    def _proposed(
        self, evidence: Evidence, deadline: float | None, *, heavy: bool
    ) -> Iterator[Pattern]:
        """The claims that theorems read off the rule without a detector and that hold so far."""
        for theorem in self.theorems if self.rule is not None else ():
            shape = self.shapes[theorem.name]
            if theorem.heavy != heavy or isinstance(shape, Inapplicable):
                continue
            self.report(f"the theorem {theorem.name}")
            claims = () if heavy and is_over(deadline) else theorem.suggested(shape, deadline)
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
            shape if isinstance(shape, Inapplicable) else theorem.decided(shape, claim, deadline)
        )
        against = objection(claim, bound, evidence)
        self.log.append(f"{claim.statement()}: {theorem.name}: {against or 'proved'}")
        if not isinstance(bound, Inapplicable):
            if not against:
                self.log.extend(theorem.steps(shape, claim))
                return Proof(theorem.name, bound)
            self.wanted.append(bound)
            self.waiting.add(claim)
        if isinstance(bound, Disproof):
            failure = bound.at if bound.exact else None
            self.note_refuted(claim, evidence.stop, failure, f"{theorem.name}: {bound.reason}")
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
                self.note_refuted(finding.claim, finding.checked_to, failure, "")

    def _refute_contradicted(self, evidence: Evidence) -> None:
        """Refute findings that a proved claim contradicts: a sequence that is proved not to be
        periodic has no period, no matter how many terms agree with one."""
        for proved in (f for f in self.findings if f.proof is not None):
            assert proved.proof is not None
            for finding in self.findings:
                if finding.proof is None and proved.claim.denies(finding.claim):
                    reason = f"{proved.proof.theorem}: {proved.claim.statement()}"
                    self.note_refuted(finding.claim, evidence.stop, None, reason)

    def note_refuted(self, claim: Pattern, seen_to: int, failure: int | None, why: str) -> None:
        """Keep that a claim is false, at this n if it is known, for this reason."""
        if claim not in self.refuted:
            self.refuted[claim] = found = Refuted(claim, seen_to, failure, why)
            self.log.append(f"refuted: {found.statement()}")


def objection(claim: Pattern, bound: int | Inapplicable, evidence: Evidence) -> str:
    """The reason why a theorem with this bound does not prove the claim by the known terms; empty
    if it does."""
    if isinstance(bound, Inapplicable):
        return bound.reason
    if bound > evidence.stop:
        return f"it needs {bound} terms, and {evidence.stop} are known"
    failure = claim.first_failure(evidence.prefix(bound))
    if failure is not None:
        return f"the claim fails at n = {claim.as_stated(failure)}"
    return claim.not_least(evidence) or ""  # true, but a certificate of it would be rejected


# Other ways to a proof.


@dataclass
class ProofSearch(ABC):
    """A search for a proof that computes its own values."""

    rule: Rule | None
    source: Source
    deadline: float | None
    most: int | None
    """The largest number of values that may be used; None if only the time limits it."""
    watcher: Watcher
    refusal: Refusal | None = None
    """Why nothing is proved, where it was tried."""
    late: bool = False
    """Whether the time ended before the search did."""
    early: ClassVar[bool] = False
    """Whether it is tried before heavy theorems: it computes next to nothing."""

    @abstractmethod
    def proves(self, state: StudyState, known: int) -> bool:
        """Whether a law is proved, which is then among the findings of the state; ``known`` is the
        number of terms that the study knows."""


def proof_searches() -> tuple[type[ProofSearch], ...]:
    """Those that optional and other packages add as ``mexplore.discover.proof_searches``."""
    return members_beside("mexplore.discover.proof_searches", ProofSearch)


# What is reported.


def reported(state: StudyState, evidence: Evidence) -> list[Finding]:
    """The findings that are reported."""
    least = [f for f in state.findings if _is_least(state, f, evidence)]
    least = [f for f in least if f.proof or not _of_one_run(f.claim, evidence)]
    proved = [f for f in least if f.proof]
    explained = any(f.form is not None for f in proved)
    candidates = [
        f
        for f in least
        if not f.proof and not (explained and f.form) and f.claim.seen_enough(evidence)
    ]
    early = evidence.prefix(evidence.stop * SEEN[0] // SEEN[1])
    guesses = {kind: list(kind.detect(early)) for kind in {type(f.claim) for f in candidates}}
    confirmed = [f for f in candidates if f.claim in guesses[type(f.claim)]]
    return [*proved, *(f for f in confirmed if not _contradicted(f.claim, candidates))]


def candidates(
    state: StudyState, findings: Iterable[Finding], evidence: Evidence
) -> tuple[Finding, ...]:
    """Laws that give values, hold for every known term and are not reported, best first. None if
    a law that gives every value is proved."""
    shown = list(findings)
    if any(f.proof and f.form for f in shown):
        return ()
    found = [f for f in state.findings if f.form is not None and f not in shown]
    found = [f for f in found if not _of_one_run(f.claim, evidence)]
    least = [f for f in found if f.proof is None and f.claim.objection(evidence) is None]
    return tuple(sorted(least, key=lambda finding: finding.rank()))


def _of_one_run(claim: Pattern, evidence: Evidence) -> bool:
    """Whether a claim about all n from some n on is seen from the last of runs that grow like
    towers alone, so that nothing supports it."""
    return claim.begins > 0 and evidence.dense and is_one_more_run(evidence.values)


def _contradicted(claim: Pattern, rivals: Iterable[Finding]) -> bool:
    """Whether a rival that also holds so far, and is not longer, contradicts the claim: for an
    irrational slope the denominators of convergents look like periods for many terms."""
    return any(g.claim.denies(claim) and g.claim.size() <= claim.size() for g in rivals)


def _is_least(state: StudyState, finding: Finding, evidence: Evidence) -> bool:
    why = finding.claim.objection(evidence)
    if why:
        state.log.append(f"not reported: {finding.claim.statement()}: {why}")
    return why is None


def refusals(state: StudyState, findings: Iterable[Finding]) -> tuple[Refusal, ...]:
    """The reasons why nothing better is proved: theorems that refuse a claim, then theorems that do
    not apply to the rule."""
    findings = list(findings)
    if any(f.proof and f.form for f in findings):
        return ()
    shown = {f.claim for f in findings}
    about_claims = [r for r in state.refusals if r.claim in shown or not shown]
    named = {r.theorem for r in about_claims} | {f.proof.theorem for f in findings if f.proof}
    about_rule = [
        _about_rule(theorem, state.shapes[theorem.name])
        for theorem in state.theorems
        if state.rule is not None and theorem.name not in named
    ]
    return tuple(dict.fromkeys([*about_claims, *about_rule]))


def _about_rule(theorem: AnyTheorem, shape: object) -> Refusal:
    if isinstance(shape, Inapplicable):
        return Refusal(theorem.name, shape.reason, lacking="rule")
    reason = f"it would apply, but no {' or '.join(theorem.about)} law was found"
    return Refusal(theorem.name, reason, lacking="law")


def nearest(found: Sequence[Refusal], known: Iterable[AnyTheorem]) -> tuple[Refusal, ...]:
    """The one to three refusals that come closest to a proof. In this order: theorems that need
    more terms to prove a claim; theorems that refuse a claim for another reason; theorems that
    apply to the rule, but for which no law was found; theorems that refuse the rule for a reason
    specific to it. Reasons that a theorem gives for rules of several kinds come last.

    >>> from mexplore.discover.heaps.known import theorems
    >>> from mexplore.discover.heaps.patterns.periodic import Periodic
    >>> refusal = Refusal("finite window", "the rule is not a subtraction set")
    >>> short = Refusal("Guy-Smith", "900 terms would decide it", Periodic(0, 1), "terms")
    >>> nearest([refusal, short], theorems()) == (short,)
    True
    """
    by_name = {theorem.name: theorem for theorem in known}
    ranked = sorted(found, key=lambda refusal: _distance(refusal, by_name))
    near = [refusal for refusal in ranked if _distance(refusal, by_name) < _FAR]
    return tuple(near[:MOST_NEAREST] or ranked[:1])


_NEAREST: tuple[Lacking, ...] = ("terms", "claim", "law", "rule")
_FAR = len(_NEAREST)


def _distance(refusal: Refusal, known: dict[str, AnyTheorem]) -> int:
    theorem = known.get(refusal.theorem)
    if theorem is not None and refusal.reason in _to_other_kinds(type(theorem)):
        return _FAR
    return _NEAREST.index(refusal.lacking)


@cache
def _to_other_kinds(theorem: type[AnyTheorem]) -> frozenset[str]:
    """The reasons that a theorem gives for rules of more than one kind."""
    shapes = [theorem().hypotheses(parse_rule(text)) for text in PROBES]
    reasons = [shape.reason for shape in shapes if isinstance(shape, Inapplicable)]
    return frozenset(reason for reason in reasons if reasons.count(reason) > 1)

"""Which findings are reported, and which refusals come closest to a proof.

Every proved finding is reported. An unproved one is reported if no proved law predicts every term,
if enough terms support it, and if it passes a held-out test against overfitting: the detector must
find it in the first three quarters of the terms alone, so that the last quarter confirms it. Only
findings with least parameters are reported, as for certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from mexplore.discover.study.finding import Finding, Lacking, Refusal
from mexplore.discover.study.theorem import AnyTheorem, Inapplicable
from mexplore.rules.notation import parse_rule

if TYPE_CHECKING:
    from mexplore.discover.heaps.judging.state import StudyState
    from mexplore.discover.study.evidence import Evidence
    from mexplore.discover.study.pattern import Pattern

SEEN = (3, 4)  # the detector sees the first 3/4 of the terms; the last quarter is held out
MOST_NEAREST = 3
PROBES = ("0.77", "subtract(1, 2)", "divide(2)", "remove(1 .. n//2)", "n -> [n*n % 7 % max(n, 1)]")
"""Rules of several kinds: a reason that a theorem gives for two or more of these is not specific to
the rule studied."""


def reported(state: StudyState, evidence: Evidence) -> list[Finding]:
    """The findings that are reported."""
    least = [f for f in state.findings if _is_least(state, f, evidence)]
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
    least = [f for f in found if f.proof is None and f.claim.objection(evidence) is None]
    return tuple(sorted(least, key=lambda finding: finding.rank()))


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
    reason = f"it applies to the rule, but no {' or '.join(theorem.about)} law was seen"
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

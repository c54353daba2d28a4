"""Which findings are told, and which refusals come nearest to a proof.

Proved findings are told, and unproved ones that predict what no proved one does, if enough of the
sequence shows them and a prefix of it suggested them before the rest, unseen, agreed. Nothing is
told whose parameters are not the least ones: the check is that of certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from discover.finding import Finding, Refusal
from discover.theorem import AnyTheorem, Inapplicable
from rules.notation import parse_rule

if TYPE_CHECKING:
    from discover.evidence.evidence import Evidence
    from discover.judging.notebook import Notebook
    from discover.pattern import Pattern

HELD_OUT = (3, 4)  # an unproved claim must be seen in the first 3/4 of the terms
MOST_NEAREST = 3
PROBES = ("0.77", "subtract(1, 2)", "divide(2)", "remove(1 .. n//2)", "n -> [n*n % 7 % max(n, 1)]")
"""A rule of each of several kinds: what a theorem says of all but its own is no news."""


def told(book: Notebook, evidence: Evidence) -> list[Finding]:
    """The findings that are shown."""
    least = [f for f in book.findings if _is_least(book, f, evidence)]
    proved = [f for f in least if f.proof]
    explained = any(f.form is not None for f in proved)
    candidates = [
        f
        for f in least
        if not f.proof and not (explained and f.form) and f.claim.seen_enough(evidence)
    ]
    early = evidence.prefix(evidence.stop * HELD_OUT[0] // HELD_OUT[1])
    guesses = {kind: list(kind.detect(early)) for kind in {type(f.claim) for f in candidates}}
    confirmed = [f for f in candidates if f.claim in guesses[type(f.claim)]]
    return [*proved, *(f for f in confirmed if not _denied(f.claim, candidates))]


def candidates(
    book: Notebook, findings: Iterable[Finding], evidence: Evidence
) -> tuple[Finding, ...]:
    """Laws that tell values, hold for every term known, and are not told: best first. None where
    a law that tells every value is proved."""
    shown = list(findings)
    if any(f.proof and f.form for f in shown):
        return ()
    found = [f for f in book.findings if f.form is not None and f not in shown]
    least = [f for f in found if f.proof is None and f.claim.objection(evidence) is None]
    return tuple(sorted(least, key=lambda finding: finding.rank()))


def _denied(claim: Pattern, rivals: Iterable[Finding]) -> bool:
    """Whether a rival that holds so far as well, and is no longer, denies it: the convergents of an
    irrational slope seem to be periods for long."""
    return any(g.claim.denies(claim) and g.claim.size() <= claim.size() for g in rivals)


def _is_least(book: Notebook, finding: Finding, evidence: Evidence) -> bool:
    why = finding.claim.objection(evidence)
    if why:
        book.log.append(f"not told: {finding.claim.statement()}: {why}")
    return why is None


def refusals(book: Notebook, findings: Iterable[Finding]) -> tuple[Refusal, ...]:
    """Why what is unproved is unproved: refusals of claims, and of theorems about other rules."""
    findings = list(findings)
    if any(f.proof and f.form for f in findings):
        return ()
    shown = {f.claim.statement() for f in findings}
    about_claims = [r for r in book.refusals if r.claim in shown or not shown]
    named = {r.theorem for r in about_claims} | {f.proof.theorem for f in findings if f.proof}
    about_rule = [
        Refusal(theorem.name, _about_rule(theorem, book.shapes[theorem.name]))
        for theorem in book.theorems
        if book.rule is not None and theorem.name not in named
    ]
    return tuple(dict.fromkeys([*about_claims, *about_rule]))


def _about_rule(theorem: AnyTheorem, shape: object) -> str:
    if isinstance(shape, Inapplicable):
        return shape.reason
    return f"it applies to the rule, but no {' or '.join(theorem.about)} law was seen"


def nearest(found: Sequence[Refusal], known: Iterable[AnyTheorem]) -> tuple[Refusal, ...]:
    """The one to three refusals that come nearest to a proof: first those of theorems that took up
    a claim (whose hypotheses about the rule hold, and best those that only ask for more terms),
    then those that apply to the rule but saw no law, then those that refuse the rule for a reason
    that they do not give to rules of every other kind.

    >>> from discover.known import theorems
    >>> refusal = Refusal("finite window", "the rule is not a subtraction set")
    >>> asking = Refusal("Guy-Smith", "it asks for 900 terms, and 800 are known", "G(n) = 0")
    >>> nearest([refusal, asking], theorems()) == (asking,)
    True
    """
    by_name = {theorem.name: theorem for theorem in known}
    ranked = sorted(found, key=lambda refusal: _distance(refusal, by_name))
    near = [refusal for refusal in ranked if _distance(refusal, by_name) < _FAR]
    return tuple(near[:MOST_NEAREST] or ranked[:1])


_FAR = 4


def _distance(refusal: Refusal, known: dict[str, AnyTheorem]) -> int:
    theorem = known.get(refusal.theorem)
    if theorem is not None and refusal.reason in _to_other_kinds(type(theorem)):
        return _FAR
    if refusal.claim is not None:
        return 0 if refusal.reason.startswith("it asks for") else 1
    return 2 if refusal.reason.startswith("it applies") else 3


@cache
def _to_other_kinds(theorem: type[AnyTheorem]) -> frozenset[str]:
    """The reasons that a theorem gives to rules of several kinds alike."""
    shapes = [theorem().hypotheses(parse_rule(text)) for text in PROBES]
    reasons = [shape.reason for shape in shapes if isinstance(shape, Inapplicable)]
    return frozenset(reason for reason in reasons if reasons.count(reason) > 1)

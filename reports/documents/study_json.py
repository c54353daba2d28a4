"""A study as the JSON object of the command line's contract."""

from __future__ import annotations

from typing import Any

from mexplore.discover.heaps.published import KnownLaw
from mexplore.discover.heaps.study import Study
from mexplore.discover.study.evidence import Evidence
from mexplore.discover.study.finding import Finding
from mexplore.rules.arithmetic.reach import Unreached

LONGEST_FORMULA = 20_000  # characters


def study_json(study: Study) -> dict[str, Any]:
    """Rule, findings best first, refusals, and the certificate of the first proof."""
    evidence = study.evidence
    return {
        "rule": str(study.rule) if study.rule else None,
        "family": study.rule.family if study.rule else None,
        "computed": evidence.stop - 1 if evidence.by_runs else evidence.stop,
        "max_value": evidence.largest,
        "status": study.status,
        "findings": [finding_json(finding, evidence) for finding in study.findings],
        "refusals": [
            {"theorem": r.theorem, "claim": r.statement, "reason": r.reason} for r in study.refusals
        ],
        "refuted": [
            {"statement": r.claim.statement(), "seen_to": r.seen_to, "first_failure": r.fails_at}
            | ({"reason": r.reason} if r.reason else {})
            for r in study.refuted
        ],
        **unseen_json(study.unreached),
        **known_json(study.known_law),
        "ended": study.ended,
        **({"not_tried": list(study.not_tried)} if study.not_tried else {}),
        "certificate": study.certificate,
    }


def unseen_json(late: Unreached | None) -> dict[str, Any]:
    """What the rule speaks of and the values do not reach; nothing where there is nothing."""
    if late is None:
        return {}
    told = {"number": late.number, "part": late.part, "first": late.first, "reason": late.words()}
    return {"unreached": told}


def known_json(known: KnownLaw | None) -> dict[str, Any]:
    """A law that is known elsewhere; nothing where there is none."""
    if known is None:
        return {}
    return {"known_law": {"statement": known.statement, "source": known.source}}


def finding_json(finding: Finding, evidence: Evidence) -> dict[str, Any]:
    """One finding; ``checked_to`` is the last n on which the claim was tested."""
    formula, latex = _formula(finding)
    return {
        "pattern": finding.claim.name,
        "parameters": finding.claim.parameters() | finding.claim.findings(evidence),
        "status": finding.status,
        "theorem": finding.proof.theorem if finding.proof else None,
        "bound": finding.proof.bound if finding.proof else None,
        "checked_to": finding.checked_to - 1,
        "statement": finding.claim.statement(),
        "formula": formula,
        "latex": latex,
    }


def _formula(finding: Finding) -> tuple[str | None, str]:
    import sympy

    n = sympy.Symbol("n", integer=True, nonnegative=True)
    expression = finding.form.formula(n) if finding.form else None
    if expression is None or len(str(expression)) > LONGEST_FORMULA:
        return None, finding.claim.latex()
    return str(expression), f"G(n) = {sympy.latex(expression)}"

"""A study of a family as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discover.grounds.parameters.table import LawRow, rows_of
from rules.parameters.written import plain_of

if TYPE_CHECKING:
    from discover.finding import FindingOf
    from discover.grounds.parameters.study import FamilyStudy


def family_json(study: FamilyStudy) -> dict[str, Any]:
    """The family, the verdict, and each law; the entries of other studies, in which the status of
    a family that is proved in part is "proved in part"."""
    rule, claim = study.rule, study.claim
    rows = () if claim is None else rows_of(rule, claim)
    found = study.confirmation
    return {
        "rule": str(rule),
        "family": rule.notation,
        "where": [str(constraint) for constraint in rule.where],
        "status": study.family_status,
        "theorem": study.proved.theorem if study.proved else None,
        "conditions": study.proved.proof.bound if study.proved and study.proved.proof else None,
        "split": [] if claim is None else [step.to_json() for step in claim.split],
        "laws": []
        if claim is None
        else [
            {**law, **_more(row)} for law, row in zip(claim.parameters()["laws"], rows, strict=True)
        ],
        "library": study.library or None,
        "left_open": dict(study.left_open) or None,
        "checked": {
            "members": found.members,
            "values": found.values,
            "largest": found.largest,
        },
        "solvers": [study.solver] if study.solver else [],
        "trusted": trusted(study),
        "findings": [finding_json(finding) for finding in study.findings],
        "refusals": [],
        "ended": study.ended,
        "certificate": study.certificate,
    }


def _more(row: LawRow) -> dict[str, Any]:
    """What the table says of a law, beside the law itself."""
    return {
        "when": list(row.when),
        "least": "proved" if row.least else None,
        "smaller": row.smaller and {"member": row.smaller[0], "period": row.smaller[1]},
        "word": None if row.word is None else str(row.word),
        "before": None if row.before is None else str(row.before),
        "in_names": {"period": row.written_period, "preperiod": plain_of(row.preperiod)},
        "conditions": row.conditions,
    }


def finding_json(finding: FindingOf[Any]) -> dict[str, Any]:
    """A finding about all members: there is no last n to which it was tested, and no formula."""
    proof, claim = finding.proof, finding.claim
    return {
        "pattern": claim.name,
        "parameters": claim.parameters(),
        "status": finding.status,
        "theorem": proof.theorem if proof else None,
        "bound": proof.bound if proof else None,
        "checked_to": None,
        "statement": claim.statement(),
        "formula": None,
        "latex": claim.latex(),
    }


def trusted(study: FamilyStudy) -> list[str]:
    """What has to be right for the verdict to be."""
    if study.proved is None:
        return []
    return [f"theorem {study.proved.theorem}", study.solver, "expansion of polynomials"]

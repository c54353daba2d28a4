"""Findings as a document tells them: statement, status, closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.documents.document import Document, Formula, Heading, Paragraph
from reports.documents.known import section_of
from reports.documents.numbers import short
from reports.documents.section import Detail

if TYPE_CHECKING:
    from discover.finding import Finding
    from discover.study import Study


def add_findings(document: Document, study: Study, detail: Detail) -> None:
    """All findings, or the best one and how many more there are."""
    if not study.findings:
        return
    document.add(Heading("Findings"))
    shown = study.findings if detail.everything else study.findings[:1]
    for finding in shown:
        document.add(Formula(finding.claim.latex(), finding.claim.statement()))
        document.add(Paragraph(f"Status: {status_line(finding)}."))
        document.add(*section_of(finding.claim).words(finding, detail))
        _add_closed_form(document, finding)
    hidden = len(study.findings) - len(shown)
    if hidden:
        document.add(Paragraph(f"{hidden} more: --all shows them."))


def status_line(finding: Finding) -> str:
    """The status in words, with the theorem and its bound, or how far it holds."""
    if finding.proof is None:
        return f"holds so far (n <= {short(finding.checked_to - 1)}); no theorem proves it"
    return f"proved for all n, by {finding.proof.theorem} (checked for n < {finding.proof.bound})"


def _add_closed_form(document: Document, finding: Finding) -> None:
    import sympy

    if finding.form is None:
        return
    expression = finding.form.formula(sympy.Symbol("n", integer=True, nonnegative=True))
    if expression is not None:
        document.add(Paragraph("Closed form:"))
        document.add(Formula(f"G(n) = {sympy.latex(expression)}", f"G(n) = {expression}"))

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


def add_answer(document: Document, study: Study, detail: Detail) -> None:
    """The best law, its status, and its closed form as the field writes it."""
    if study.ended == "interrupted":
        document.add(Paragraph("Stopped by the user: this is a partial result."))
    finding = study.best or next(iter(study.findings), None)
    if finding is None:
        stop = short(study.evidence.stop)
        document.add(Paragraph(f"Nothing found that holds for all n < {stop}."))
        if study.growth is not None:
            document.add(Paragraph(study.growth.statement()))
        return
    section = section_of(finding.claim)
    document.add(Formula(finding.claim.latex(), finding.claim.statement()))
    document.add(Paragraph(f"Status: {status_line(finding)}."))
    document.add(*section.answer(finding, detail))
    if not detail.everything:
        document.add(*section.words(finding, detail))


def add_findings(document: Document, study: Study, detail: Detail) -> None:
    """All findings with all that there is to say of them."""
    if not study.findings:
        return
    document.add(Heading("Findings"))
    for finding in study.findings:
        document.add(Formula(finding.claim.latex(), finding.claim.statement()))
        document.add(Paragraph(f"Status: {status_line(finding)}."))
        document.add(*section_of(finding.claim).words(finding, detail))
        _add_closed_form(document, finding)


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

"""The report of a study, built once: for the terminal, Markdown and HTML alike."""

from __future__ import annotations

from collections.abc import Sequence

from discover.certificate import write_certificate
from discover.questions.explain import options_of
from discover.study import Study
from reports.documents.cases import add_cases
from reports.documents.document import (
    Code,
    Document,
    Figure,
    Heading,
    Paragraph,
    Table,
    add_figures,
)
from reports.documents.explain import options_line
from reports.documents.finding import add_findings
from reports.documents.known import section_of
from reports.documents.numbers import short
from reports.documents.section import Detail, Section
from rules.errors import InputError

OPTIONS = 12  # of one heap that are shown


def study_document(
    study: Study, command: str, detail: Detail, figures: Sequence[Figure] = ()
) -> Document:
    """Everything that a study found, in the order in which a person would read it."""
    document = Document()
    _rule(document, study)
    _verdict(document, study)
    _values(document, study, detail)
    add_findings(document, study, detail)
    if study.cases is not None:
        add_cases(document, study.cases, detail)
    _proof(document, study)
    _refusals(document, study, detail)
    add_figures(document, figures)
    _how_to_reproduce(document, study, command)
    return document


def _rule(document: Document, study: Study) -> None:
    rule = study.rule
    document.add(Heading(f"The game {rule}" if rule else study.name or "A sequence", 1))
    if rule is None:
        return
    document.add(Paragraph(rule.words()))
    try:
        rows = [[str(n), options_line(options_of(rule, n), OPTIONS)] for n in range(1, 6)]
    except InputError:
        if not rule.runs_python:
            raise
        return  # its positions are no heaps
    document.add(Table(("heap", "a move leaves"), rows))


def _verdict(document: Document, study: Study) -> None:
    covered = f"Known: n < {short(study.evidence.stop)}"
    largest = study.evidence.largest
    document.add(Paragraph(f"{covered}; the largest value is {largest}; {study.seconds:.2f} s."))
    if study.ended == "interrupted":
        document.add(Paragraph("Stopped by the user: this is a partial result."))
    if not study.findings:
        stop = short(study.evidence.stop)
        document.add(Paragraph(f"Nothing found that holds for all n < {stop}."))
        if study.growth is not None:
            document.add(Paragraph(study.growth.statement()))
    # What a theorem refuted is news; that a few terms misled is not.
    for refuted in sorted(study.refuted, key=lambda refuted: not refuted.reason)[:3]:
        document.add(Paragraph(f"Refuted: {refuted.statement()}."))


def _values(document: Document, study: Study, detail: Detail) -> None:
    if study.evidence.stop == 0:
        return
    best = study.best
    section = section_of(best.claim) if best is not None else Section()
    document.add(*section.values(best, study.evidence, detail))


def _proof(document: Document, study: Study) -> None:
    proved, theorem = study.proved, study.theorem
    if proved is None or proved.proof is None or theorem is None or study.rule is None:
        return
    document.add(Heading("Proof"))
    document.add(Paragraph(f"Theorem ({theorem.name}). {theorem.statement}"))
    document.add(Paragraph(f"Source: {theorem.source}."))
    document.add(
        Paragraph(
            f"The bound for this rule and this claim is {proved.proof.bound}: the claim was "
            f"checked for every n < {proved.proof.bound}, so it holds for all n."
        )
    )
    if study.certificate is not None:
        document.add(Heading("Certificate"))
        document.add(Code(write_certificate(study.certificate), "json"))


def _refusals(document: Document, study: Study, detail: Detail) -> None:
    if not study.refusals:
        return
    shown = study.refusals if detail.everything else study.nearest_refusals
    document.add(Heading("Why nothing more is proved"))
    rows = [[r.theorem, r.claim or "(the rule)", r.reason] for r in shown]
    left = len(study.refusals) - len(rows)
    caption = f"The theorems that come nearest; --all lists {left} more." if left else ""
    document.add(Table(("theorem", "claim", "reason"), rows, caption=caption))


def _how_to_reproduce(document: Document, study: Study, command: str) -> None:
    lines = [command]
    if study.rule is not None and any(f.proof for f in study.findings):
        lines += [
            f'mexplore study "{study.rule}" --certificate certificate.json',
            "mexplore verify certificate.json",
        ]
    document.add(Heading("How to reproduce"), Code("\n".join(lines), "sh"))

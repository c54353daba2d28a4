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
from reports.documents.finding import add_answer, add_findings
from reports.documents.known import section_of
from reports.documents.numbers import short
from reports.documents.oeis import TERMS, add_search_link
from reports.documents.section import Detail, Section
from rules.errors import InputError

OPTIONS = 12  # of one heap that are shown


def study_document(
    study: Study, command: str, detail: Detail, figures: Sequence[Figure] = ()
) -> Document:
    """Everything that a study found, in the order in which a person would read it."""
    rule = study.rule
    document = Document([Heading(f"The game {rule}" if rule else study.name or "A sequence", 1)])
    add_answer(document, study, detail)
    if rule is not None:
        document.add(Paragraph(rule.words()))
    if detail.everything:
        _options(document, study)
    _known(document, study)
    _values(document, study, detail)
    if detail.everything:
        add_findings(document, study, detail)
        if study.cases is not None:
            add_cases(document, study.cases, detail)
        _proof(document, study)
    _refusals(document, study, detail)
    add_figures(document, figures)
    if detail.everything:
        add_search_link(document, study.evidence.values[: TERMS + 1].tolist())
        _how_to_reproduce(document, study, command)
    else:
        _what_more_there_is(document, study)
    return document


def _options(document: Document, study: Study) -> None:
    rule = study.rule
    if rule is None:
        return
    try:
        rows = [[str(n), options_line(options_of(rule, n), OPTIONS)] for n in range(1, 6)]
    except InputError:
        if not rule.runs_python:
            raise
        return  # its positions are no heaps
    document.add(Table(("heap", "a move leaves"), rows))


def _known(document: Document, study: Study) -> None:
    covered = f"Known: n < {short(study.evidence.stop)}"
    largest = study.evidence.largest
    document.add(Paragraph(f"{covered}; the largest value is {largest}; {study.seconds:.2f} s."))
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


def _what_more_there_is(document: Document, study: Study) -> None:
    """One line about what is not shown."""
    more = [f"{len(study.findings)} findings"] if len(study.findings) > 1 else []
    more += ["the case analysis"] if study.cases is not None else []
    more += ["the proof", "its certificate"] if study.certificate is not None else []
    if more:
        listed = " and ".join([", ".join(more[:-1]), more[-1]] if len(more) > 1 else more)
        document.add(Paragraph(f"--all shows {listed}; --report FILE.md writes them."))


def _how_to_reproduce(document: Document, study: Study, command: str) -> None:
    lines = [command]
    if study.rule is not None and any(f.proof for f in study.findings):
        lines += [
            f'mexplore study "{study.rule}" --certificate certificate.json',
            "mexplore verify certificate.json",
        ]
    document.add(Heading("How to reproduce"), Code("\n".join(lines), "sh"))

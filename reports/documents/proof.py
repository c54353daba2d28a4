"""The proof of a law in a document: theorem, hypotheses, conclusion, cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.reports.documents.cases import add_cases
from mexplore.reports.writers.document import (
    Code,
    Document,
    Heading,
    Mark,
    Paragraph,
    Table,
    pieces,
)
from mexplore.reports.writers.prose import with_formulas

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study
    from mexplore.reports.writers.detail import Detail


def theorem_stated(name: str, statement: str) -> Paragraph:
    """A theorem with its name, in the style of a paper."""
    return Paragraph((Mark(f"Theorem ({name}).", "strong"), " ", *pieces(with_formulas(statement))))


def add_proof(document: Document, study: Study, detail: Detail) -> None:
    """All of it, where there is one."""
    proved, theorem = study.proved, study.theorem
    if proved is None or proved.proof is None or theorem is None or study.rule is None:
        return
    bound = proved.proof.bound
    document.add(
        Heading("Proof"),
        theorem_stated(theorem.name, theorem.statement),
        Paragraph(f"Source: {theorem.source}."),
    )
    if study.checked:
        document.add(
            Paragraph("Its hypotheses, each with what was found for this rule and this law:"),
            Table(
                ("hypothesis", "found"), [list(map(with_formulas, row)) for row in study.checked]
            ),
        )
    else:
        document.add(Paragraph("Its hypotheses follow from the shape of the rule, and hold."))
    checked = (
        f"The bound for this rule and this law is {bound}: the law was checked for every n < "
        f"{bound}, so it holds for all n."
    )
    document.add(Paragraph(checked if bound > 1 else "No value has to be checked."))
    if study.account:
        document.add(Paragraph("What was checked beyond these values:"))
        document.add(Code("\n".join(study.account)))
    if study.cases is not None:
        add_cases(document, study.cases, detail)

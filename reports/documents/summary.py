"""A study in a few lines, as a notebook shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.reports.documents.finding import status_line, unseen
from mexplore.reports.writers.document import Document, Formula, Heading, Paragraph

if TYPE_CHECKING:
    from mexplore.discover.heaps.study import Study

SHOWN_VALUES = 24


def summary(study: Study) -> Document:
    """The name, the law, its status, and the first values.

    >>> from mexplore.discover.heaps.study import study
    >>> from mexplore.rules.notation import parse_rule
    >>> [type(block).__name__ for block in summary(study(parse_rule("subtract(1, 2)"))).blocks]
    ['Heading', 'Formula', 'Paragraph', 'Paragraph']
    """
    document = Document([Heading(str(study.rule or study.name or "A sequence"), 3)])
    finding = study.best or next(iter(study.findings), None)
    if finding is None:
        out = "Out of time: no law was found" if study.not_tried else "Nothing found"
        late = study.unreached
        why = f"{out} that holds for all n < {study.evidence.stop}."
        document.add(Paragraph(why if late is None else unseen(late, "max_terms")))
    else:
        document.add(
            Formula(finding.claim.latex(), finding.claim.statement()),
            Paragraph(f"Status: {status_line(finding)}."),
        )
    listed = ", ".join(map(str, study.evidence.values[:SHOWN_VALUES].tolist()))
    more = ", ..." if study.evidence.stop > SHOWN_VALUES else ""
    document.add(Paragraph(f"G(0), G(1), ... = {listed}{more}"))
    return document

"""A family of the library as a document: its laws as a table, and their source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discover.grounds.parameters.table import rows_of
from reports.documents.family import laws_table
from reports.writers.detail import Detail
from reports.writers.document import Document, Heading, Paragraph

if TYPE_CHECKING:
    from discover.grounds.parameters.library import NamedFamily


def entry_document(family: NamedFamily) -> Document:
    """All that is shipped of it, but for its certificate."""
    document = Document([Heading(family.title, 1), Paragraph(f"{family.rule}.")])
    for step in family.law.split:
        document.add(Paragraph(f"Members are sorted by {step}."))
    document.add(laws_table(rows_of(family.rule, family.law), Detail()))
    document.add(Paragraph(f"Source: {family.source}."))
    return document

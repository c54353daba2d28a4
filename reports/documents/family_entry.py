"""A family of the library as a document: its laws as a table, and their source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discover.grounds.parameters.cells import split_words
from discover.grounds.parameters.table import rows_of
from discover.patterns.parameters.pattern import FamilyLaw
from reports.documents.case_table import table
from reports.documents.family import laws_table
from reports.writers.detail import Detail
from reports.writers.document import Document, Heading, Paragraph
from rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    from discover.grounds.parameters.library import NamedFamily


def entry_document(family: NamedFamily) -> Document:
    """All that is shipped of it, but for its certificate."""
    document = Document([Heading(family.title, 1), Paragraph(f"{family.rule}.")])
    rule, law = family.rule, family.law
    for words in split_words(law.split):
        document.add(Paragraph(f"Members are sorted by {words}."))
    if isinstance(rule, ParametricRule) and isinstance(law, FamilyLaw):
        document.add(laws_table(rows_of(rule, law), Detail()))
    else:
        document.add(table(rule, law))
    document.add(Paragraph(f"Source: {family.source}."))
    return document

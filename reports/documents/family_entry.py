"""A family of the library as a document: its laws as a table, and their source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mexplore.discover.families.cells import split_words
from mexplore.discover.families.patterns.pattern import FamilyLaw
from mexplore.discover.families.table import rows_of
from mexplore.reports.documents.case_table import table
from mexplore.reports.documents.family import laws_table
from mexplore.reports.writers.document import Detail, Document, Heading, Paragraph
from mexplore.rules.parameters.rule import ParametricRule

if TYPE_CHECKING:
    from mexplore.discover.families.library import NamedFamily


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

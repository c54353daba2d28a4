"""The pages of laws with parameters: those of the library of families."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mexplore.discover.families.library import families_of, shipped_families
from mexplore.discover.study.certificate import write_certificate
from mexplore.reports.documents.family_entry import entry_document
from mexplore.reports.site.addresses import law_page, slug
from mexplore.reports.site.shell import page
from mexplore.reports.writers.document import Document, Heading, Link, Paragraph, Table, Words
from mexplore.reports.writers.html.page import body_of, title_of
from mexplore.rules.notation import parse_rule


def laws_with(rule: str) -> Iterator[tuple[str, str]]:
    """Name and title of each family of the library that the rule is a member of.

    >>> [name for name, _ in laws_with("subtract(3, 7)")]
    ['two-elements']
    """
    yield from ((family.name, family.title) for family, _ in families_of(parse_rule(rule)))


@cache
def laws_pages() -> tuple[tuple[str, str], ...]:
    """The list of the laws, and a page and a certificate for each."""
    return tuple(_pages())


def _pages() -> Iterator[tuple[str, str]]:
    rows: list[list[Words]] = []
    for name, family in shipped_families().items():
        rows.append([Link(family.title, law_page(name)), str(family.rule), family.source])
        file = f"laws/{slug(name)}.json"
        yield file, write_certificate(family.certificate)
        document = entry_document(family)
        certificate = Link("The certificate of the proof", f"../{file}")
        document.add(Paragraph((certificate, ", which mexplore verify checks.")))
        yield law_page(name), page(title_of(document), body_of(document))
    listed = Document([Heading("Laws with parameters", 1)])
    listed.add(
        Paragraph("Each is proved for all members of its family, and so for infinitely many games.")
    )
    listed.add(Table(("law", "family", "source"), rows))
    yield "laws.html", page("Laws with parameters", body_of(listed), "")

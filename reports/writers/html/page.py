"""A document as one HTML file that needs nothing else: no address, no font, no other file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files

from mexplore.reports.writers.document import Document, Heading
from mexplore.reports.writers.html.blocks import block_html

FEWEST_CONTENTS = 3  # sections of a document that has a table of contents


def to_html(document: Document) -> str:
    """The document as a page, with a table of contents after its title."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title_of(document))}</title>\n"
        f"<style>\n{part('page.css')}</style>\n</head>\n<body>\n<main>\n"
        f"{body_of(document)}\n</main>\n<script>\n{part('sorting.js')}</script>\n</body>\n</html>\n"
    )


def title_of(document: Document) -> str:
    """The document's own heading."""
    headings = (block.text for block in document.blocks if isinstance(block, Heading))
    return next(headings, "mexplore")


def body_of(document: Document) -> str:
    """The content of the page: the blocks, and a table of contents after the title of a long
    document."""
    sections = [b for b in document.blocks if isinstance(b, Heading) and b.level == 2]
    anchors = dict(zip(map(id, sections), _anchors(sections), strict=True))
    body = [block_html(block, anchors.get(id(block), "")) for block in document.blocks]
    if len(sections) >= FEWEST_CONTENTS:
        body.insert(1, _contents(sections, list(anchors.values())))
    return "\n".join(body)


def part(name: str) -> str:
    """The style or the program of a page."""
    return (files("mexplore.reports.writers.html") / name).read_text(encoding="utf-8")


def _anchors(headings: Sequence[Heading]) -> list[str]:
    """A name for each heading, of its own words.

    >>> _anchors([Heading("Run table"), Heading("Values: x"), Heading("Run table")])
    ['run-table', 'values-x', 'run-table-2']
    """
    taken: dict[str, int] = {}
    names = []
    for heading in headings:
        name = re.sub(r"[^a-z0-9]+", "-", heading.text.lower()).strip("-") or "section"
        taken[name] = taken.get(name, 0) + 1
        names.append(name if taken[name] == 1 else f"{name}-{taken[name]}")
    return names


def _contents(sections: Sequence[Heading], names: Sequence[str]) -> str:
    rows = "\n".join(
        f'<li><a href="#{name}">{escape(section.text)}</a></li>'
        for section, name in zip(sections, names, strict=True)
    )
    return f'<nav aria-label="Contents">\n<ul>\n{rows}\n</ul>\n</nav>'

"""Statements that are proposed about families, as a document and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.writers.document import Document, Heading, Paragraph, Table

if TYPE_CHECKING:
    from discover.surveys.relate.relate import Proposal

EXCEPTIONS = 3  # that are named
_LEGEND = (
    "Each statement was counted over the members whose law is proved; it was read off them, and "
    'says nothing sure of others. mexplore sweep FAMILY --claim "STATEMENT" tests it on more.'
)


def relate_document(proposals: Sequence[Proposal], most: int) -> Document:
    """The statements, family by family, best first."""
    document = Document([Heading("Statements that the laws suggest", 1)])
    for family in dict.fromkeys(each.family for each in proposals):
        mine = [each for each in proposals if each.family == family]
        rows = [_row(each) for each in mine[:most]]
        heads = ("statement", "holds for", "exceptions")
        left = len(mine) - len(rows)
        caption = f"The first {most} of {len(mine)} statements." if left else ""
        document.add(Heading(family), Table(heads, rows, caption=caption))
    if not proposals:
        document.add(Paragraph("Too few members with a proved law have anything in common."))
    else:
        document.add(Paragraph(_LEGEND))
    return document


def _row(proposal: Proposal) -> list[str]:
    named = ", ".join(proposal.exceptions[:EXCEPTIONS])
    more = len(proposal.exceptions) - EXCEPTIONS
    return [
        proposal.statement,
        f"{proposal.support} of {proposal.members}",
        f"{named} and {more} more" if more > 0 else named,
    ]


def relate_json(proposals: Sequence[Proposal]) -> dict[str, Any]:
    """All of them, best first."""
    return {
        "statements": [
            {
                "family": each.family,
                "statement": each.statement,
                "members": each.members,
                "support": each.support,
                "exceptions": list(each.exceptions),
            }
            for each in proposals
        ]
    }

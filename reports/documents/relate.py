"""Statements that are proposed about families, as a document and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from mexplore.discover.surveys.for_all import ForAll
from mexplore.discover.surveys.relate.relate import Proposal
from mexplore.reports.writers.document import Document, Heading, Paragraph, Table

EXCEPTIONS = 3  # that are named
_LEGEND = (
    "Each statement was counted over the members whose law is proved; it was read off them, and "
    "says nothing sure of others, unless it says that it is proved for all. "
    'mexplore sweep FAMILY --claim "STATEMENT" tests it on more.'
)

Known = Mapping[Proposal, ForAll]
"""What is known of statements for all members of their families."""


def relate_document(
    proposals: Sequence[Proposal], most: int, known: Known = MappingProxyType({})
) -> Document:
    """The statements, family by family, best first."""
    document = Document([Heading("Statements that the laws suggest", 1)])
    for family in dict.fromkeys(each.family for each in proposals):
        mine = [each for each in proposals if each.family == family]
        rows = [_row(each, known.get(each)) for each in mine[:most]]
        heads: tuple[str, ...] = ("statement", "holds for", "exceptions", "for all")
        if not any(row[-1] for row in rows):
            heads, rows = heads[:-1], [row[:-1] for row in rows]
        left = len(mine) - len(rows)
        caption = f"The first {most} of {len(mine)} statements." if left else ""
        document.add(Heading(family), Table(heads, rows, caption=caption))
    if not proposals:
        document.add(Paragraph("Too few members with a proved law have anything in common."))
    else:
        document.add(Paragraph(_LEGEND))
    return document


def _row(proposal: Proposal, known: ForAll | None) -> list[str]:
    named = ", ".join(proposal.exceptions[:EXCEPTIONS])
    more = len(proposal.exceptions) - EXCEPTIONS
    return [
        proposal.statement,
        f"{proposal.support} of {proposal.members}",
        f"{named} and {more} more" if more > 0 else named,
        "" if known is None else _in_short(known),
    ]


def _in_short(known: ForAll) -> str:
    """Proved, refuted at a member, or neither."""
    found = known.conclusion
    if found.failure is not None:
        return f"refuted at {', '.join(f'{name} = {n}' for name, n in found.failure)}"
    if found.status == "proved":
        return f"proved for all {', '.join(map(str, known.rule.where))}"
    return ""


def relate_json(
    proposals: Sequence[Proposal], known: Known = MappingProxyType({})
) -> dict[str, Any]:
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
            | _for_all_json(known.get(each))
            for each in proposals
        ]
    }


def _for_all_json(known: ForAll | None) -> dict[str, Any]:
    if known is None:
        return {}
    found = known.conclusion
    return {
        "for_all": {
            "family": str(known.rule),
            "statement": known.statement,
            "status": found.status,
            "first_failure": found.first_failure,
            "theorem": found.theorem or None,
        }
    }

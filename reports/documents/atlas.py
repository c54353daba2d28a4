"""An atlas as a document: league tables, chosen rows, surprises."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mexplore.discover.surveys.query import leaders, summary_of
from mexplore.reports.documents.survey import for_all_json, number
from mexplore.reports.writers.document import Cell, Document, Heading, Mark, Paragraph, Table

if TYPE_CHECKING:
    from mexplore.discover.surveys.for_all import ForAll
    from mexplore.discover.surveys.query import Surprise
    from mexplore.discover.surveys.record import Record, Row
    from mexplore.discover.surveys.relate.relate import Proposal
    from mexplore.discover.surveys.search import Hit, Search

    Known = Mapping[Proposal, ForAll]
    """What is known of statements for all members of their families."""


_NUMBERS = ("preperiod", "period", "saltus", "ratio", "start", "largest", "computed")


def league(title: str, rows: Sequence[Row], count: int) -> Document:
    """The leaders by period and preperiod, the laws by pattern, and the open rules."""
    document = Document([Heading(title, 1), Paragraph(_families(rows))])
    for what, column in (
        ("Longest proved periods", "period"),
        ("Longest proved preperiods", "preperiod"),
    ):
        best = leaders(rows, column, len(rows))
        if best:
            document.add(Heading(what), leaders_table(best[:count]))
            _say_cut(document, count, len(best))
    summary = summary_of(rows)
    laws = [[x.pattern or "-", x.status, x.theorem or "-", str(x.rules)] for x in summary.laws]
    if laws:
        document.add(Heading("By pattern"), Table(("pattern", "status", "theorem", "rules"), laws))
    for what, chosen in (("Reached by no theorem", summary.unsolved), ("Failed", summary.failed)):
        if chosen:
            shown = row_table(chosen[:count], ("computed",))
            document.add(Heading(f"{what}: {len(chosen)}"), shown)
            _say_cut(document, count, len(chosen))
    return document


def _say_cut(document: Document, shown: int, known: int) -> None:
    if shown < known:
        document.add(Paragraph(f"{shown} of {known}; --limit N shows N."))


def _families(rows: Sequence[Row]) -> str:
    names = list(dict.fromkeys(row.family for row in rows))
    follow = sum(row.record.representative is not None for row in rows)
    more = f"; {follow} of them follow from others" if follow else ""
    families = "1 family" if len(names) == 1 else f"{len(names)} families"
    rules = "1 rule" if len(rows) == 1 else f"{len(rows)} rules"
    return f"{rules} of {families} ({', '.join(names)}){more}."


def leaders_table(rows: Sequence[Row]) -> Table:
    """The numbers of proved periods: narrow, as there is no more to be said of them."""
    used = ["preperiod", "period", *(["saltus"] if any(r.record.saltus for r in rows) else [])]
    cells = [[row.rule, *(number(getattr(row.record, name)) for name in used)] for row in rows]
    return Table(("rule", *used), cells)


def row_table(rows: Sequence[Row], numbers: Sequence[str] = _NUMBERS) -> Table:
    """The rows; numbers that none of them has are left out."""
    used = [n for n in numbers if any(getattr(row.record, n) is not None for row in rows)]
    cells: list[list[Cell]] = [
        [
            row.rule,
            *(_cell(row.record, name) for name in used),
            row.record.pattern or "-",
            _status(row),
        ]
        for row in rows
    ]
    return Table(("rule", *used, "pattern", "status"), cells)


def _cell(record: Record, name: str) -> str:
    """The number in a column; beside a largest value that is not known to be that of all n stands
    how many values it was seen in."""
    text = number(getattr(record, name))
    if name != "largest" or record.largest is None or record.largest_for_all:
        return text
    return f"{text} (n < {number(record.computed)})"


def _status(row: Row) -> Cell:
    if row.record.trouble:
        return Mark(f"{row.record.status}: {row.record.trouble}", "bad")
    by = f" by {row.record.theorem}" if row.record.theorem else ""
    return row.record.status + by


def surprise_document(found: Sequence[Surprise], count: int) -> Document:
    """The most surprising rows, with the reasons."""
    cells = [
        [s.row.rule, s.row.family, f"{s.score:.1f}", "; ".join(s.reasons)] for s in found[:count]
    ]
    document = Document([Heading("Surprising", 1)])
    if not cells:
        document.add(Paragraph("No law is unlike those of its neighbours."))
    else:
        document.add(Table(("rule", "family", "score", "why"), cells))
    if len(found) > count:
        document.add(Paragraph(f"and {len(found) - count} more; --limit N shows N."))
    return document


def rows_document(rows: Sequence[Row], count: int) -> Document:
    """Chosen rows, and how many more there are."""
    document = Document([])
    if rows:
        document.add(row_table(rows[:count]))
    document.add(Paragraph(f"{len(rows)} rules." if len(rows) <= count else (
        f"{count} of {len(rows)} rules; --limit N shows N."
    )))  # fmt: skip
    return document


EXCEPTIONS = 3  # that are named
_LEGEND = (
    "Each statement was counted over the members whose law is proved; it was read off them, and "
    "says nothing sure of others, unless it says that it is proved for all. "
    'mexplore sweep FAMILY --claim "STATEMENT" tests it on more.'
)


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
    if found.first_failure is not None:
        return f"refuted at {', '.join(f'{name} = {n}' for name, n in found.first_failure)}"
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
            | ({} if each not in known else for_all_json(known[each]))
            for each in proposals
        ]
    }


def rows_json(rows: Sequence[Row]) -> dict[str, Any]:
    """Each row: what it is, its law, how it is known; integers are exact."""
    return {"rows": list(map(_row_json, rows))}


def _row_json(row: Row) -> dict[str, Any]:
    record = asdict(row.record)
    record["head"] = list(row.record.head)
    if row.record.certificate is not None:
        record["certificate"] = json.loads(row.record.certificate)
    return {"rule": row.rule, "family": row.family, "parameters": row.parameters, **record}


# Searches.

HITS = 40  # that are shown without --all


def search_json(search: Search, found: list[Hit], *, stopped: bool) -> dict[str, Any]:
    """The rules that a search found."""
    return {
        "looked_at": search.looked,
        "found": [
            {
                "rule": hit.rule,
                "from": hit.origin,
                "status": hit.record.status if hit.record else None,
                "law": hit.record.law if hit.record else None,
            }
            for hit in found
        ],
        "undecided": search.undecided,
        "ended": "interrupted" if stopped else "all",
        "status": "computed" if found else "nothing found",
        "warrant": "values were compared; each law has its own status" if found else None,
    }


def search_document(search: Search, found: list[Hit], *, show_all: bool, stopped: bool) -> Document:
    """The same for people."""
    document = Document()
    if stopped:
        document.add(Paragraph("Stopped by the user: this is a partial result."))
    document.add(Paragraph(f"{len(found)} of {search.looked} rules match."))
    listed = found if show_all else found[:HITS]
    columns = ["rule"]
    columns += ["from"] * (len({hit.origin for hit in listed}) > 1)
    columns += ["law", "status"] * any(hit.record is not None for hit in listed)
    rows = [[_hit_cells(hit)[column] for column in columns] for hit in listed]
    if rows:
        document.add(Table(columns, rows))
    if len(found) > len(listed):
        document.add(Paragraph(f"{len(found) - len(listed)} more; --all shows them."))
    if search.undecided:
        few = ", ".join(search.undecided[:3])
        number = len(search.undecided)
        rules = "1 rule was" if number == 1 else f"{number} rules were"
        document.add(Paragraph(f"{rules} skipped after --budget ran out (first: {few})."))
    return document


def _hit_cells(hit: Hit) -> dict[str, str]:
    law = (hit.record.law or "", hit.record.status) if hit.record is not None else ("", "")
    return {"rule": hit.rule, "from": hit.origin, "law": law[0], "status": law[1]}

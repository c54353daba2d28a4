"""Where a value occurs, as text and as JSON: heaps, heaps that are lost alone, and squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mexplore.reports.writers.document import Block, Heading, Paragraph, Table
from mexplore.rules.text.numbers import to_decimal

if TYPE_CHECKING:
    from mexplore.discover.questions.boards import Squares
    from mexplore.discover.questions.positions import PositionsAnswer, PositionsQuery

SHOWN = 60


def positions_json(found: PositionsAnswer, query: PositionsQuery) -> dict[str, Any]:
    """What is known of the n with a value, or of the heaps that are lost alone."""
    from mexplore.reports.documents.finding import finding_json

    listed, study = found.listed, found.study
    facts: dict[str, Any] = {"first": listed[0] if listed else None, "positions": listed}
    facts["all_listed"] = found.complete
    if query.stop is not None and found.count is not None:
        facts |= {"upto": query.stop - 1, "count": to_decimal(found.count)}
    if query.nth is not None and found.nth is not None:
        n = to_decimal(found.nth)
        number = {"k": to_decimal(query.nth), "n": n}
        # Under misère play the number alone stands in "nth"; "number" is the same in both.
        facts |= {"nth": n if found.warranted is None else number, "number": number}
    facts["gaps"] = [{"gap": gap, "times": times} for gap, times in found.gaps]
    findings = study.findings if study else ()
    facts["findings"] = [finding_json(f, study.evidence) for f in findings] if study else []
    return facts


def positions_blocks(name: str, found: PositionsAnswer, query: PositionsQuery) -> Iterator[Block]:
    """The n with a value."""
    listed = found.listed
    yield Heading(f"The n with G(n) = {query.value} of {name}", 1)
    if query.stop is not None:
        yield Paragraph(f"{_exact(found.count)} for n <= {to_decimal(query.stop - 1)}.")
    if query.nth is not None:
        number = f"Number {_exact(query.nth)}, counted from 1, is n = {_exact(found.nth)}."
        yield Paragraph(number)
    yield Paragraph(_first(found, query))
    if found.gaps:
        rows = [[str(gap), str(times)] for gap, times in found.gaps[:SHOWN]]
        left = len(found.gaps) - len(rows)
        caption = f"Gaps among the first {len(listed)}" + (f", {left} more" if left else "")
        yield Table(("gap", "times"), rows, numeric=True, caption=caption)
    for finding in found.study.findings[:3] if found.study else ():
        statement = finding.claim.statement().replace("G(", "a(")
        far = "" if found.follows(finding.claim) else f", of the first {len(listed)}"
        yield Paragraph(f"As a sequence a(0), a(1), ...: {statement}{far}.")


def lost_alone_lines(rule: object, found: PositionsAnswer, query: PositionsQuery) -> Iterator[str]:
    """The heaps that are lost alone under misère play."""
    yield f"Heaps that are lost alone under misère play of {rule}:"
    yield ", ".join(map(str, found.listed)) or "none"
    if found.count is not None and query.stop is not None:
        yield f"{to_decimal(found.count)} up to {to_decimal(query.stop - 1)}"
    if found.nth is not None and query.nth is not None:
        yield f"number {to_decimal(query.nth)} is {to_decimal(found.nth)}"


def _exact(number: int | None) -> str:
    return "None" if number is None else to_decimal(number)


def _first(found: PositionsAnswer, query: PositionsQuery) -> str:
    """The first positions, and whether they are all."""
    listed = found.listed
    shown = ", ".join(map(to_decimal, listed[:SHOWN]))
    if len(listed) > SHOWN:
        return f"The first {SHOWN}: {shown}, ..."
    if found.complete and query.stop is None:
        return f"{shown}; no other n." if listed else "No n has this value."
    last = query.stop if found.complete else found.searched
    return f"{shown or 'None was found'}; no other n <= {to_decimal((last or 1) - 1)}."


# Squares of boards.


def squares_json(found: Squares, query: PositionsQuery) -> dict[str, Any]:
    """The squares of a value."""
    facts: dict[str, Any] = {"positions": found.first}
    facts["count"] = None if found.count is None else to_decimal(found.count)
    facts["all_listed"] = found.complete
    if found.nth is not None and query.nth is not None:
        number = {"k": to_decimal(query.nth), "square": list(found.nth)}
        facts |= {"nth": number, "number": number}
    if not found.warrants:
        words = "computed directly; no law was needed"
        facts |= {"status": "computed", "warrant": words}
    return facts


def squares_blocks(
    where: str, reach: str, found: Squares, query: PositionsQuery
) -> Iterator[Block]:
    """The squares of a value on a board or a line, with how far they are counted."""
    yield Heading(f"The squares with G = {query.value} {where}", 1)
    shown_of = min(SHOWN, len(found.first))
    count = f"More than {counted(shown_of)}" if found.count is None else counted(found.count)
    yield Paragraph(f"{count}{reach}.")
    if found.nth is not None and query.nth is not None:
        yield Paragraph(f"Number {to_decimal(query.nth)}, counted from 1, is {found.nth}.")
    shown = ", ".join(str(tuple(square)) for square in found.first[:SHOWN])
    if not shown and (found.count is None or found.count > 0):
        shown = "None of them is near the corner."
    elif found.count is None or found.count > len(found.first[:SHOWN]):
        shown = f"The first {len(found.first[:SHOWN])}: {shown}, ..."
    if shown:
        yield Paragraph(shown)


def counted(count: int) -> str:
    """A number of squares in words."""
    return f"{to_decimal(count)} square{'' if count == 1 else 's'}"

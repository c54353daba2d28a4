"""A whole board as a document and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.documents.document import (
    Code,
    Document,
    Figure,
    Formula,
    Heading,
    Paragraph,
    Table,
    add_figures,
)

if TYPE_CHECKING:
    from discover.boards.vector_periods import BoardStudy
    from rules.boards.kernel import BoardValues

MOST_COLUMNS = 40


def grid(table: BoardValues) -> Table:
    """The values with x downwards and y to the right; a corner of them, if they are many."""
    shown = table[:MOST_COLUMNS, :MOST_COLUMNS].tolist()
    width = min(MOST_COLUMNS, table.shape[1])
    rows = [[str(x), *map(str, row)] for x, row in enumerate(shown)]
    whole = max(table.shape) <= MOST_COLUMNS
    size = f"{table.shape[0]}x{table.shape[1]}"
    caption = "" if whole else f"The corner of the {size} squares that were computed."
    return Table(["x, y", *map(str, range(width))], rows, numeric=True, caption=caption)


def board_document(study: BoardStudy, command: str, figures: Sequence[Figure] = ()) -> Document:
    """Rule, table, findings."""
    document = Document([Heading(f"The board {study.board}", 1), Paragraph(study.board.words())])
    sides = f"{study.table.shape[0]}x{study.table.shape[1]}"
    where = f"the {sides} squares of a corner of the quarter plane"
    if study.size is not None:
        where = f"a board of {sides} squares, beyond which there is no move"
    largest = int(study.table.max())
    document.add(Paragraph(f"Known: {where}; the largest value is {largest}."))
    document.add(Heading("Values: row x, column y"), grid(study.table), Heading("Findings"))
    if study.claim is None:
        document.add(Paragraph("No vector v with G(X + v) = G(X) for all squares X was found."))
    else:
        document.add(Formula(study.claim.latex(), study.claim.statement()))
        document.add(Paragraph(f"Status: holds so far, on {where}; no theorem proves it."))
    add_figures(document, figures)
    document.add(Heading("How to reproduce"), Code(command, "sh"))
    return document


def board_json(study: BoardStudy) -> dict[str, Any]:
    """The same as the JSON object of ``study``."""
    return {
        "rule": str(study.board),
        "family": study.board.family,
        "board": list(study.size) if study.size else None,
        "computed": int(study.table.size),
        "max_value": int(study.table.max()),
        "status": study.status,
        "findings": [_finding(study)] if study.claim else [],
        "refusals": [],
        "certificate": None,
    }


def _finding(study: BoardStudy) -> dict[str, Any]:
    assert study.claim is not None
    return {
        "pattern": study.claim.name,
        "parameters": study.claim.parameters(),
        "status": study.status,
        "theorem": None,
        "bound": None,
        "checked_to": min(study.table.shape) - 1,
        "statement": study.claim.statement(),
        "formula": None,
        "latex": study.claim.latex(),
    }

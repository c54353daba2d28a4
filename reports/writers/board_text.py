"""The values of a whole board as text and as columns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rules.errors import InputError

if TYPE_CHECKING:
    from reports.cli.subject import View
    from rules.boards.kernel import Table


def board_text(view: View, table: Table, form: str) -> str:
    """The table row by row: x downwards, y to the right; CSV has a line a square."""
    rows = table.tolist()
    if form == "json":
        return json.dumps({**view.json(), "table": rows}) + "\n"
    if form == "bfile":
        raise InputError("a b-file has one index; name a sequence of the board with --row A")
    if form == "csv":
        lines = [f"{x},{y},{v}\n" for x, row in enumerate(rows) for y, v in enumerate(row)]
        return "x,y,value\n" + "".join(lines)
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def columns_of(table: Table) -> dict[str, Any]:
    """x, y and value, a square a row."""
    import numpy as np

    x, y = np.indices(table.shape)
    return {"x": x.ravel(), "y": y.ravel(), "value": table.ravel()}

"""Tables of the values of a sequence."""

from __future__ import annotations

from reports.documents.document import Table


def plain_table(values: list[int]) -> Table:
    """Values in rows of twenty."""
    width = 20
    rows = [
        [str(low), *map(str, values[low : low + width])] for low in range(0, len(values), width)
    ]
    rows[-1] += [""] * (width + 1 - len(rows[-1]))
    return Table(["n", *(f"+{r}" for r in range(width))], rows, numeric=True)

"""The names that a search gives: to quotients, remainders and rows.

None of them is a name of a family: families are searched under names that begin with a sign of
their own (`rules.parameters.naming`).
"""

from __future__ import annotations

BLOCKS, REST = "h", "r"
"""b = w h + r: how many blocks of the width w, and what is left."""


def quotient_of(name: str) -> str:
    """The quotient of a name by a number."""
    return f"{name}1"


def row_names(count: int) -> tuple[str, ...]:
    """The digits that number rows, the longest rows first.

    >>> row_names(1), row_names(2)
    (('i',), ('i2', 'i1'))
    """
    return ("i",) if count == 1 else tuple(f"i{t}" for t in range(count, 0, -1))

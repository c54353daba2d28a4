"""All laws and theorems about tables: the members of the folders of boards."""

from __future__ import annotations

from functools import cache

from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.theorem import AnyBoardTheorem, BoardTheorem
from mexplore.rules.members import members


def board_laws(dimensions: int | None = None) -> tuple[type[BoardLaw], ...]:
    """All laws of tables, or those of boards with this many coordinates."""
    import mexplore.discover.boards.patterns

    found = members(mexplore.discover.boards.patterns, BoardLaw)
    return tuple(law for law in found if dimensions is None or _fits(law, dimensions))


@cache
def board_theorems(dimensions: int | None = None) -> tuple[AnyBoardTheorem, ...]:
    """All theorems about boards, or those about boards with this many coordinates; those that are
    tried last at the end."""
    import mexplore.discover.boards.theorems

    found = members(mexplore.discover.boards.theorems, BoardTheorem)
    ordered = (theorem() for theorem in sorted(found, key=lambda each: each.place))
    return tuple(
        theorem
        for theorem in ordered
        if dimensions is None or any(_fits(law, dimensions) for law in theorem.laws)
    )


def _fits(law: type[BoardLaw], dimensions: int) -> bool:
    return law.dimensions in (None, dimensions)

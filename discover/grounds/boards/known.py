"""All laws and theorems about tables: the members of the folders of boards."""

from __future__ import annotations

from functools import cache

from discover.patterns.boards.pattern import BoardLaw
from discover.theorems.boards.theorem import AnyBoardTheorem, BoardTheorem
from rules.members import members


def board_laws() -> tuple[type[BoardLaw], ...]:
    """All laws of tables."""
    import discover.patterns.boards

    return members(discover.patterns.boards, BoardLaw)


@cache
def board_theorems() -> tuple[AnyBoardTheorem, ...]:
    """All theorems about boards."""
    import discover.theorems.boards

    return tuple(theorem() for theorem in members(discover.theorems.boards, BoardTheorem))

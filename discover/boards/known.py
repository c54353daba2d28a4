"""All laws and theorems about tables: the members of the folders of boards."""

from __future__ import annotations

from functools import cache

from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.theorem import AnyBoardTheorem, BoardTheorem
from mexplore.rules.members import members


def board_laws() -> tuple[type[BoardLaw], ...]:
    """All laws of tables."""
    import mexplore.discover.boards.patterns

    return members(mexplore.discover.boards.patterns, BoardLaw)


@cache
def board_theorems() -> tuple[AnyBoardTheorem, ...]:
    """All theorems about boards, those that are tried last at the end."""
    import mexplore.discover.boards.theorems

    found = members(mexplore.discover.boards.theorems, BoardTheorem)
    return tuple(theorem() for theorem in sorted(found, key=lambda each: each.place))

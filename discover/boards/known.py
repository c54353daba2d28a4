"""What there is to find and to prove with on boards: the members of the two folders."""

from __future__ import annotations

from functools import cache

from discover.patterns.boards.pattern import BoardLaw
from discover.theorems.boards.theorem import AnyBoardTheorem, BoardTheorem
from rules.members import members


def board_laws() -> tuple[type[BoardLaw], ...]:
    """Every law of boards there is."""
    import discover.patterns.boards

    return members(discover.patterns.boards, BoardLaw)


@cache
def board_theorems() -> tuple[AnyBoardTheorem, ...]:
    """Every theorem about boards there is."""
    import discover.theorems.boards

    return tuple(theorem() for theorem in members(discover.theorems.boards, BoardTheorem))


def board_theorem_named(name: object) -> AnyBoardTheorem | None:
    """The theorem of this name, as certificates give it; None if there is none."""
    return next((theorem for theorem in board_theorems() if theorem.name == name), None)

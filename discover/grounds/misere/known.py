"""All laws and theorems of misère play: the members of its folders."""

from __future__ import annotations

from functools import cache

from discover.patterns.misere.pattern import MisereLaw
from discover.theorems.misere.theorem import AnyMisereTheorem, MisereTheorem
from rules.members import members


def misere_laws() -> tuple[type[MisereLaw], ...]:
    """All laws of misère play."""
    import discover.patterns.misere

    return members(discover.patterns.misere, MisereLaw)


@cache
def misere_theorems() -> tuple[AnyMisereTheorem, ...]:
    """All theorems about misère play, those of the simplest shapes first."""
    import discover.theorems.misere

    found = [theorem() for theorem in members(discover.theorems.misere, MisereTheorem)]
    return tuple(sorted(found, key=lambda theorem: theorem.place))

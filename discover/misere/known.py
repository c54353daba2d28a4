"""All laws and theorems of misère play: the members of its folders."""

from __future__ import annotations

from functools import cache

from mexplore.discover.misere.patterns.pattern import MisereLaw
from mexplore.discover.misere.theorems.theorem import AnyMisereTheorem, MisereTheorem
from mexplore.rules.members import members


def misere_laws() -> tuple[type[MisereLaw], ...]:
    """All laws of misère play."""
    import mexplore.discover.misere.patterns

    return members(mexplore.discover.misere.patterns, MisereLaw)


@cache
def misere_theorems() -> tuple[AnyMisereTheorem, ...]:
    """All theorems about misère play, those of the simplest shapes first."""
    import mexplore.discover.misere.theorems

    found = [theorem() for theorem in members(mexplore.discover.misere.theorems, MisereTheorem)]
    return tuple(sorted(found, key=lambda theorem: theorem.place))

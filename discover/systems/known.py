"""All laws and theorems about systems of kinds: the members of their folders."""

from __future__ import annotations

from functools import cache

from mexplore.discover.systems.patterns.pattern import SystemLaw
from mexplore.discover.systems.theorems.theorem import SystemTheorem
from mexplore.rules.members import members


def system_laws() -> tuple[type[SystemLaw], ...]:
    """All laws of systems."""
    import mexplore.discover.systems.patterns

    return members(mexplore.discover.systems.patterns, SystemLaw)


@cache
def system_theorems() -> tuple[SystemTheorem, ...]:
    """All theorems about systems, those that need less first."""
    import mexplore.discover.systems.theorems

    found = members(mexplore.discover.systems.theorems, SystemTheorem)
    return tuple(theorem() for theorem in sorted(found, key=lambda each: each.needs))

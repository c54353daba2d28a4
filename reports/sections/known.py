"""Which kinds of laws have a section of their own: the members of ``reports/sections/kinds``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mexplore.reports.sections.section import Section
from mexplore.rules.members import members

if TYPE_CHECKING:
    from mexplore.discover.study.pattern import Pattern


@cache
def _sections() -> tuple[Section, ...]:
    import mexplore.reports.sections.kinds

    return tuple(member() for member in members(mexplore.reports.sections.kinds, Section))


def section_of(claim: Pattern) -> Section:
    """The section of this kind of law, or what is said of any law."""
    return next((s for s in _sections() if isinstance(claim, s.about)), Section())

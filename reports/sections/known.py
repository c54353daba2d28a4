"""Which kinds of laws have a section of their own: the members of ``reports/sections/kinds``; those
of laws of boards are in ``board_kinds``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mexplore.reports.sections.section import Section
from mexplore.rules.members import members

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.pattern import BoardLaw
    from mexplore.discover.study.pattern import Pattern
    from mexplore.reports.sections.board_section import BoardSection


@cache
def _sections() -> tuple[Section, ...]:
    import mexplore.reports.sections.kinds

    return tuple(member() for member in members(mexplore.reports.sections.kinds, Section))


def section_of(claim: Pattern) -> Section:
    """The section of this kind of law, or what is said of any law."""
    return next((s for s in _sections() if isinstance(claim, s.about)), Section())


@cache
def _board_sections() -> tuple[BoardSection, ...]:
    import mexplore.reports.sections.board_kinds
    from mexplore.reports.sections.board_section import BoardSection

    found = members(mexplore.reports.sections.board_kinds, BoardSection)
    return (*(member() for member in found), BoardSection())


def board_section_of(law: BoardLaw) -> BoardSection:
    """The section of this kind of law of a board, or what is said of any: nothing more."""
    return next(s for s in _board_sections() if not s.about or isinstance(law, s.about))

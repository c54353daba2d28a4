"""Laws of boards by which an automaton tells who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.reports.sections.board_section import BoardSection
from mexplore.reports.sections.by_digits import in_brief, in_full

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.pattern import BoardLaw
    from mexplore.reports.writers.document import Block


class LostByDigitsSection(BoardSection):
    """The P-positions are those that an automaton accepts, which reads their digits."""

    about: ClassVar[tuple[type[BoardLaw], ...]] = (LostByDigits,)

    def answer(self, law: BoardLaw) -> list[Block]:
        """In words, with the first P-positions."""
        assert isinstance(law, LostByDigits)
        return in_brief(law)

    def in_full(self, law: BoardLaw) -> list[Block]:
        """The automaton, and positions read by it."""
        assert isinstance(law, LostByDigits)
        return in_full(law)

"""Laws of boards by which an automaton tells who wins, or the first nim-values."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.patterns.values_by_digits import ValuesByDigits
from mexplore.reports.sections.board_section import BoardSection
from mexplore.reports.sections.by_digits import in_brief, in_full

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.pattern import BoardLaw
    from mexplore.reports.writers.document import Block


class ByDigitsSection(BoardSection):
    """What an automaton says that reads the digits of the coordinates."""

    about: ClassVar[tuple[type[BoardLaw], ...]] = (LostByDigits, ValuesByDigits)

    def answer(self, law: BoardLaw) -> list[Block]:
        """In words, with the first P-positions, or the first positions of each value."""
        assert isinstance(law, LostByDigits | ValuesByDigits)
        return in_brief(law)

    def in_full(self, law: BoardLaw) -> list[Block]:
        """The automaton, and positions read by it."""
        assert isinstance(law, LostByDigits | ValuesByDigits)
        return in_full(law)

"""What a report says of a kind of law of a board, beside its statement and its status.

A kind that has something of its own to show has a file in ``reports/sections/board_kinds`` with a
subclass of `BoardSection`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar

from mexplore.rules.members import members

if TYPE_CHECKING:
    from mexplore.discover.boards.patterns.pattern import BoardLaw
    from mexplore.reports.writers.document import Block


class BoardSection:
    """What a report says of a law that is ``about``; here: nothing more."""

    about: ClassVar[tuple[type[BoardLaw], ...]] = ()

    def answer(self, law: BoardLaw) -> list[Block]:
        """What stands under the statement of the law, in a line or two."""
        del law
        return []

    def in_full(self, law: BoardLaw) -> list[Block]:
        """What a full report says besides: tables, examples."""
        del law
        return []


@cache
def _sections() -> tuple[BoardSection, ...]:
    import mexplore.reports.sections.board_kinds

    return tuple(
        member() for member in members(mexplore.reports.sections.board_kinds, BoardSection)
    )


def board_section_of(law: BoardLaw) -> BoardSection:
    """The section of this kind of law, or what is said of any law."""
    return next((s for s in _sections() if isinstance(law, s.about)), BoardSection())

"""What a report says of a kind of law of a board, beside its statement and its status.

A kind that has something of its own to show has a file in ``reports/sections/board_kinds`` with a
subclass of `BoardSection`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

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
        """What a full report says in addition: tables, examples."""
        del law
        return []

"""The options of the command line for boards, and the subject that they select."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.reports.cli.subjects.subject import Subject
    from mexplore.rules.boards.board import Grid
    from mexplore.rules.boards.lines import Kind
    from mexplore.rules.boards.order import Order


@dataclass(frozen=True)
class BoardView:
    """The options for boards that were given: a size, and at most one sequence."""

    size: str | None = None
    row: int | None = None
    column: int | None = None
    diagonal: int | None = None
    value: int | None = None
    order: str | None = None

    def of(self, board: Grid) -> Subject:
        """The subject that the options select on this board."""
        from mexplore.discover.boards.values import check_size
        from mexplore.rules.boards.lines import BoardSequence, parse_size

        lines = self._lines()
        if len(lines) > 1:
            raise InputError(f"--{lines[0][0]} and --{lines[1][0]}: only one sequence at a time")
        size = None if self.size is None else parse_size(self.size)
        if size is not None:
            check_size(board, size)
        order = None if self.order is None else self._order(board)
        if not lines:
            from mexplore.reports.cli.subjects.whole_board import WholeBoard

            return WholeBoard(board, size, order)
        from mexplore.reports.cli.subjects.board_line import BoardLine

        return BoardLine(BoardSequence(board, size, *lines[0], order=order))

    def _order(self, board: Grid) -> Order:
        """The order of --order."""
        from mexplore.rules.boards.order import Order

        if board.dimensions != 2:
            raise InputError("--order is of boards with two coordinates")
        return Order.parse(self.order or "", board.coordinate_names)

    @property
    def given(self) -> bool:
        """Whether any of the options is."""
        return self.size is not None or self.order is not None or bool(self._lines())

    @property
    def dimensions(self) -> int:
        """How many coordinates a board of this size has."""
        return 2 if self.size is None else self.size.lower().count("x") + 1

    def refuse(self) -> None:
        """Raise InputError if one of the options is given: the subject is not a board."""
        named = ["board"] * (self.size is not None) + [kind for kind, _ in self._lines()]
        named += ["order"] * (self.order is not None)
        if named:
            raise InputError(f"--{named[0]} needs a board, such as '(x, y) -> [(x - 1, y)]'")

    def _lines(self) -> list[tuple[Kind, int]]:
        kinds: tuple[Kind, ...] = ("row", "column", "diagonal", "value")
        numbers = (self.row, self.column, self.diagonal, self.value)
        return [(k, n) for k, n in zip(kinds, numbers, strict=True) if n is not None]

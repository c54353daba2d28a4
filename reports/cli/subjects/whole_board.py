"""A board, as a table of values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from mexplore.reports.cli.subjects.game import Game
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.boards.kind import Boards
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.explain import Explained
    from mexplore.reports.documents.listing import ValueListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.boards.board import Board, Grid, Square
    from mexplore.rules.boards.order import Order
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.library import Library

LAST_COORDINATE = 15  # of a quarter plane, unless --upto says otherwise
USUAL_SQUARES = 4096  # of a board with more coordinates
EXPLAINED_SIDE = 4  # rows and columns of a board


@dataclass(frozen=True)
class WholeBoard(Game):
    """A board, and how far it reaches (None: the quarter plane): a table, not a sequence."""

    of_squares: ClassVar[bool] = True

    board: Grid
    size: Square | None
    order: Order | None = None

    @property
    def game(self) -> Grid:
        return self.board

    @property
    def kind(self) -> Boards:
        """With edges it is another one, and the text of a Python function does not say which."""
        from mexplore.discover.boards.kind import Boards

        return Boards(self.size)

    def head(self) -> dict[str, Any]:
        more: dict[str, Any] = {"rule": str(self.board), "family": self.board.family}
        return more if self.size is None else more | {"board": list(self.size)}

    def source(self, watcher: Watcher, store: Store | None = None) -> NoReturn:
        del watcher, store
        raise InputError("a board is a table; take a sequence by --row A, --column B or --value V")

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.boards.study import study_board
        from mexplore.reports.documents.report import BoardReport

        del store
        self._refuse_two_sizes(limits.upto)
        result = study_board(self._studied, self.size, limits.upto, limits.budget, watcher)
        return BoardReport(result)

    def terms(self, last: int | None, watcher: Watcher, store: Store | None = None) -> ValueListing:
        from mexplore.reports.documents.listing import BoardListing
        from mexplore.rules.boards.table import Tables

        del store
        self._refuse_two_sizes(last)
        dimensions = self.board.dimensions
        usual = min(LAST_COORDINATE + 1, int(USUAL_SQUARES ** (1 / dimensions) + 1e-9))
        side = usual if last is None else last + 1
        table = Tables(self.board, watcher, self.order).table(
            self.size or (side,) * dimensions, edges=self.size is not None
        )
        return BoardListing(self.head(), table)

    @property
    def _studied(self) -> Board:
        """The board, if laws are looked for on such."""
        from mexplore.rules.boards.board import Board

        if not isinstance(self.board, Board) or self.board.dimensions != 2:
            raise InputError(
                "laws are looked for on boards (x, y) -> [...] with two coordinates; terms and "
                "solve take this one"
            )
        return self.board

    def _refuse_two_sizes(self, last: int | None) -> None:
        if self.size is not None and last is not None:
            raise InputError("--board says how far the table reaches; leave --upto out")

    @property
    def drawn(self) -> Limits:
        from mexplore.discover.study.limits import Limits

        return Limits(None, upto=LAST_COORDINATE if self.size is None else None)

    def look_up(self, numbers: Sequence[int], means: Means, watcher: Watcher) -> NoReturn:
        del numbers, means, watcher
        raise InputError("a square of a board has coordinates: write 3,5; or name a --row A")

    def look_up_squares(
        self, squares: Sequence[Square], means: Means, watcher: Watcher
    ) -> LookedUp:
        return self.values_at(squares, means, watcher)

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        """The options of some squares, by default of those nearest to the corner."""
        from itertools import product

        from mexplore.discover.boards.values import check_on_board
        from mexplore.discover.questions.explain import about_board
        from mexplore.reports.documents.explain import ExplainedBoard
        from mexplore.rules.boards.board import Board
        from mexplore.rules.text.squares import parse_square

        squares = [parse_square(text) for text in positions]
        for square in squares:
            check_on_board(self.board, self.size, square)
        dimensions = self.board.dimensions
        if not squares:
            sides = self.size or (EXPLAINED_SIDE,) * dimensions
            corner = (range(min(side, EXPLAINED_SIDE)) for side in sides)
            squares = [square for square in product(*corner) if dimensions == 2 or max(square) < 2]
        plane = self.board if isinstance(self.board, Board) and dimensions == 2 else None
        theorems = () if plane is None or self.size is not None else about_board(plane)
        names = tuple(name for name, entry in library.items() if entry.rule == str(self.board))
        return ExplainedBoard(self.board, self.size, tuple(squares), theorems, names)

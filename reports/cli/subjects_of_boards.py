"""Questions about boards: the whole table, or one line of it as a sequence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.reports.cli.subjects import Game, Subject
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError

if TYPE_CHECKING:
    from mexplore.discover.boards.kind import Boards
    from mexplore.discover.heaps.evidence.sources import Source
    from mexplore.discover.study.conclusion import Conclusion
    from mexplore.discover.study.finding import Finding
    from mexplore.discover.study.kind import LookedUp, Means
    from mexplore.discover.study.limits import Limits
    from mexplore.reports.documents.explain import Explained
    from mexplore.reports.documents.listing import ValueListing
    from mexplore.reports.documents.report import Report
    from mexplore.rules.boards.board import Board, Grid, Square
    from mexplore.rules.boards.lines import BoardSequence
    from mexplore.rules.boards.table import Order
    from mexplore.rules.engine.grundy import Watcher
    from mexplore.rules.engine.store import Store
    from mexplore.rules.library import Library
    from mexplore.rules.misere.board import MisereBoard
    from mexplore.rules.rule import Values

LAST_COORDINATE = 15  # of a quarter plane, unless --upto says otherwise
USUAL_SQUARES = 4096  # of a board with more coordinates
EXPLAINED_SIDE = 4  # rows and columns of a board


@dataclass(frozen=True)
class WholeBoard(Game):
    """A board, and how far it reaches (None: the quarter plane): a table, not a sequence."""

    of_squares: ClassVar[bool] = True
    no_sequence: ClassVar[str] = (
        "a board is a table; take a sequence by --row A, --column B or --value V"
    )

    board: Grid
    size: Square | None
    order: Order | None = None

    @property
    def game(self) -> Grid:
        return self.board

    @property
    def kind(self) -> Boards:
        """With edges it is another one, and the text of a Python function does not say which."""
        from mexplore.discover.boards.kind import Boards, MisereBoards
        from mexplore.rules.misere.board import MisereBoard

        return (MisereBoards if isinstance(self.board, MisereBoard) else Boards)(self.size)

    @property
    def checked(self) -> tuple[int, int]:
        """Fewer of more coordinates."""
        from mexplore.discover.questions.boards import Region

        return 0, Region(self.board, None).sides[0] - 1

    def head(self) -> dict[str, Any]:
        from mexplore.rules.misere.board import MisereBoard
        from mexplore.rules.misere.game import PLAY

        more: dict[str, Any] = {"rule": str(self.board), "family": self.board.family}
        if isinstance(self.board, MisereBoard):
            more |= {"rule": str(self.board.board), "play": PLAY}
        return more if self.size is None else more | {"board": list(self.size)}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.boards.study import study_board
        from mexplore.reports.documents.one_picture import BoardReport

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
        sides = self.size or (usual if last is None else last + 1,) * dimensions
        tables = Tables(self.board, watcher, self.order)
        return BoardListing(self.head(), tables.table(sides, edges=self.size is not None))

    @property
    def _studied(self) -> Board | MisereBoard:
        """The board, if laws are looked for on such."""
        from mexplore.rules.boards.board import Board
        from mexplore.rules.misere.board import MisereBoard

        if not isinstance(self.board, Board | MisereBoard):
            raise InputError(
                "laws are looked for on boards (x, y) -> [...]; terms and solve take this one"
            )
        return self.board

    def _refuse_two_sizes(self, last: int | None) -> None:
        if self.size is not None and last is not None:
            raise InputError("--board says how far the table reaches; leave --upto out")

    @property
    def drawn(self) -> Limits:
        from mexplore.discover.study.limits import Limits

        return Limits(None, upto=LAST_COORDINATE if self.size is None else None)

    def refuse_places(self, *, squares: bool) -> None:
        if not squares:
            raise InputError("a square of a board has coordinates: write 3,5; or name a --row A")

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        """The options of some squares, by default of those nearest to the corner."""
        from itertools import product

        from mexplore.discover.boards.values import check_on_board
        from mexplore.discover.questions.explain import about_board
        from mexplore.reports.documents.explain import explained_board
        from mexplore.rules.boards.board import Board
        from mexplore.rules.text.numbers import parse_square

        squares = [parse_square(text) for text in positions]
        for square in squares:
            check_on_board(self.board, self.size, square)
        dimensions = self.board.dimensions
        if not squares:
            sides = self.size or (EXPLAINED_SIDE,) * dimensions
            corner = (range(min(side, EXPLAINED_SIDE)) for side in sides)
            squares = [square for square in product(*corner) if dimensions == 2 or max(square) < 2]
        plane = self.board if isinstance(self.board, Board) else None
        theorems = () if plane is None or self.size is not None else about_board(plane)
        names = tuple(name for name, entry in library.items() if entry.rule == str(self.board))
        return explained_board(self.board, self.size, squares, theorems, names)


@dataclass(frozen=True)
class BoardLine(Subject):
    """A row, column or diagonal of a board, or the squares of one value, as a sequence."""

    line: BoardSequence

    @property
    def whole(self) -> WholeBoard:
        """The board of which it is a line."""
        return WholeBoard(self.line.board, self.line.size)

    @property
    def name(self) -> str:
        return str(self.line)

    def head(self) -> dict[str, Any]:
        return self.whole.head() | {self.line.kind: self.line.number}

    def study(self, limits: Limits, watcher: Watcher, store: Store | None = None) -> Report:
        from mexplore.discover.boards.line_study import study_line
        from mexplore.reports.documents.report import LineReport

        del store
        found = study_line(self.line, limits, watcher)
        return LineReport(found.study, self.head(), found)

    def source(self, watcher: Watcher, store: Store | None = None) -> Source:
        from mexplore.discover.heaps.evidence.board_source import source_of_line

        del store
        return source_of_line(self.line, watcher)

    def values(self, stop: int, watcher: Watcher) -> Values:
        return replace(self.line, watcher=watcher).values(stop)

    def _proved(self, budget: float, watcher: Watcher) -> Finding | None:
        """The law of the line that a theorem proves, where there is one."""
        from mexplore.discover.boards.line_study import study_line
        from mexplore.discover.study.limits import Limits, uninterrupted

        best = uninterrupted(study_line(self.line, Limits(budget), watcher).study).best
        return best if best is not None and best.form and best.proof else None

    def check(
        self, formula: str, ends: tuple[int, int], seconds: float, watcher: Watcher
    ) -> Conclusion[Any]:
        from mexplore.discover.heaps.check import check_by_law

        best = self._proved(seconds, watcher)
        verdict = None if best is None else check_by_law(formula, best, ends)
        return super().check(formula, ends, seconds, watcher) if verdict is None else verdict

    def look_up(self, places: Sequence[Any], means: Means, watcher: Watcher) -> LookedUp:
        """By a law that a theorem proves of the line, where there is one."""
        from mexplore.discover.study.kind import LookedUp, Warrant

        best = self._proved(means.budget, watcher)
        if best is None or best.form is None:
            return super().look_up(places, means, watcher)
        return LookedUp(list(best.form.at_many(places)), (Warrant.by(best),))

    def explained(self, positions: Sequence[str], library: Library) -> Explained:
        return self.whole.explained(positions, library)

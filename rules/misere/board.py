"""One token on a board under misère play: the player who makes the last move loses.

Notation: ``misere (x, y) -> [...]``; commands take the board, with ``--misere``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Self

from mexplore.rules.arithmetic import tree
from mexplore.rules.boards.board import Board, Grid, Square, Sum, written_options
from mexplore.rules.dataclass import dataclass
from mexplore.rules.errors import InputError
from mexplore.rules.misere.game import PLAY, WRITTEN
from mexplore.rules.notation import parse_board

if TYPE_CHECKING:
    from mexplore.rules.boards.table import Order
    from mexplore.rules.engine.expressions.board import BoardSource
    from mexplore.rules.engine.expressions.reached import ReachSource
    from mexplore.rules.reach import Unreached

GONE: Sum = ()
"""What is left by the move of a player who has won already."""


@dataclass(frozen=True)
class MisereBoard(Grid):
    """The moves of a board, and from a square without a move one more, which takes the token away.

    With that move the player wins in normal play who would have won under misère play: who is to
    move where the board has no move. So a square is lost under misère play exactly if its value
    here is 0. That value is the *misère value*: 1 without a move, else the mex of the misère values
    of the options. It says nothing of several tokens.

    >>> rook = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")
    >>> game = MisereBoard(rook)
    >>> list(game.options((0, 0))), list(game.options((0, 1)))
    ([()], [((0, 0),)])

    Source: J. H. Conway, On Numbers and Games, chapter 12.
    """

    board: Board

    def __post_init__(self) -> None:
        for item in written_options(self.board.body):
            if not isinstance(item, tree.Heap) or tree.of_squares(item) or not item.items:
                raise InputError(
                    f"misère play is known of boards with one token, and the option {item} is no "
                    "single square; leave --misere out"
                )

    @classmethod
    def parse(cls, text: str, read: Callable[[str], Board | None] = parse_board) -> Self | None:
        """The game that the text denotes; None if it does not begin with ``misere``, or goes on
        with no board."""
        found = WRITTEN.fullmatch(text)
        board = None if found is None else read(found[1])
        return None if board is None else cls(board)

    def __str__(self) -> str:
        return f"{PLAY} {self.board}"

    @property
    def dimensions(self) -> int:
        return self.board.dimensions

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        return self.board.names

    def options(self, square: Square) -> Iterator[Sum]:
        over = True
        for option in self.board.options(square):
            over = False
            yield option
        if over:
            yield GONE

    def options_within(self, size: Square | None, square: Square) -> Iterator[Sum]:
        over = True
        for option in self.board.options_within(size, square):
            over = False
            yield option
        if over:
            yield GONE

    def loop_source(self, order: Order) -> BoardSource | None:
        from mexplore.rules.engine.expressions.board import board_source

        if self.dimensions != 2:
            return None
        board = self.board
        return board_source(board.body, board.names, board.poisoned, order, misere=True)

    def reach_source(self) -> ReachSource | None:
        from mexplore.rules.engine.expressions.reached import reach_source

        board = self.board
        return reach_source(board.body, board.names, board.poisoned, heaps=False, misere=True)

    def unreached(self, last: int) -> Unreached | None:
        """As of the board."""
        return self.board.unreached(last)

    def words(self) -> str:
        return f"{self.board.words()} The player who makes the last move loses."

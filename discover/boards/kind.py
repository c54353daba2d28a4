"""Squares of a table: (x, y) -> G(x, y), the games that a board makes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from mexplore.discover.boards.known import board_laws, board_theorems
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.theorem import AnyBoardTheorem, Values
from mexplore.discover.study.kind import STUDIED_SECONDS, GameKind, Invalid, Means, expect_bound
from mexplore.discover.study.limits import Limits
from mexplore.discover.study.theorem import Proved
from mexplore.rules.boards.board import COORDINATES, Board, Grid, Square
from mexplore.rules.boards.table import Tables, table_by_definition
from mexplore.rules.dataclass import dataclass
from mexplore.rules.engine.grundy import Watcher, no_progress
from mexplore.rules.errors import TooLarge
from mexplore.rules.misere.board import MisereBoard
from mexplore.rules.misere.game import PLAY
from mexplore.rules.notation import parse_board

if TYPE_CHECKING:
    from mexplore.discover.boards.check import SquareConclusion
    from mexplore.discover.boards.study import BoardStudy
    from mexplore.discover.boards.values import SquareValues
    from mexplore.rules.boards.kernel import BoardValues

MOST_COMPARED = 1 << 18  # squares on which a claim is compared again, although it is proved


@dataclass(frozen=True)
class Boards(GameKind[Grid]):
    """Boards, with laws and theorems about tables: on the quarter plane, or, where there is a
    ``size``, with edges. That is another kind of game, of which there are no theorems."""

    name: ClassVar[str] = "boards"
    place: ClassVar[type] = tuple

    size: Square | None = None

    def parse(self, text: str) -> Board | MisereBoard | None:
        return parse_board(text)

    def claims(self) -> Sequence[type[BoardLaw]]:
        return board_laws()

    def theorems(self) -> Sequence[AnyBoardTheorem]:
        return board_theorems() if self.size is None else ()

    def study(
        self, game: Any, limits: Limits | None = None, watcher: Watcher = no_progress
    ) -> BoardStudy:
        from mexplore.discover.boards.study import study_board

        limits = limits or Limits(None)
        return study_board(game, self.size, limits.upto, limits.budget, watcher)

    def known_values(
        self,
        game: Grid,
        places: Sequence[Square],
        means: Means | None = None,
        watcher: Watcher = no_progress,
    ) -> SquareValues:
        from mexplore.discover.boards.values import SquareValues

        del places
        return SquareValues(game, self.size, means or Means(), watcher)

    def refuse_unreadable(self, game: Grid, conjecture: str) -> None:
        from mexplore.discover.boards.check import refuse_unreadable

        refuse_unreadable(conjecture, game)

    def check_conjecture(
        self,
        game: Grid,
        conjecture: str,
        ends: tuple[int, int],
        seconds: float = STUDIED_SECONDS,
        watcher: Watcher = no_progress,
    ) -> SquareConclusion:
        from mexplore.discover.boards.check import check_squares

        return check_squares(game, self.size, conjecture, ends, watcher, seconds)

    def check(
        self,
        game: Grid,
        claim: BoardLaw,
        theorem: AnyBoardTheorem,
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """The theorem reads the moves, and asks for values, again."""
        values = _values(game, by_definition, watcher)
        try:
            proved = theorem.proved(game, claim, values)
        except TooLarge as why:
            if by_definition:
                raise
            # A study meets the same limit, so that no certificate of its own comes here.
            raise Invalid(f"its claim asks for too many values: {why}") from None
        if not isinstance(proved, Proved):
            raise Invalid(f"the theorem {theorem.name!r} does not prove it: {proved.reason}")
        bound = expect_bound(given, proved.bound, theorem.name)
        sides = claim.box(bound)
        if prod(sides) <= MOST_COMPARED and claim.first_failure(values(*sides)) is not None:
            raise Invalid("the claim is false")
        of = "n" if claim.subject == "n" else ", ".join(COORDINATES[: len(sides)])
        means = "the definition" if by_definition else "values computed again"
        again = theorem.check_again(
            game, claim, by_definition=by_definition, fast=fast, watcher=watcher
        )
        also = f", and {again}" if again else ""
        return f"checked for {of} < {bound} by {means}{also}"


class MisereBoards(Boards):
    """One token on a board under misère play: values are misère values, and few theorems speak of
    them."""

    name: ClassVar[str] = "boards under misère play"
    play: ClassVar[str] = PLAY

    def parse(self, text: str) -> MisereBoard | None:
        return MisereBoard.parse(text)

    def theorems(self) -> Sequence[AnyBoardTheorem]:
        return tuple(theorem for theorem in super().theorems() if theorem.of_misere)


def _values(board: Grid, by_definition: bool, watcher: Watcher) -> Values:
    tables = Tables(board, watcher)

    def values(*sides: int) -> BoardValues:
        if by_definition:
            return table_by_definition(board, sides, edges=False, watcher=watcher)
        return tables.table(sides)

    return values

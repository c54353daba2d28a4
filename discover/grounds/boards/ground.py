"""Squares of a table: (x, y) -> G(x, y), the games that a board makes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from discover.ground import Ground, Invalid, agreed
from discover.patterns.boards.pattern import BoardLaw
from discover.theorems.boards.theorem import AnyBoardTheorem, BoardTheorem, Proved, Values
from rules.boards.board import Board
from rules.boards.table import Tables, table_by_definition
from rules.computing.grundy import Watcher
from rules.members import members

if TYPE_CHECKING:
    from rules.boards.kernel import BoardValues

MOST_COMPARED = 1 << 18  # squares on which a claim is compared again, although it is proved


class Boards(Ground[Board]):
    """Boards, with laws and theorems about tables."""

    name: ClassVar[str] = "boards"

    def parse(self, text: str) -> Board | None:
        return Board.parse(text)

    def claims(self) -> Sequence[type[BoardLaw]]:
        import discover.patterns.boards

        return members(discover.patterns.boards, BoardLaw)

    def theorems(self) -> Sequence[AnyBoardTheorem]:
        return _theorems()

    def check(
        self,
        game: Board,
        claim: BoardLaw,
        theorem: AnyBoardTheorem,
        given: object,
        *,
        by_definition: bool = False,
        fast: bool = False,
        watcher: Watcher,
    ) -> str:
        """The theorem reads the moves, and asks for values, again."""
        del fast
        values = _values(game, by_definition, watcher)
        proved = theorem.proved(game, claim, values)
        if not isinstance(proved, Proved):
            raise Invalid(f"the theorem {theorem.name!r} does not prove it: {proved.reason}")
        bound = agreed(given, proved.bound, theorem.name)
        width, height = claim.box(bound)
        small = width * height <= MOST_COMPARED
        if small and claim.first_failure(values(width, height)) is not None:
            raise Invalid("the claim is false")
        of = "n" if claim.subject == "n" else "x, y"
        means = "the definition" if by_definition else "values computed again"
        return f"checked for {of} < {bound} by {means}"


@cache
def _theorems() -> tuple[AnyBoardTheorem, ...]:
    import discover.theorems.boards

    return tuple(theorem() for theorem in members(discover.theorems.boards, BoardTheorem))


def _values(board: Board, by_definition: bool, watcher: Watcher) -> Values:
    tables = Tables(board, watcher)

    def values(width: int, height: int) -> BoardValues:
        if by_definition:
            return table_by_definition(board, (width, height), edges=False, watcher=watcher)
        return tables.table((width, height))

    return values

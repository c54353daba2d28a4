"""P-positions that an automaton recognises by the digits of the coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, TypeVar

from mexplore.discover.automata.numeration import BINARY
from mexplore.discover.automata.operations import Budget
from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.values_by_digits import ValuesByDigits
from mexplore.discover.boards.theorems.theorem import BoardTheorem, Values
from mexplore.discover.outcomes.deciding import Wrong
from mexplore.discover.outcomes.game import LinearGame, found_by
from mexplore.discover.outcomes.learning import Table, accepted_below
from mexplore.discover.outcomes.moves.bounds import NotSeen
from mexplore.discover.outcomes.moves.conditions import Affine
from mexplore.discover.outcomes.moves.linear import LinearMove, relations_of
from mexplore.discover.outcomes.moves.ranks import Rank, end_of_play
from mexplore.discover.outcomes.moves.vectors import by_vectors
from mexplore.discover.outcomes.rays import far_outcomes, rays_of
from mexplore.discover.outcomes.search import Search
from mexplore.discover.outcomes.sparse import Sparse
from mexplore.discover.outcomes.tables import outcomes, readable_back
from mexplore.discover.outcomes.theorem import BY_AUTOMATA, DecidedByDigits, until
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.boards.board import Board, Grid, Square
from mexplore.rules.boards.table import Tables
from mexplore.rules.dataclass import dataclass

if TYPE_CHECKING:
    from mexplore.rules.misere.board import MisereBoard

COMPARED = {1: 512, 2: 32, 3: 10, 4: 6, 5: 4, 6: 3}
"""The side of the corner on which the claim is tested all the same."""


@dataclass(frozen=True)
class Linear:
    """A board whose moves are relations, linear or between binary digits, that lower a rank."""

    board: Board
    moves: tuple[LinearMove, ...]
    rank: Rank
    misere: bool = False

    @property
    def game(self) -> Grid:
        """The board, or the same under misère play."""
        from mexplore.rules.misere.board import MisereBoard

        return MisereBoard(self.board) if self.misere else self.board

    @cached_property
    def raises(self) -> bool:
        """Whether a move is not seen to raise no coordinate."""
        return not all(
            move.implies(Affine.name(name) - form)
            for move in self.moves
            for name, form in zip(self.board.names, move.coordinates, strict=True)
        )

    @cached_property
    def linear(self) -> LinearGame:
        """The same without the board."""

        def options(square: Square) -> Iterable[Square]:
            return (to for option in self.board.options(square) for to in option)

        return LinearGame(self.board.names, self.moves, self.rank.sums, options, self.misere)

    def table(self, tables: Tables, side: int, budget: Budget) -> Table:
        """Which squares below the side are lost."""
        names = self.board.names
        moves = tuple(each for move in self.moves for each in by_vectors(move))
        back = not self.raises and readable_back(moves, names, side)
        if not back or any(move.bits for move in self.moves):
            zeros: Table = tables.table((side,) * len(names)) == 0
            return zeros
        over = None
        if self.misere:
            movable = self.linear.in_numeration(BINARY, budget).movable
            over = ~accepted_below(movable, (side,) * len(names))
        ranks = self.rank.sums
        return outcomes(moves, names, ranks, side, lambda: budget.check(0), over)


Law = TypeVar("Law", bound=LostByDigits | ValuesByDigits)


class BoardsByDigits(DecidedByDigits, BoardTheorem[Linear, Law]):
    """What both theorems about boards share: the decision, and a last comparison."""

    by_values: ClassVar[bool] = False

    def game_of(self, rule: Grid) -> LinearGame | Inapplicable:
        shape = self.shape_of(rule)
        return shape if isinstance(shape, Inapplicable) else shape.linear

    def prove(
        self, shape: Linear, claim: Law, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        refusal = claim.refusal(shape.linear, until(deadline))
        return refusal or self.compared(claim, values)

    def compared(self, claim: Law, values: Values) -> Proved | Inapplicable:
        """A claim that was decided to be true, held against the corner all the same."""
        side = COMPARED[claim.coordinates]
        if claim.first_failure(values(*claim.box(side))) is not None:
            return Inapplicable("the claim is false")
        return Proved(claim, side)


class LostByDigitsTheorem(BoardsByDigits[LostByDigits]):
    """**Statement.** Let the moves of a board be linear: a finite union of sets {(v, v') :
    A*(v, v', u) >= b for some whole u >= 0}, and let a sum of multiples of the coordinates fall
    with every move, or the first of several such sums that does not stay what it is. A set K of
    squares whose digits an automaton recognises, in a base or in a numeration of Ostrowski, is the
    set of the P-positions exactly if it consists of those squares from which no move leads into K;
    and it is decided whether it does. Under misère play it is the set of the P-positions exactly if
    it consists of those squares that have a move, none of which leads into K. In base 2 the sets of
    moves may be cut by relations a & b = c between the binary digits of linear forms a, b, c.

    **Proof.** Play ends: `moves.ranks` has the proof. The rest is the theorem of
    `discover.outcomes.deciding.Moves`, with the decision, by automata for linear inequalities;
    that these are right is proved in `discover.automata.numeration`. ∎
    """

    name: ClassVar[str] = "P-positions by automata"
    source: ClassVar[str] = BY_AUTOMATA
    statement: ClassVar[str] = (
        "If all moves are linear and play ends, a set of squares that an automaton recognises by "
        "their digits is that of the P-positions exactly if no move leads from it into it and some "
        "move leads into it from every other square, which automata decide. Under misère play this "
        "is said of the squares that have a move, and no other is in the set."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (LostByDigits,)
    place: ClassVar[int] = 9
    seeks: ClassVar[bool] = True
    of_misere: ClassVar[bool] = True

    def hypotheses(self, board: Board | MisereBoard) -> Linear | Inapplicable:
        from mexplore.rules.misere.board import MisereBoard

        if not isinstance(board, MisereBoard):
            return _linear(board)
        shape = _linear(board.board)
        return shape if isinstance(shape, Inapplicable) else replace(shape, misere=True)

    def shape_of(self, rule: Grid) -> Linear | Inapplicable:
        from mexplore.rules.misere.board import MisereBoard

        if isinstance(rule, MisereBoard):
            return self.hypotheses(rule)
        return super().shape_of(rule)

    def wrong(self, shape: Linear, claim: LostByDigits, budget: Budget) -> Wrong | None:
        """The decision: a square at which the claim is false, or at an option of it; None if it is
        true."""
        return shape.linear.wrong(claim, budget)

    def sought(
        self, shape: Linear, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        found = found_by(self.search(shape, until(deadline)))
        if isinstance(found, Inapplicable):
            return found
        return self.compared(LostByDigits.of(found), values)

    def search(self, shape: Linear, budget: Budget) -> Search:
        """The search for an automaton that tells who wins."""
        tables = Tables(shape.game, lambda _: budget.check(0))

        def table(side: int) -> Table:
            budget.check(0)
            return shape.table(tables, side, budget)

        lines = not (shape.raises or shape.misere or any(move.bits for move in shape.moves))
        rays = rays_of(shape.moves, shape.board.names) if lines else None

        def far(side: int) -> Sparse | None:
            names = shape.board.names
            return far_outcomes(rays, names, side, lambda: budget.check(0)) if rays else None

        return shape.linear.search(table, budget, far)


@lru_cache(maxsize=8)
def _linear(board: Board) -> Linear | Inapplicable:
    try:
        moves = relations_of(board)
    except NotSeen as why:
        return Inapplicable(f"the moves are not seen to be linear relations: {why}")
    rank = end_of_play(moves)
    return rank if isinstance(rank, Inapplicable) else Linear(board, moves, rank)

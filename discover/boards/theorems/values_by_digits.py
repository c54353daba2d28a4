"""The first nim-values of boards, by automata that read digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mexplore.discover.boards.patterns.lost_by_digits import LostByDigits
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.values_by_digits import ValuesByDigits
from mexplore.discover.boards.theorems.lost_by_digits import (
    BoardsByDigits,
    Linear,
    LostByDigitsTheorem,
)
from mexplore.discover.boards.theorems.theorem import Values
from mexplore.discover.outcomes.theorem import until
from mexplore.discover.outcomes.values import sought_values
from mexplore.discover.study.theorem import Inapplicable, Proved
from mexplore.rules.errors import InputError, TooLarge

if TYPE_CHECKING:
    from mexplore.rules.boards.board import Board
    from mexplore.rules.boards.kernel import BoardValues

MOST_SQUARES = 1 << 18  # of a table from which values are guessed


class ValuesByDigitsTheorem(BoardsByDigits[ValuesByDigits]):
    """**Statement.** Let a board be as in the theorem of P-positions by automata, and K_0, ..., K_v
    be sets of squares, without a common one, whose digits automata recognise in one numeration. K_w
    is the set of the squares of nim-value w, for all w <= v, exactly if for every w <= v

    (i) no move leads from K_w into K_w, and
    (ii) from every square outside of K_0, ..., K_w some move leads into K_w;

    and it is decided whether that is so.

    **Proof.** Play ends: `moves.ranks` has the proof. The rest is in `discover.outcomes.values`:
    by induction along play, a square of K_w has options of all values below w by (ii), and none of
    value w by (i); one in none of the sets has options of all values up to v. ∎

    Condition (ii) for smaller values is needed: with (i) and (ii) for K_1 alone any kernel of the
    other squares would do.
    """

    name: ClassVar[str] = "first values by automata"
    source: ClassVar[str] = (
        "proof in full in discover/outcomes/values.py; for the decision see the theorem of "
        "P-positions by automata"
    )
    statement: ClassVar[str] = (
        "If all moves are linear and play ends, sets K_0, ..., K_v that an automaton recognises "
        "are those of the squares of value 0, ..., v exactly if, for each w, no move leads from "
        "K_w into it, and some move leads into it from every square that is in none of K_0, ..., "
        "K_w, which automata decide."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (ValuesByDigits,)
    place: ClassVar[int] = 10

    def hypotheses(self, board: Board) -> Linear | Inapplicable:
        return LostByDigitsTheorem().hypotheses(board)

    def followed(
        self, shape: Linear, told: BoardLaw, values: Values, deadline: float | None = None
    ) -> Proved | Inapplicable:
        if not isinstance(told, LostByDigits) or shape.misere:
            return Inapplicable("")
        budget = until(deadline)

        def table(side: int) -> BoardValues | None:
            if side**told.coordinates > MOST_SQUARES:
                return None
            try:
                return values(*told.box(side))
            except InputError:  # no more values may be computed
                return None

        try:
            sets = sought_values(shape.linear, told.automaton, table, budget)
            if len(sets) == 1:
                return Inapplicable("")
            return self.compared(ValuesByDigits.of_sets(sets), values)
        except TooLarge as why:
            return Inapplicable(str(why))

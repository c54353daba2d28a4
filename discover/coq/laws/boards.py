"""Laws of boards as Coq reads them, by theorems that need no values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from discover.coq.law import BOARD_VALUES, CoqLaw
from discover.coq.squares import game_of_board
from discover.coq.translation import Translation
from discover.theorem import GroundTheorem, Inapplicable
from discover.theorems.boards.cyclic_nimhoff import CyclicNimhoff, cyclic_law
from discover.theorems.boards.sum_of_heaps import SumOfHeaps

if TYPE_CHECKING:
    from discover.patterns.boards.formula import FormulaLaw
    from discover.patterns.boards.xor_of_heaps import XorOfHeaps
    from rules.boards.board import Board

ROOK = "steps [Ray 1 0 1 0; Ray 0 1 0 1]"


class SumsOfHeaps(Translation["Board", "XorOfHeaps"]):
    """Two heaps side by side: the rook."""

    of_theorem: ClassVar[type[GroundTheorem]] = SumOfHeaps

    def needed_of(self, game: Any, shape: Any) -> Board:
        del shape
        return board_in(game)

    def law(self, shape: Board, claim: XorOfHeaps) -> CoqLaw | Inapplicable:
        game = game_of_board(shape)
        if game != ROOK or not (claim.x.is_identity and claim.y.is_identity):
            return Inapplicable("the library of Coq proofs has, of sums of heaps, the rook alone")
        return without_values("Nimhoff", game, "G (x, y) = N.lxor x y", "rook_law")


class Cyclic(Translation["Board", "FormulaLaw"]):
    """Fewer than h tokens from both heaps together."""

    of_theorem: ClassVar[type[GroundTheorem]] = CyclicNimhoff

    def needed_of(self, game: Any, shape: Any) -> Board:
        del shape
        return board_in(game)

    def law(self, shape: Board, claim: FormulaLaw) -> CoqLaw | Inapplicable:
        h = CyclicNimhoff().hypotheses(shape)
        if isinstance(h, Inapplicable) or claim != cyclic_law(h):
            return Inapplicable("the claim is another formula than that of the theorem")
        said = f"G (x, y) = {h} * N.lxor (x / {h}) (y / {h}) + (x + y) mod {h}"
        return without_values(
            "Nimhoff", game_of_board(shape), said, f"cyclic_law {h} ltac:(discriminate)"
        )


def without_values(
    module: str, game: str | Inapplicable, said: str, proof: str
) -> CoqLaw | Inapplicable:
    """A law of all squares that follows from the moves alone."""
    if isinstance(game, Inapplicable):
        return game
    return CoqLaw(
        ("Boards", module),
        game,
        f"forall x y, {said}",
        proof,
        STEPS_EXIST,
        computed=False,
        subject=BOARD_VALUES,
    )


STEPS_EXIST = "apply steps_exist. reflexivity."


def board_in(game: Any) -> Board:
    from rules.boards.board import Board

    assert isinstance(game, Board)
    return game

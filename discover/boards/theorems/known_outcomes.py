"""P-positions of two classical games: Euclid's, down to zero, and Chomp with two rows."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.boards.patterns.outcomes import Outcomes
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.named import parts_of_rule, parts_of_text
from mexplore.discover.boards.theorems.theorem import LawOfMoves
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board

EUCLID = (
    "(x, y) -> [(x - k * y, y) for k in range(1, x // y + 1)] if 0 < y <= x else "
    "([(x, y - k * x) for k in range(1, y // x + 1)] if 0 < x < y else [])",
    "(x, y) -> ([(x - k * y, y) for k in range(1, x // y + 1)] + "
    "[(x, y - k * x) for k in range(1, y // x + 1)]) if x * y else []",
)
CHOMP = ("(x, y) -> [(a, min(a, y)) for a in range(x)] + [(x, b) for b in range(y)]",)


class EuclidToZero(LawOfMoves[Outcomes]):
    """**Statement.** From x, y >= 1 let the moves subtract a positive multiple of one number from
    the other, such that it does not become negative; who makes a number 0 wins. The P-positions are
    those with a 0, and those with x != y of which the larger number is less than phi = (1 +
    sqrt(5))/2 times the smaller.

    **Proof.** Let 1 <= x <= y; phi is irrational, so y != phi*x. If x = y, or more generally x
    divides y, the move to (x, 0) wins. Otherwise, if x < y < phi*x, as y < 2*x the only move is to
    (y - x, x); x/(y - x) > 1/(phi - 1) = phi, so it is not a square of the set. If y > phi*x, and y
    = q*x + r, 0 < r < x: if x/r < phi, the move to (r, x) leads to the set. If x/r > phi, then q >=
    2 or q = 1: for q = 1, y/x = 1 + r/x < 1 + 1/phi = phi, which is not so; for q >= 2 the move to
    (x, x + r) is possible and 1 < (x + r)/x < 1 + 1/phi = phi, so it leads to the set. Play ends,
    so the set is that of the P-positions. ∎
    """

    name: ClassVar[str] = "Euclid's game to zero"
    source: ClassVar[str] = (
        "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning "
        "strategy for it, Math. Gazette 53 (1969) 354-357; proof in full in "
        "discover/boards/theorems/known_outcomes.py"
    )
    statement: ClassVar[str] = (
        "If a positive multiple of one number is subtracted from the other, down to 0, the player "
        "to move loses exactly if a number is 0, or the ratio is between 1 and the golden section."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (Outcomes,)

    def hypotheses(self, board: Board) -> Outcomes | Inapplicable:
        parts = parts_of_text(board)
        if parts is not None and parts in map(parts_of_rule, EUCLID):
            return Outcomes("golden section")
        return Inapplicable("the moves are not those of Euclid's game down to zero")


class TwoRowChomp(LawOfMoves[Outcomes]):
    """**Statement.** Let the moves lead from (x, y) to (a, min(a, y)) with a < x, and to (x, b)
    with b < y, but never to (0, 0). The P-positions are (n + 1, n), n >= 0, and (0, 0) and (0, 1).

    **Proof.** From (n + 1, n) the moves lead to (a, a) with 1 <= a <= n, and to (n + 1, b), b < n:
    none is in the set. (0, 0) has no options, (0, 1) only the forbidden one. From (0, y), y >= 2, a
    move leads to (0, 1). From (x, y) with 1 <= x <= y the move to (x, x - 1) is possible; with
    x > y + 1, that to (y + 1, min(y + 1, y)) = (y + 1, y). Play ends, so these are the P-positions;
    (x, y) with y <= x are the positions of Chomp with rows of x and y. ∎
    """

    name: ClassVar[str] = "Chomp with two rows"
    source: ClassVar[str] = (
        "D. Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974) 876-879; proof in full in "
        "discover/boards/theorems/known_outcomes.py"
    )
    statement: ClassVar[str] = (
        "In Chomp with two rows the player to move loses exactly if the lower row has one piece "
        "more than the upper one."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (Outcomes,)

    def hypotheses(self, board: Board) -> Outcomes | Inapplicable:
        plain = Board(board.names, board.body)
        parts = parts_of_text(plain)
        if board.poisoned == ((0, 0),) and parts in map(parts_of_rule, CHOMP):
            return Outcomes("one more below")
        return Inapplicable("the moves are not those of Chomp with two rows")

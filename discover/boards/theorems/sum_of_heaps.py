"""Moves that touch one coordinate only: a sum of two heaps."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.patterns.xor_of_heaps import XorOfHeaps
from mexplore.discover.boards.theorems.moves.one_coordinate import TwoHeaps, two_heaps
from mexplore.discover.boards.theorems.of_two_heaps import OfTwoHeaps
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board


class SumOfHeaps(OfTwoHeaps[XorOfHeaps]):
    """**Statement.** Let every move change one coordinate only, and let what may be done with a
    coordinate not depend on the other one: from (x, y) to (a, y) exactly if a is an option of a
    heap of x in a rule R, and to (x, b) exactly if b is one of y in a rule S; and let no heap get
    larger. Then G(x, y) = f(x) xor g(y), f and g being the values of heaps in R and S.

    **Proof.** (x, y) is the sum of a heap of x and a heap of y, in the sense of Sprague and Grundy:
    the options of a sum are the options of one part with the other unchanged. So the value of the
    sum is the xor of the values (Sprague 1935, Grundy 1939). ∎

    That f and g have the laws that are given with them is proved by theorems about heaps; their
    certificates are part of the claim, and checked again with it.

    >>> rook = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]")
    >>> [claim.statement() for claim in SumOfHeaps().claims(rook)]
    ['G(x, y) = x xor y for all x, y >= 0']
    """

    name: ClassVar[str] = "sum of two heaps"
    source: ClassVar[str] = (
        "R. P. Sprague, Ueber mathematische Kampfspiele, Tohoku Math. J. 41 (1935) 438-444; P. M. "
        "Grundy, Mathematics and games, Eureka 2 (1939) 6-8"
    )
    statement: ClassVar[str] = (
        "If every move changes one coordinate only, in a way that does not depend on the other "
        "one, the value is the xor of the values of two heaps."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (XorOfHeaps,)
    compared: ClassVar[int] = 24

    def hypotheses(self, board: Board) -> TwoHeaps | Inapplicable:
        return two_heaps(board)

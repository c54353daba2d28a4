"""Euclid's game, in which both numbers remain positive."""

from __future__ import annotations

from typing import ClassVar

from mexplore.discover.boards.patterns.formula import FormulaLaw
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.named import is_one_of
from mexplore.discover.boards.theorems.theorem import LawOfMoves
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.boards.board import Board

LAW = FormulaLaw("abs(x * x - y * y) // (x * y) if x * y else 0")
_LISTS = (
    "[(x - k*y, y) for k in range(1, (x - 1)//y + 1)] + [(x, y - k*x) for k in "
    "range(1, (y - 1)//x + 1)]",
    "[(x - k*y, y) for k in range(1, x) if k*y < x] + [(x, y - k*x) for k in range(1, y) "
    "if k*x < y]",
    "[(x - k*y, y) for k in range(1, x) if x - k*y > 0] + [(x, y - k*x) for k in range(1, y) "
    "if y - k*x > 0]",
    "[(x - k*y, y) for k in range(1, ceil(x/y))] + [(x, y - k*x) for k in range(1, ceil(y/x))]",
)
RULES = (
    *(f"(x, y) -> ({lists}) if x*y else []" for lists in _LISTS),
    "(x, y) -> [(x - k * y, y) for k in range(1, (x - 1) // y + 1)] if 0 < y < x else "
    "([(x, y - k * x) for k in range(1, (y - 1) // x + 1)] if 0 < x < y else [])",
)


class Euclid(LawOfMoves[FormulaLaw]):
    """**Statement.** From x, y >= 1 let the moves subtract a positive multiple of one number from
    the other, such that it remains positive; no move is possible where one number is 0. Then
    G(x, y) = floor(|y/x - x/y|) for x, y >= 1, which is floor(|x^2 - y^2|/(x*y)), and 0 otherwise.
    In particular the P-positions with x < y are those with y/x less than the golden section.

    **Proof.** Let x <= y, t = y/x = q + s, q = floor(t) >= 1, 0 <= s < 1, and h(t) = t - 1/t. The
    options are (x, y - k*x), with the ratio t - k: for 1 <= k <= q - 1 it is >= 1, and the value is
    floor(h(t - k)) by induction; for k = q, if s > 0, the larger number is now x, the ratio 1/s,
    and the value floor(1/s - s). For u >= 1 with floor(u) = m and u - m = s, floor(h(u)) is m if
    s >= 1/u, else m - 1, since 0 < 1/u <= 1.

    (A) s < 1/t. Then floor(h(t)) = q - 1, and s < 1/(t - k) for all k < q, so that these options
    have the values q - k - 1 = q - 2, ..., 0. For k = q, s > 0, the value is floor(1/s - s) with
    1/s - s > t - s = q, so it is not q - 1. The mex is q - 1.

    (B) s >= 1/t. Then floor(h(t)) = q and s > 0. For 1 <= k < q the value is q - k where t - k >=
    1/s, and q - k - 1 where not. As 1/s > 1, k0 = floor(t - 1/s) is at most q - 1, and at least 0;
    so the values are q - 1, ..., q - k0 and q - k0 - 2, ..., 0: all below q but q - k0 - 1. Now
    k0 = floor(q + s - 1/s) = q - ceil(1/s - s), so that the missing value is ceil(1/s - s) - 1. The
    option k = q has the value floor(1/s - s), which is the same unless 1/s - s is an integer m; but
    then m^2 + 4 is the square of a rational number, as s is a rational root of s^2 + m*s - 1, so
    m = 0 and s = 1, which is not so. The mex is q. ∎ (h(t) < 1 says t < (1 + sqrt(5))/2.)
    """

    name: ClassVar[str] = "Euclid's game"
    source: ClassVar[str] = (
        "G. Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Mathematics 306 "
        "(2006) 2798-2800; proof in full in discover/boards/theorems/euclid.py"
    )
    statement: ClassVar[str] = (
        "If a positive multiple of one number is subtracted from the other, which remains "
        "positive, the value is floor(|y/x - x/y|)."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (FormulaLaw,)

    def hypotheses(self, board: Board) -> FormulaLaw | Inapplicable:
        if is_one_of(board, RULES):
            return LAW
        return Inapplicable("the moves are not those of Euclid's game with positive numbers")

"""The P-positions of Wythoff's game, and of Fraenkel's generalisation of it."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from mexplore.discover.boards.patterns.beatty_pairs import BeattyPairs
from mexplore.discover.boards.patterns.pattern import BoardLaw
from mexplore.discover.boards.theorems.moves.named import wythoff_number
from mexplore.discover.boards.theorems.theorem import LawOfMoves
from mexplore.discover.heaps.patterns.beatty.fit import simplest
from mexplore.discover.heaps.patterns.beatty.pattern import Beatty
from mexplore.discover.study.theorem import Inapplicable
from mexplore.rules.arithmetic.numbers import Surd, square_root
from mexplore.rules.boards.board import Board


class WythoffPairs(LawOfMoves[BeattyPairs]):
    """**Statement.** Let the moves from (x, y) be: take any number >= 1 from one coordinate, or
    k >= 1 from one and l >= 1 from the other with |k - l| < r, where r >= 1. (r = 1 is Wythoff's
    game, a queen that walks to the corner.) Let alpha = (2 - r + sqrt(r^2 + 4))/2, A_n =
    floor(n*alpha) and B_n = A_n + r*n = floor(n*(alpha + r)). Then the P-positions are exactly
    (A_n, B_n) and (B_n, A_n), n >= 0.

    **Proof.** alpha is irrational, as r^2 < r^2 + 4 < (r + 1)^2 for r >= 2, and 5 is not a square.
    It is a root of alpha^2 + (r - 2)*alpha - r = 0, so alpha*(alpha + r) = alpha + (alpha + r), so
    that 1/alpha + 1/(alpha + r) = 1; alpha > 1 follows, as alpha > 0. By Beatty's theorem every
    number >= 1 is A_n or B_n for exactly one n >= 1, and not both. A_n and B_n increase with n. Let
    S be the set of the pairs in the statement.

    No move leads from S to S. A move in one coordinate keeps the other one, which is in one pair
    only: 0 belongs to n = 0, every other number to exactly one n. A move in both from (A_n, B_n),
    n >= 1, to (A_m, B_m) has m < n and takes k = A_n - A_m and l = B_n - B_m, so that l - k =
    r*(n - m) >= r; one to (B_m, A_m) takes k = A_n - B_m and l = B_n - A_m, l - k = r*(n + m) >= r.

    From (x, y) not in S, x <= y, a move leads to S. If x = 0, y > 0: to (0, 0). If x = B_n, n >= 1:
    y >= x > A_n, to (B_n, A_n). If x = A_n, n >= 1, and y > B_n: to (A_n, B_n). Otherwise x = A_n
    <= y < B_n; let d = y - x < r*n and m = floor(d/r) < n. To (A_m, B_m): k = x - A_m >= 1, and l =
    y - B_m = k + d - r*m with 0 <= d - r*m < r, so that l >= 1 and |k - l| < r. By symmetry the
    same holds for x > y. Play ends, so S is the set of the P-positions. ∎

    >>> queen = Board.parse("(x, y) -> [(a, y) for a in range(x)] + [(x, b) for b in range(y)]"
    ...     " + [(x - k, y - k) for k in range(1, min(x, y) + 1)]")
    >>> [claim.statement() for claim in WythoffPairs().claims(queen)]  # doctest: +ELLIPSIS
    ['G(x, y) = 0 exactly for (x, y) = (floor((1 + sqrt(5))/2*n), floor((3 + sqrt(5))/2*n)) ...']
    """

    name: ClassVar[str] = "Wythoff's pairs"
    source: ClassVar[str] = (
        "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907) "
        "199-202; A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. "
        "Math. Monthly 89 (1982) 353-361; proof in full in discover/boards/theorems/"
        "wythoff_pairs.py"
    )
    statement: ClassVar[str] = (
        "If a move takes any number from one coordinate, or k and l >= 1 from the two with "
        "|k - l| < r, the P-positions are (floor(n*alpha), floor(n*(alpha + r))) and their mirror "
        "images, alpha = (2 - r + sqrt(r^2 + 4))/2."
    )
    laws: ClassVar[tuple[type[BoardLaw], ...]] = (BeattyPairs,)
    compared: ClassVar[int] = 32

    def hypotheses(self, board: Board) -> BeattyPairs | Inapplicable:
        """The pairs for r, for exactly these moves."""
        r = wythoff_number(board)
        return r if isinstance(r, Inapplicable) else wythoff_pairs(r)


def wythoff_pairs(r: int) -> BeattyPairs:
    """The pairs for |k - l| < r.

    >>> wythoff_pairs(2).first.slope  # the square root of 2
    Surd(a=Fraction(0, 1), b=Fraction(1, 1), d=2)
    """
    alpha = (square_root(Fraction(r * r + 4)) + (2 - r)) / 2
    assert isinstance(alpha, Surd)
    alpha = simplest(alpha)
    beta = alpha + r
    assert isinstance(beta, Surd)
    return BeattyPairs(Beatty(alpha, 0), Beatty(beta, 0))
